package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestHingeDual follows the passes: α stays within its bounds, w is Σαyφ, the dual value never falls, and the
// distance to the objective, which is Gap, goes to 0.
func TestHingeDual(t *testing.T) {
	const n, q, mu = 600, 6, 1.0
	phi, y := labelled(n, q, 2)
	d := newHingeDual(phi, y, 1/mu)
	rng := newRNG()
	last, all := 0.0, make([]int, n)
	for i := range all {
		all[i] = i
	}
	moving := all
	for pass := range 2000 {
		if pass%20 == 0 {
			moving = all
		}
		moving = d.pass(moving, rng)
		w := make([]float64, q+1)
		for i, a := range d.alpha {
			if !(a >= 0 && a <= 1/mu) {
				t.Fatalf("pass %d: α of row %d is %v, outside of [0, %v]", pass, i, a, 1/mu)
			}
			floats.AddScaled(w[:q], a*y[i], phi.RawRowView(i))
			w[q] += a * y[i]
		}
		near(t, "w", append(append([]float64(nil), d.at.W...), d.at.Bias), w, 1e-9)
		value := floats.Sum(d.alpha) - floats.Dot(w, w)/2
		if !(value >= last*(1-1e-12)) {
			t.Fatalf("pass %d: the dual value falls from %v to %v", pass, last, value)
		}
		last = value
	}
	// The objective by its definition.
	objective := mu / 2 * penalised(d.at)
	for i := range n {
		objective += math.Max(0, 1-y[i]*(mat.Dot(phi.RowView(i), mat.NewVecDense(q, d.at.W))+d.at.Bias))
	}
	d.measure(mu)
	near(t, "objective", []float64{d.at.Objective}, []float64{objective}, 1e-10)
	near(t, "gap", []float64{d.at.Gap}, []float64{(objective - mu*last) / objective}, 1e-12)
	if !(d.at.Gap < 1e-6) {
		t.Errorf("gap %.1e after 2000 passes", d.at.Gap)
	}
}

// TestSVMObjectiveIsLeast: no step from the solution lowers the objective by more than the gap.
func TestSVMObjectiveIsLeast(t *testing.T) {
	const n, q, mu = 120, 6, 0.5
	phi, y := labelled(n, q, 2)
	l, err := SVM(context.Background(), phi, y, mu, newRNG(), 1)
	if err != nil {
		t.Fatal(err)
	}
	objective := func(l *Linear) float64 {
		sum := mu / 2 * penalised(l)
		for i, f := range l.Values(phi) {
			sum += math.Max(0, 1-y[i]*f)
		}
		return sum
	}
	near(t, "objective", []float64{l.Objective}, []float64{objective(l)}, 1e-12)
	rng := newRNG()
	for range 3000 {
		size := math.Pow(10, -4*rng.Float64())
		other := &Linear{W: slices.Clone(l.W), Bias: l.Bias + size*rng.NormFloat64()}
		for j := range other.W {
			other.W[j] += size * rng.NormFloat64()
		}
		if !(objective(other) >= l.Objective*(1-l.Gap)) {
			t.Fatalf("objective %v, and %v nearby, with a gap of %v", l.Objective, objective(other), l.Gap)
		}
	}
	if !(l.Gap <= svmGap) || l.Warnings != nil {
		t.Errorf("gap %v, warnings %v", l.Gap, l.Warnings)
	}
}

// TestSVMAtTheEnds: for large μ every row is inside the margin and w = Σyφ/μ; separable rows have their margin
// for small μ; a μ that is too small gives a warning.
func TestSVMAtTheEnds(t *testing.T) {
	ctx := context.Background()
	phi, y := labelled(40, 5, 1)
	const mu = 1e5
	l, err := SVM(ctx, phi, y, mu, newRNG(), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, 6)
	for i, label := range y {
		floats.AddScaled(want[:5], label/mu, phi.RawRowView(i))
		want[5] += label / mu
	}
	if off := distance(append(slices.Clone(l.W), l.Bias), want); !(off < 1e-12) || l.Gap > 1e-12 {
		t.Errorf("μ = %g: off by %.1e from Σyφ/μ, gap %.1e", mu, off, l.Gap)
	}

	apart := mat.DenseCopyOf(phi)
	for i := range 40 {
		apart.Set(i, 0, 3*y[i])
	}
	l, err = SVM(ctx, apart, y, 1e-3, newRNG(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range l.Values(apart) {
		if !(y[i]*f > 0.99) {
			t.Errorf("row %d of separable rows has margin %v", i, y[i]*f)
		}
	}

	noise := rand.New(rand.NewPCG(3, 3))
	hard, random := mat.NewDense(300, 20, nil), make([]float64, 300)
	for i := range 300 {
		for j := range 20 {
			hard.Set(i, j, noise.NormFloat64()*math.Pow(0.5, float64(j)))
		}
		random[i] = float64(2*noise.IntN(2) - 1)
	}
	l, err = SVM(ctx, hard, random, 1e-9, newRNG(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if !(l.Gap > svmWarnGap) || len(l.Warnings) != 1 || l.Iterations < svmPasses {
		t.Errorf("μ = 1e-9: gap %v, %d passes, warnings %v; want a warning", l.Gap, l.Iterations, l.Warnings)
	}
}

// TestSVMDrawsFromItsGenerator: with the same seed the result has the same bits, and with another
// seed it is the same solution within the gap.
func TestSVMDrawsFromItsGenerator(t *testing.T) {
	phi, y := labelled(200, 8, 2)
	fit := func(seed uint64) *Linear {
		l, err := SVM(context.Background(), phi, y, 0.1, rand.New(rand.NewPCG(seed, 1)), 1)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	a, again, other := fit(1), fit(1), fit(2)
	if !slices.Equal(a.W, again.W) || a.Bias != again.Bias {
		t.Error("the same seed gives other weights")
	}
	if slices.Equal(a.W, other.W) {
		t.Error("another seed gives the same bits: the order is not drawn")
	}
	if off := math.Abs(a.Objective-other.Objective) / a.Objective; !(off <= svmGap) {
		t.Errorf("two seeds' objectives are %.1e apart", off)
	}
}

func TestSVMErrors(t *testing.T) {
	ctx := context.Background()
	checkLearnerErrors(t, func(phi *mat.Dense, y []float64, mu float64) error {
		_, err := SVM(ctx, phi, y, mu, newRNG(), 1)
		return err
	})
	phi, y := labelled(40, 5, 1)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := SVM(stopped, phi, y, 1, newRNG(), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
	// Rows and whole columns of zeros.
	phi.SetRow(3, make([]float64, 5))
	phi.SetCol(2, make([]float64, 40))
	l, err := SVM(ctx, phi, y, 0.1, newRNG(), 1)
	if err != nil || l.W[2] != 0 || !(l.Gap <= svmGap) {
		t.Errorf("with features of zeros: %+v, %v", l, err)
	}
}

// TestSVMsShareTheirVisits: the problems of many classes that do not converge end after the visits that one such
// problem takes, or 1000 to each row, with one warning.
func TestSVMsShareTheirVisits(t *testing.T) {
	const n, count = 60, 20
	rng := rand.New(rand.NewPCG(9, 46))
	phi, classes := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		phi.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
		classes[i] = i % count
	}
	c, err := Classify(context.Background(), LearnerSVM, phi, classes, count, 1e-12, rng)
	if err != nil {
		t.Fatal(err)
	}
	for k, l := range c.Models {
		if most := svmVisits/count/n + svmRounds + 1; l.Iterations > most || l.Iterations < svmPasses {
			t.Errorf("class %d: %d visits to each row, want 1000 to %d", k, l.Iterations, most)
		}
	}
	if w := c.Warnings(); len(w) != 1 {
		t.Errorf("warnings %q, want one", w)
	}
}

// penalised returns ‖W‖² + Bias².
func penalised(l *Linear) float64 { return floats.Dot(l.W, l.W) + l.Bias*l.Bias }
