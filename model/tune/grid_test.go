package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gramscope/approx"
)

func TestOrderIsCoarseToFine(t *testing.T) {
	for n, want := range map[int][][]int{
		1: {{0}}, 2: {{0}, {1}}, 3: {{1}, {0, 2}}, 4: {{1}, {3}, {0, 2}}, 5: {{0, 4}, {2}, {1, 3}},
		7: {{1, 5}, {3}, {0, 2, 4, 6}}, 8: {{1, 5}, {3, 7}, {0, 2, 4, 6}}, 9: {{0, 4, 8}, {2, 6}, {1, 3, 5, 7}},
	} {
		if got := coarseToFine(n); !cmp.Equal(got, want) {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
	for n := 1; n < 40; n++ {
		if all := sortedInts(slices.Concat(coarseToFine(n)...)); len(all) != n || all[0] != 0 || all[n-1] != n-1 {
			t.Errorf("%d: %v", n, all)
		}
	}
	spec := DefaultSpec(30)
	spec.Methods, spec.Folds = []string{Exact, "gaussian-sketch", "fourier", "nystrom"}, 2
	spec.Values["m"] = 4
	p := prepared(t, spec, approx.Methods(), given{set: waves(30, 5)})
	var order []string
	for i, e := range searched(p, 3) {
		if e.Folds == 1 {
			order = append(order, fmt.Sprint(e.Method, " ", e.Gamma))
		}
		if e.Done != i+1 || e.Total != 4*7*2 || e.Folds != 1+i%2 || e.Scores[0].Folds != e.Folds || math.IsNaN(e.Scores[0].Loss.SE) != (e.Folds == 1) {
			t.Fatalf("event %d: %+v", i, e)
		}
	}
	var want []string
	for _, group := range [][]string{{"fourier", "nystrom"}, {"gaussian-sketch"}, {Exact}} {
		for _, stage := range [][]int{{1, 5}, {3}, {0, 2, 4, 6}} {
			for _, method := range group {
				for _, gamma := range stage {
					want = append(want, fmt.Sprint(method, " ", gamma))
				}
			}
		}
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for i, c := range columnsOf(p) {
		if got := fmt.Sprint(c.Method, " ", c.Gamma); got != want[i] {
			t.Errorf("column %d is %s, want %s", i, got, want[i])
		}
	}
}

func sortedInts(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

func TestBest(t *testing.T) {
	score := func(loss float64, folds int) Score { return Score{Folds: folds, Loss: Estimate{Mean: loss}} }
	failed := score(0.1, 4)
	failed.Failure = errors.New("no luck")
	events := []Event{
		{Method: "a", Gamma: 1, Scores: []Score{score(0.5, 1), score(0.2, 1)}}, // a later event replaces it
		{Method: "a", Gamma: 1, Scores: []Score{score(3, 5), score(2, 5)}},
		{Method: "a", Gamma: 0, Scores: []Score{score(2, 5), score(2, 5)}},
		{Method: "a", Gamma: 2, Scores: []Score{failed, score(math.NaN(), 5)}},
		{Method: "b", Gamma: 0, Scores: []Score{score(1, 2), score(2, 5)}}, // over fewer folds
	}
	for method, want := range map[string]Cell{"": {Method: "a", Gamma: 0, Mu: 1}, "a": {Method: "a", Gamma: 0, Mu: 1}, "b": {Method: "b", Gamma: 0, Mu: 1}} {
		want.Score = score(2, 5)
		if got, ok := Best(events, method); !ok || !cmp.Equal(got, want) {
			t.Errorf("%q: %+v, %v", method, got, ok)
		}
	}
	if got, ok := Best(events, "c"); ok {
		t.Errorf("the best of no events is %+v", got)
	}
	if got, _ := Best(events[:1], ""); got.Mu != 1 || got.Score.Folds != 1 {
		t.Errorf("after one fold: %+v", got)
	}
}

// The best cell is the one with the smallest loss among all methods. Which other cells are near it depends
// on the standard error of its loss.
func TestBestIsTheLeastLoss(t *testing.T) {
	event := func(method string, loss, se float64) Event {
		return Event{Method: method, Scores: []Score{{Folds: 5, Loss: Estimate{loss, se}}}}
	}
	for _, c := range []struct {
		exact float64
		want  string
		near  string
	}{{1.09, "a", "a b exact"}, {1.11, "a", "a b"}, {0.9, Exact, "a b exact"}, {1, "a", "a b exact"}} {
		events := []Event{event("a", 1, 0.1), event("b", 1.05, 1), event(Exact, c.exact, 0.2)}
		got, ok := Best(events, "")
		if !ok || got.Method != c.want {
			t.Errorf("at %g: %+v", c.exact, got)
		}
		var near []string
		for _, e := range events {
			if of, _ := Best(events, e.Method); of.Near(got) {
				near = append(near, e.Method)
			}
		}
		if strings.Join(near, " ") != c.near {
			t.Errorf("at %g: near are %v", c.exact, near)
		}
		if got, _ := Best(events, "a"); got.Method != "a" {
			t.Errorf("of one method: %+v", got)
		}
	}
	partial := event(Exact, 0.5, 0.1)
	partial.Scores[0].Folds = 2
	best, _ := Best([]Event{event("a", 1, 0.1), partial}, "")
	if few, _ := Best([]Event{partial}, ""); best.Method != "a" || few.Near(best) {
		t.Errorf("two folds of exact regression count as five: %+v", best)
	}
}

func TestEstimate(t *testing.T) {
	e := Mean([]float64{1, 2, 6})
	near(t, "mean", e.Mean, 3, 1e-15)
	near(t, "standard error", e.SE, math.Sqrt(7.0/3), 1e-15) // variance (4+1+9)/2 over 3
	if e := Mean([]float64{4}); e.Mean != 4 || !math.IsNaN(e.SE) {
		t.Errorf("of one value: %+v", e)
	}
	if e := Mean(nil); !math.IsNaN(e.Mean) || !math.IsNaN(e.SE) {
		t.Errorf("of none: %+v", e)
	}
}

func TestFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ n, k int }{{10, 3}, {7, 7}, {100, 5}, {2, 2}} {
		folds := drawFolds(c.n, c.k, nil, rng)
		seen := make([]int, c.n)
		for _, fold := range folds {
			if len(fold) < c.n/c.k || len(fold) > c.n/c.k+1 || !slices.IsSorted(fold) {
				t.Errorf("%v: a fold of %v", c, fold)
			}
			for _, i := range fold {
				seen[i]++
			}
		}
		if len(folds) != c.k || slices.Min(seen) != 1 || slices.Max(seen) != 1 {
			t.Errorf("%v: %v", c, folds)
		}
	}
	classes := make([]int, 60)
	for i := range 6 {
		classes[10*i] = 1
	}
	for _, fold := range drawFolds(60, 5, classes, rng) {
		rare := 0
		for _, i := range fold {
			rare += classes[i]
		}
		if rare < 1 || rare > 2 {
			t.Errorf("%d of 6 rare rows in one of 5 folds", rare)
		}
	}
}

// columnsOf returns the methods and γ in the order of the search.
func columnsOf(p *Plan) []Cell {
	var list []Cell
	for _, j := range p.jobs() {
		if j.fold == 0 {
			list = append(list, Cell{Method: p.Methods[j.method], Gamma: j.gamma})
		}
	}
	return list
}
