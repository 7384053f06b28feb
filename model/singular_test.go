package model_test

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

func TestSingularErrorSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		err  model.SingularError
		want []string
		not  []string
	}{
		{model.SingularError{Mu: 1e-20, Condition: 3e19}, []string{"singular", "1e-20", "condition 3e+19", "raise mu"},
			[]string{"or more", "definite"}},
		{model.SingularError{Mu: 0, Condition: math.Inf(1)},
			[]string{"singular or not positive definite", "μ = 0", "raise mu"}, []string{"Inf", "or more"}},
		{model.SingularError{Mu: 0, Condition: 1e17, Usable: 1e-12}, []string{"singular", "raise mu to 1.01e-12 or more"},
			nil},
		{model.SingularError{Mu: 0.1, Condition: math.Inf(1), Negative: -0.25, Usable: 0.251},
			[]string{"indefinite, with least eigenvalue -0.25", "raise mu to 0.253 or more"}, []string{"singular", "Inf"}},
		// Above −λmin it is the condition that is at fault.
		{model.SingularError{Mu: 0.26, Condition: 1e17, Negative: -0.25, Usable: 0.3},
			[]string{"singular", "condition 1e+17"}, []string{"indefinite"}},
	} {
		got := c.err.Error()
		for _, part := range c.want {
			if !strings.Contains(got, part) {
				t.Errorf("%q: want %q in it", got, part)
			}
		}
		for _, part := range c.not {
			if strings.Contains(got, part) {
				t.Errorf("%q: want no %q in it", got, part)
			}
		}
	}
}

// TestUsableIsRoundedUp: what is read off the message must do.
func TestUsableIsRoundedUp(t *testing.T) {
	for usable := 1e-14; usable < 1e3; usable *= 1.0037 {
		text := (&model.SingularError{Condition: 1e17, Usable: usable}).Error()
		_, text, _ = strings.Cut(text, "raise mu to ")
		number, _, _ := strings.Cut(text, " ")
		if v, err := strconv.ParseFloat(number, 64); err != nil || v < usable || v > 1.02*usable {
			t.Fatalf("%q for %v: %v", text, usable, err)
		}
	}
}

// TestSymmetricIsACopy: what is done to it stays there, and it counts as all of K.
func TestSymmetricIsACopy(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4})
	k := kernel.Gaussian{Gamma: 0.4}
	g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	for _, kept := range []bool{false, true} {
		if kept {
			if err := g.Store(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		view := g.View()
		a, err := view.Symmetric(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if view.Entries() != 25 {
			t.Errorf("%d entries counted, want 25", view.Entries())
		}
		want := a.At(1, 3)
		a.SetSym(1, 3, -7)
		b := mat.NewDense(5, 5, nil)
		view.Block(b, nil, nil)
		if b.At(1, 3) != want || b.At(3, 1) != want {
			t.Errorf("K(1, 3) = %g after its copy was written to, want %g", b.At(1, 3), want)
		}
	}
}
