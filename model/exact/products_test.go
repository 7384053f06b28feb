package exact

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestXNysTraceAgainstNumPy: estimates and standard errors equal those of testdata/model/golden_xnystrace.py.
func TestXNysTraceAgainstNumPy(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_xnystrace.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Omega, Y         [][]float64
		XNysTrace        struct{ Value, SE float64 }
		GirardHutchinson struct{ Value, SE float64 } `json:"girard_hutchinson"`
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	omega, y := denseOf(g.Omega), denseOf(g.Y)
	got := XNysTrace(omega, y)
	near(t, "XNysTrace", got.Value, g.XNysTrace.Value, 1e-11, 0)
	near(t, "its standard error", got.SE, g.XNysTrace.SE, 1e-9, 0)
	got = GirardHutchinson(omega, y)
	near(t, "Girard and Hutchinson", got.Value, g.GirardHutchinson.Value, 1e-13, 0)
	near(t, "its standard error", got.SE, g.GirardHutchinson.SE, 1e-12, 0)
}

// TestXNysTraceCovers: over 200 seeds, 90 to 99 % of the 95 % intervals contain the trace, and the mean of the
// estimates is the trace, for spectra from flat to steep. The matrix is diagonal: Gaussian vectors have no direction.
func TestXNysTraceCovers(t *testing.T) {
	const n, s, seeds = 120, 32, 200
	for name, value := range map[string]func(i float64) float64{
		"nearly flat": func(i float64) float64 { return 1 + 1/(1+i) }, "polynomial": func(i float64) float64 { return math.Pow(1+i, -2) },
		"a step": func(i float64) float64 { return 1 / (1 + math.Exp(i-60)) }, "exponential": func(i float64) float64 { return math.Exp(-i / 4) },
	} {
		trace, held, all := 0.0, 0, make([]float64, seeds)
		for i := range n {
			trace += value(float64(i))
		}
		for seed := range all {
			omega := linalg.Gaussian(n, s, rand.New(rand.NewPCG(uint64(seed), 29)))
			y := mat.DenseCopyOf(omega)
			for i := range n {
				floats.Scale(value(float64(i)), y.RawRowView(i))
			}
			e := XNysTrace(omega, y)
			all[seed] = e.Value
			if math.Abs(e.Value-trace) <= 1.96*e.SE {
				held++
			}
		}
		mean, deviation := stat.MeanStdDev(all, nil)
		t.Logf("%s: %.7g, mean %.7g, deviation %.2g, %d of %d", name, trace, mean, deviation, held, seeds)
		if held < 9*seeds/10 || held > 99*seeds/100 {
			t.Errorf("%s: %d of %d intervals contain the trace", name, held, seeds)
		}
		if math.Abs(mean-trace) > 3.5*deviation/math.Sqrt(seeds) {
			t.Errorf("%s: the mean is %v, want %v", name, mean, trace)
		}
	}
}

// tracesAt returns a kernel matrix at factor times the median width, and its eigenvalues.
func tracesAt(t *testing.T, n int, factor float64) (*model.Gram, []float64) {
	t.Helper()
	x := randomPoints(n, 4, 3)
	median, _ := kernel.PairwiseDistance(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1)))
	g := gramAt(x, gaussian(1/(2*factor*factor*median*median)))
	if _, err := g.Store(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := NewReference(g, true, [2]uint64{1, 7})
	if err != nil {
		t.Fatal(err)
	}
	values, err := r.Eigenvalues(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g, values
}

// TestProductsCover: over seeds, the 95 % intervals of traces contain the figures from all eigenvalues in 90 to 99 %
// of all cases, and the mean of the estimates is the figure. The kernel is so narrow that K̃ leaves much of K.
func TestProductsCover(t *testing.T) { checkProductsCover(t, 8, 0.75, 1) }

// checkProductsCover asks that the share of intervals which hold the figure is from least to most.
func checkProductsCover(t *testing.T, seeds uint64, least, most float64) {
	t.Helper()
	const n = LeastProducts
	for _, at := range []struct{ factor, ridge float64 }{{0.15, 1}, {0.3, 0.1}} {
		g, values := tracesAt(t, n, at.factor)
		var want Traces
		for _, v := range values {
			h := v / (v + at.ridge)
			want.Dimension.Value += h
			want.Squares.Value += h * h
			want.LogDet.Value += math.Log(v + at.ridge)
		}
		figures := map[string]func(*Traces) *Estimate{"tr H": func(t *Traces) *Estimate { return &t.Dimension }, "‖H‖²": func(t *Traces) *Estimate { return &t.Squares }, "log det": func(t *Traces) *Estimate { return &t.LogDet }}
		held, all := map[string]float64{}, map[string][]float64{}
		for seed := range seeds {
			r, err := NewReference(g, false, [2]uint64{seed, 7})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Products().At(t.Context(), at.ridge)
			if err != nil {
				t.Fatal(err)
			}
			for name, of := range figures {
				e := of(&got)
				all[name] = append(all[name], e.Value)
				if math.Abs(e.Value-of(&want).Value) <= 1.96*e.SE {
					held[name] += 1 / float64(seeds)
				}
			}
		}
		for name, of := range figures {
			mean, deviation := stat.MeanStdDev(all[name], nil)
			truth := of(&want).Value
			t.Logf("%v: %s = %.7g, mean %.7g, deviation %.2g, held %.3f", at, name, truth, mean, deviation, held[name])
			if held[name] < least || held[name] > most {
				t.Errorf("%v: %.3f of the intervals contain %s, want %v to %v", at, held[name], name, least, most)
			}
			if math.Abs(mean-truth) > 3.5*deviation/math.Sqrt(float64(seeds)) {
				t.Errorf("%v: the mean of %s is %v ± %.2g, want %v", at, name, mean, deviation/math.Sqrt(float64(seeds)), truth)
			}
		}
	}
}

// TestProductsOnce: the same seed gives the same bits on any number of workers and after calls at other ridges. The
// solutions solve their equations. A call whose context has ended fails, and the next one does not notice.
func TestProductsOnce(t *testing.T) {
	g, _ := tracesAt(t, 600, 0.3)
	b := make([]float64, 600)
	for i := range b {
		b[i] = math.Sin(float64(i))
	}
	at := func(workers int, ridges ...float64) (last Traces) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		r, err := NewReference(g, false, [2]uint64{5, 7})
		if err != nil {
			t.Fatal(err)
		}
		p := r.Products(b, make([]float64, 600))
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := p.At(ended, 0.1); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end of its context: %v", err)
		}
		for _, ridge := range ridges {
			if last, err = p.At(t.Context(), ridge); err != nil {
				t.Fatal(err)
			}
		}
		return last
	}
	one := at(1, 0.1)
	if more := at(3, 1e-4, 10, 0.1); !reflect.DeepEqual(one, more) {
		t.Errorf("%+v, then %+v; are the solutions equal: %v", one.LogDet, more.LogDet, reflect.DeepEqual(one.Solutions, more.Solutions))
	}
	rest := mat.NewVecDense(600, nil)
	k, err := g.Symmetric(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rest.MulVec(k, mat.NewVecDense(600, one.Solutions[0]))
	for i, v := range b {
		rest.SetVec(i, rest.AtVec(i)+0.1*one.Solutions[0][i]-v)
	}
	if size := mat.Norm(rest, 2) / floats.Norm(b, 2); size > 1e-6 || math.Abs(size-one.Residual) > 1e-9 {
		t.Errorf("the residual is %.2g, and was said to be %.2g", size, one.Residual)
	}
	if v := floats.Norm(one.Solutions[1], 2); v > 1e-12 {
		t.Errorf("the solution for 0 has the norm %v", v)
	}
}
