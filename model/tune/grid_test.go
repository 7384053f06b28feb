package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gramscope/approx"
)

func TestGridGoesOutwards(t *testing.T) {
	spec := DefaultSpec(30)
	spec.Methods, spec.Folds = []string{"nystrom", "fourier", Exact}, 2
	spec.Values["m"] = 4
	p := prepared(t, spec, approx.Methods(), given{set: waves(30, 5)})
	var order []string
	for i, e := range searched(p, 3) {
		s := e.Scores[0]
		if len(s.Losses) == 1 {
			order = append(order, fmt.Sprint(p.Describe(s.Configuration), " ", s.Gamma))
		}
		if e.Done != i+1 || e.Total != 3*7*2 || len(e.Scores) != 7 || len(s.Losses) != 1+i%2 ||
			math.IsNaN(s.Loss.SE) != (len(s.Losses) == 1) {
			t.Fatalf("event %d: %+v", i, e)
		}
	}
	var want []string
	for _, method := range spec.Methods {
		for _, gamma := range []int{3, 2, 4, 1, 5, 0, 6} {
			want = append(want, fmt.Sprint(method, " ", gamma))
		}
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestLeast: the least loss among the scores of the most folds; of equal ones the larger μ and then the smaller γ.
func TestLeast(t *testing.T) {
	score := func(configuration, gamma, mu int, loss float64, folds int) Score {
		return Score{Cell: Cell{configuration, gamma, mu}, Losses: make([]float64, folds), Loss: Estimate{Mean: loss}}
	}
	failed := score(0, 3, 0, 0.1, 5)
	failed.Failure = errors.New("no luck")
	list := []Score{score(0, 1, 0, 3, 5), score(0, 1, 1, 2, 5), score(0, 0, 0, 2, 5), score(0, 0, 1, 2, 5), failed,
		score(0, 2, 1, math.NaN(), 5), score(1, 0, 0, 1, 2)}
	if got, ok := Least(list); !ok || got.Cell != (Cell{0, 0, 1}) {
		t.Errorf("%+v, %v", got, ok)
	}
	if got, ok := Least(list[4:6]); ok {
		t.Errorf("the best of no losses is %+v", got)
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

// TestMusFrom: ridges go to a decade below the given one at least, and are at most eleven.
func TestMusFrom(t *testing.T) {
	for _, c := range []struct {
		mu, least float64
		count     int
	}{{1, 1e-4, 7}, {1e-3, 1e-4, 7}, {1e-4, 1e-5, 8}, {1e-6, 1e-7, 10}, {1e-20, 1e-8, 11}} {
		mus := musFrom(c.mu)
		if len(mus) != c.count || math.Abs(mus[0]/c.least-1) > 1e-12 || mus[len(mus)-1] != 100 || !slices.IsSorted(mus) {
			t.Errorf("from μ = %v: %v", c.mu, mus)
		}
	}
}

// TestUsualMethods: a search that names no methods takes few of them, and exact regression.
func TestUsualMethods(t *testing.T) {
	names, left := SearchedMethods(DefaultSpec(50), approx.Methods(), given{set: waves(50, 7)})
	want := []string{"nystrom", "kmeans-nystrom", "accumulation", "fourier", "rpcholesky", "exact"}
	if !slices.Equal(names, want) || left != nil {
		t.Errorf("%v without %v, want %v", names, left, want)
	}
}

// TestPilotIsNystrom: one of nystrom is scored first, wherever that stands among the methods.
func TestPilotIsNystrom(t *testing.T) {
	for _, methods := range [][]string{{"nystrom", "fourier"}, {"best", "rls", "nystrom"}} {
		spec := DefaultSpec(50)
		spec.Methods = methods
		s := searchFor(t, spec, approx.Methods(), given{set: waves(50, 7)})
		if pilot := s.Configurations[s.pilot()]; pilot.Method != "nystrom" {
			t.Errorf("of %v the pilot is %+v", methods, pilot)
		}
	}
}

// TestChoosingLandmarksCosts: at the same m uniform landmarks are the cheapest, and the Cholesky factor of exact
// regression takes longer than as many operations of a product.
func TestChoosingLandmarksCosts(t *testing.T) {
	spec := DefaultSpec(400)
	spec.Values["m"] = 120
	spec.Methods = []string{"rpcholesky", "kmeans-nystrom", "pivoted-cholesky", "recursive-rls", "two-pass-rls", "bless",
		"bless-r", "squeak", "disqueak", "volume-nystrom", "exact", "nystrom"}
	s := searchFor(t, spec, approx.Methods(), given{set: waves(400, 7)})
	least := s.Configurations[0]
	if least.Method != "nystrom" || len(s.Configurations) != len(spec.Methods) {
		t.Errorf("the cheapest of %d is %s", len(s.Configurations), least)
	}
	for _, c := range s.Configurations[1:] {
		if c.Operations < 1.5*least.Operations {
			t.Errorf("%s takes %.3g operations, %s %.3g", c, c.Operations, least, least.Operations)
		}
	}
}
