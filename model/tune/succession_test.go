package tune

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/trial"
)

// succession is testdata/model/golden_succession.json.
type succession struct {
	Gammas, Mus []float64
	Two, Three  struct {
		X       [][]float64
		Classes []float64
		Folds   [][]int
		Cells   []struct {
			Gamma, Mu       int
			Plain, Compared []float64 // for each fold
		}
	}
}

func readSuccession(t *testing.T) (golden succession) {
	t.Helper()
	readGolden(t, "golden_succession.json", &golden)
	return golden
}

// separable returns rows of classes that are nearly separated, and the search over some γ and μ by nystrom on all rows as
// landmarks.
func separable(t *testing.T, x [][]float64, classes, gammas, mus []float64) *Search {
	t.Helper()
	set := &data.Set{X: mat.NewDense(len(x), 2, nil), Y: classes, Classes: []string{"a", "b", "c"}[:1+int(slices.Max(classes))], Columns: []string{"a", "b"}, Target: "y"}
	for i, row := range x {
		set.X.SetRow(i, row)
	}
	spec := SearchSpec{Spec: DefaultSpec(len(x))}
	spec.Methods, spec.Folds, spec.Standardize, spec.Gammas, spec.Mus = []string{"nystrom"}, 4, true, gammas, mus
	spec.Values["m"] = float64(len(x))
	return searchFor(t, spec, approx.Methods(), given{set: set})
}

// TestComparedLossesAreNumPys compares the losses by which settings of two and three classes are compared, and those that are
// shown, with testdata/model/golden_succession.py.
func TestComparedLossesAreNumPys(t *testing.T) {
	golden := readSuccession(t)
	for _, of := range []int{2, 3} {
		want := golden.Two
		if of == 3 {
			want = golden.Three
		}
		s := separable(t, want.X, want.Classes, golden.Gammas, golden.Mus)
		s.folds = want.Folds
		board := s.boards(scored(s, 1))[0]
		for _, cell := range want.Cells {
			e, name := board[Candidate{0, cell.Gamma}], fmt.Sprintf("%d classes, γ %g, μ %g, ", of, golden.Gammas[cell.Gamma], golden.Mus[cell.Mu])
			if len(e.At(cell.Mu)) != len(want.Folds) {
				t.Fatalf("%sthe losses are %v: %v", name, e.At(cell.Mu), e.Failure)
			}
			for fold := range want.Folds { // a search has four digits of the losses
				near(t, fmt.Sprint(name, "fold ", fold, ", shown"), e.PlainAt(cell.Mu)[fold], cell.Plain[fold], 1e-3)
				near(t, fmt.Sprint(name, "fold ", fold, ", compared"), e.At(cell.Mu)[fold], cell.Compared[fold], 1e-3)
			}
		}
	}
}

// TestOneMoreRowTakesALargerRidge: of few rows that are nearly separated, the choice has a larger μ than the least loss that
// is shown, and the search says why.
func TestOneMoreRowTakesALargerRidge(t *testing.T) {
	golden := readSuccession(t).Two
	s := separable(t, golden.X, golden.Classes, []float64{0.1}, []float64{1e-4, 1e-3, 1e-2, 0.1, 1})
	events := scored(s, 1)
	standing, ok := s.Standing(events)
	if !ok {
		t.Fatal(s.NoScore(events))
	}
	e := s.boards(events)[0][Candidate{}]
	least, lower := 0, 0
	best := standing.Ranked[standing.Best]
	for _, mu := range e.Mus {
		if loss := Mean(e.PlainAt(mu)).Mean; loss < Mean(e.PlainAt(least)).Mean {
			least = mu
		}
		if Mean(e.PlainAt(mu)).Mean < Mean(e.PlainAt(best.Mu)).Mean {
			lower++
		}
	}
	if best.Mu <= least || best.PlainLoss != Mean(e.PlainAt(best.Mu)) || best.Loss != Mean(e.At(best.Mu)) {
		t.Errorf("chosen is μ %g with %v, shown %v; the least shown is at %g", s.Mus[best.Mu], best.Loss, best.PlainLoss, s.Mus[least])
	}
	if said := s.ComparedBy(events, standing); !strings.HasSuffix(said, fmt.Sprintf(" %d of them have a lower logloss", lower)) {
		t.Errorf("%d settings have a lower loss; said: %q", lower, said)
	}
}

// TestOtherLossesAreCompared: of a regression and of an SVM the loss that is shown is compared, bit for bit, and nothing is to be said.
func TestOtherLossesAreCompared(t *testing.T) {
	golden := readSuccession(t).Two
	for _, learner := range []string{trial.LearnRidge, trial.LearnSVM} {
		s := separable(t, golden.X, golden.Classes, []float64{0.1, 1}, []float64{1e-3, 0.1})
		s.Learner, s.Spec.Learner = learner, learner
		events := scored(s, 1)
		standing, ok := s.Standing(events)
		if !ok || s.ComparedBy(events, standing) != "" {
			t.Errorf("%s: %v, said %q", learner, ok, s.ComparedBy(events, standing))
		}
		for _, e := range events {
			for fold := range e.Losses {
				if !slices.Equal(e.Losses[fold], e.Plain[fold]) || math.IsNaN(e.Losses[fold][0]) {
					t.Errorf("%s: compared are %v, shown %v", learner, e.Losses[fold], e.Plain[fold])
				}
			}
		}
	}
}
