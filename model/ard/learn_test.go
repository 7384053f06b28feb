package ard

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/kernel"
)

// growing has the problem of relevant, and two parts of it.
func growing() (Problem, []Size) {
	p := relevant(300)
	p.Family, _ = kernel.Lookup("gaussian")
	return p, []Size{{100, 40}, {300, 60}}
}

func TestLearnFindsTheRelevantFeatures(t *testing.T) {
	p, parts := growing()
	found, err := Learn(t.Context(), p, parts, 2)
	if err != nil {
		t.Fatal(err)
	}
	widths := found.Widths.Numbers()
	if least, most := slices.Min(widths[2:]), slices.Max(widths[:2]); least < 4*most || found.Rows != 300 {
		t.Errorf("widths %v from %d rows: those of the features that do not matter are below 4 times the others'", widths,
			found.Rows)
	}
}

// TestWidthsSoFar ends the context after more and more evaluations. What is found then is never worse than what was
// found before on the same part, and the part before counts until the next has a value.
func TestWidthsSoFar(t *testing.T) {
	p, _ := growing()
	parts := []Size{{60, 20}, {120, 30}}
	count := 0
	run := func(most int) (*Found, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		p.Report = func(evaluations int) {
			if count = evaluations; count > most {
				cancel()
			}
		}
		return Learn(ctx, p, parts, 2)
	}
	if found, err := run(0); found != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("without an evaluation %v, %v", found, err)
	}
	last := &Found{Bound: math.Inf(-1), Rows: 60}
	both := false
	for most := 1; most < 200; most += 5 {
		found, err := run(most)
		if err != nil {
			t.Fatal(err)
		}
		if found.Rows == last.Rows && found.Bound < last.Bound || found.Rows < last.Rows {
			t.Errorf("after %d evaluations %v from %d rows, before %v from %d", most, found.Bound, found.Rows, last.Bound,
				last.Rows)
		}
		both = both || found.Rows > last.Rows
		if count < most { // the end
			break
		}
		last = found
	}
	if !both || len(slices.Compact(slices.Sorted(slices.Values(last.Widths.Numbers())))) < 5 {
		t.Errorf("at last %v from %d rows", last.Widths, last.Rows)
	}
}

// TestWidthsAreDrawnTogether compares the criterion with the evidence and the logarithm of the normal distribution, and
// its gradient with differences.
func TestWidthsAreDrawnTogether(t *testing.T) {
	p, _ := growing()
	s := &search{ctx: t.Context(), bound: newBound(p, Size{300, 60})}
	theta := []float64{0.1, -0.3, 0.5, 1, 0.7, math.Log(0.05)} // the mean of the widths' is 0.4, the sum of squares 1.04
	gradient, widths := make([]float64, 6), make([]float64, 5)
	for j := range widths {
		widths[j] = math.Exp(theta[j])
	}
	plain, err := s.bound.at(t.Context(), widths, 0.05, nil)
	if got, want := s.evaluate(theta, gradient), plain-1.04/2/(0.42*0.42); err != nil ||
		math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("value %v, want %v", got, want)
	}
	for j := range theta {
		const h = 1e-5
		up, down := slices.Clone(theta), slices.Clone(theta)
		up[j] += h
		down[j] -= h
		none := make([]float64, 6)
		want := (s.evaluate(up, none) - s.evaluate(down, none)) / (2 * h)
		if math.Abs(gradient[j]-want) > 1e-4*(1+math.Abs(want)) {
			t.Errorf("derivative %d is %v, by differences %v", j, gradient[j], want)
		}
	}
}

// TestFarPointsKeepTheGradient: features far from 0 have the gradient of those around it.
func TestFarPointsKeepTheGradient(t *testing.T) {
	p, _ := growing()
	widths, near, far := []float64{1, 2, 1.5, 3, 2}, make([]float64, 6), make([]float64, 6)
	if _, err := newBound(p, Size{300, 60}).at(t.Context(), widths, 0.05, near); err != nil {
		t.Fatal(err)
	}
	p.X = mat.DenseCopyOf(p.X)
	p.X.Apply(func(_, _ int, v float64) float64 { return v + 1e6 }, p.X)
	if _, err := newBound(p, Size{300, 60}).at(t.Context(), widths, 0.05, far); err != nil {
		t.Fatal(err)
	}
	for j := range near {
		if math.Abs(near[j]-far[j]) > 1e-3*(1+math.Abs(near[j])) {
			t.Errorf("derivative %d is %v, and %v far from 0", j, near[j], far[j])
		}
	}
}

// TestLearnFindsShortWidths has a target that oscillates along the first feature. From the best single width, which is
// wide, a search takes that for noise.
func TestLearnFindsShortWidths(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	const n, d = 300, 6
	p := Problem{X: mat.NewDense(n, d, nil), Y: make([]float64, n)}
	p.Family, _ = kernel.Lookup("gaussian")
	for i := range n {
		for j := range d {
			p.X.Set(i, j, rng.NormFloat64())
		}
		x := p.X.RawRowView(i)
		p.Y[i] = math.Sin(3*x[0]) + math.Abs(x[1]) + x[2]*x[3]/2 + 0.3*rng.NormFloat64()
	}
	found, err := Learn(t.Context(), p, []Size{{n, n / 2}}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if widths := found.Widths.Numbers(); widths[0] > 2 {
		t.Errorf("widths %v: the first is that of a feature that does not matter", widths)
	}
}
