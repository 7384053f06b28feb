package learn

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// classed returns n rows of q features of falling size, and three classes with noise between them.
func classed(n, q int) (*mat.Dense, []int) {
	phi, y := labelled(n, q, 7)
	classes := make([]int, n)
	for i := range classes {
		if classes[i] = 0; phi.At(i, 1) > 0.4 {
			classes[i] = 1
		} else if y[i] > 0 {
			classes[i] = 2
		}
	}
	return phi, classes
}

// TestClassifyAlong: for a search, probabilities at all ridges are those of Classify to some digits, with far fewer
// Hessians than steps, and the figures at a ridge hardly depend on the others of the list.
func TestClassifyAlong(t *testing.T) {
	mus := []float64{1e-5, 1e-3, 1e-1, 1, 10, 1e3}
	for _, size := range [][2]int{{60, 40}, {300, 12}, {300, 90}} { // separable, noisy, and in between
		phi, classes := classed(size[0], size[1])
		all, failed, err := ClassifyAlong(t.Context(), phi, classes, 3, mus)
		if err != nil {
			t.Fatal(err)
		}
		alone, _, err := ClassifyAlong(t.Context(), phi, classes, 3, mus[1:2])
		if err != nil {
			t.Fatal(err)
		}
		for i, mu := range mus {
			want, err := Classify(t.Context(), LearnerLogistic, phi, classes, 3, mu, nil)
			if err != nil || failed[i] != nil {
				t.Fatal(err, failed[i])
			}
			exactly, roughly := want.Chances(want.Values(phi)), all[i].Chances(all[i].Values(phi))
			if loss, about := LogLoss(exactly, classes), LogLoss(roughly, classes); !(math.Abs(about-loss) <= 5e-4*loss) || all[i].Warnings() != nil {
				t.Errorf("%v, μ = %g: log loss %v, should be %v (%v)", size, mu, about, loss, all[i].Warnings())
			}
			if i == 1 {
				if loss, about := LogLoss(exactly, classes), LogLoss(alone[0].Chances(alone[0].Values(phi)), classes); !(math.Abs(about-loss) <= 5e-4*loss) {
					t.Errorf("%v, μ = %g alone: log loss %v, should be %v", size, mu, about, loss)
				}
			}
		}
	}
}

// TestClassifyAlongIsSingular: a ridge below the rounding errors of the features fails, and the others do not.
func TestClassifyAlongIsSingular(t *testing.T) {
	phi, classes := classed(40, 3)
	twice := mat.NewDense(40, 6, nil) // equal columns
	for i := range 40 {
		for j := range 6 {
			twice.Set(i, j, 1e3*phi.At(i, j%3))
		}
	}
	all, failed, err := ClassifyAlong(t.Context(), twice, classes, 3, []float64{1e-300, 1})
	if err != nil {
		t.Fatal(err)
	}
	if singular := (*model.SingularError)(nil); !errors.As(failed[0], &singular) || all[0] != nil || failed[1] != nil || all[1] == nil {
		t.Errorf("errors %v, and classifiers %v", failed, all)
	}
}
