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

	"gramscope/model"
	"gramscope/model/kernel"
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

// tracesAt returns a kernel matrix at factor times the median width, and its eigenvalues.
func tracesAt(t *testing.T, n int, factor float64) (*model.Gram, []float64) {
	t.Helper()
	x := randomPoints(n, 4, 3)
	median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
	g := gramAt(x, gaussian(1/(2*factor*factor*median*median)))
	if err := g.Store(t.Context()); err != nil {
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

// TestProductsOnce: the same seed gives the same bits on any number of workers and after calls at other ridges. The
// solutions solve their equations. A call whose context has ended fails, and the next one does not notice.
func TestProductsOnce(t *testing.T) {
	g, _ := tracesAt(t, 520, 0.3)
	b := make([]float64, 520)
	for i := range b {
		b[i] = math.Sin(float64(i))
	}
	at := func(workers int, ridges ...float64) (last Traces) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		r, err := NewReference(g, false, [2]uint64{5, 7})
		if err != nil {
			t.Fatal(err)
		}
		p := r.Products(b, make([]float64, 520))
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
		t.Errorf("%+v, then %+v; are the solutions equal: %v", one.LogDet, more.LogDet,
			reflect.DeepEqual(one.Solutions, more.Solutions))
	}
	rest := mat.NewVecDense(520, nil)
	k, err := g.Symmetric(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rest.MulVec(k, mat.NewVecDense(520, one.Solutions[0]))
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
