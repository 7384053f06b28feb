package approxtest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// suite is one method under test.
type suite struct {
	method  model.Method
	promise Promise
	tiled   bool // the factor may not be stored
}

// seeded returns a generator for a seed.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 42)) }

// cloud returns n Gaussian points in d dimensions.
func cloud(n, d int, seed uint64) *mat.Dense { return linalg.Gaussian(n, d, seeded(seed)) }

// repeated returns n rows, five of them distinct.
func repeated(n int) *mat.Dense {
	places := make([]int, n)
	for i := range places {
		places[i] = i % 5
	}
	return linalg.Rows(cloud(5, 2, 17), places)
}

// gram returns the kernel matrix of x for the named family. That of precomputed is a Gaussian's.
func gram(t *testing.T, x *mat.Dense, name string, gamma float64) *model.Gram {
	t.Helper()
	f, known := kernel.Lookup(name)
	if !known {
		t.Fatalf("no kernel %s", name)
	}
	if f.IsPrecomputed() {
		return precomputed(gram(t, x, "gaussian", gamma))
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		t.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(x, f.Geometry), k)
	g.Give(Reordered(x))
	return g
}

// precomputed returns the same kernel matrix with points that are row numbers, in the order of g.
func precomputed(g *model.Gram) *model.Gram {
	k, numbers := exact(g), mat.NewDense(g.N(), 1, nil)
	for i := range g.N() {
		numbers.Set(i, 0, float64(i+1))
	}
	row := func(dst []float64, row int, columns []int) {
		for c, j := range columns {
			dst[c] = k.At(row, j)
		}
	}
	out := model.NewGram(model.NewPoints(numbers, model.Entry), &model.Precomputed{Row: row, Symmetric: true})
	out.Give(Reordered(numbers))
	return out
}

// Reordered returns the rows of x in another order, to be given as landmarks.
func Reordered(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	return linalg.Rows(x, seeded(5).Perm(n))
}

// Gram returns the problem of most checks: n points in d dimensions, with a kernel that suits the method. The zero
// Method stands for all that take any kernel.
func Gram(t *testing.T, m model.Method, n, d int) *model.Gram {
	return suite{method: m}.gram(t, cloud(n, d, 7), 0.5)
}

// problem returns that problem in two dimensions.
func (s suite) problem(t *testing.T, n int) *model.Gram { return Gram(t, s.method, n, 2) }

// gram returns the kernel matrix of x for a kernel that has a spectral density, a unit diagonal, and at γ = 0.5 some
// hundreds of independent columns, or for the first that the method names.
func (s suite) gram(t *testing.T, x *mat.Dense, gamma float64) *model.Gram {
	name := "gaussian"
	if names := s.method.Needs.Kernels; names != nil && !slices.Contains(names, name) {
		name = names[0]
	}
	return gram(t, x, name, gamma)
}

// settings returns moderate values of the parameters that methods share. A method ignores those that it
// does not have, and uses its defaults for all others.
func settings(m float64) model.Values {
	return model.Values{model.BudgetName: m, model.ClustersName: 4, model.AccumulationsName: 3, model.ScoreRidgeName: 1e-2}
}

// fitter returns a fitter with the given parameters.
func (s suite) fitter(t *testing.T, set model.Values) (model.Fitter, model.Values) {
	t.Helper()
	f, err := s.method.With(set)
	if err != nil {
		t.Fatal(err)
	}
	params := model.Values{}
	for _, p := range f.Params() {
		params[p.Name] = p.Value()
	}
	return f, params
}

// fit returns a fit. The test fails if there is an error.
func (s suite) fit(t *testing.T, g *model.Gram, set model.Values, seed uint64) Fit {
	t.Helper()
	f, params := s.fitter(t, set)
	if s.tiled {
		g.SetFactorLimit(0)
	}
	a, err := f.Fit(context.Background(), g, seeded(seed))
	if err != nil {
		t.Fatalf("%s with %v on n = %d: %v", s.method.Name, params, g.N(), err)
	}
	return Fit{N: g.N(), Params: params, Gram: g.View(), Rand: seeded(seed), Approximation: a}
}

// exact returns all of K, read through a view.
func exact(g *model.Gram) *mat.Dense {
	k := mat.NewDense(g.N(), g.N(), nil)
	g.View().Block(k, nil, nil)
	return k
}

// dense returns all of K̃.
func dense(f Fit) *mat.Dense {
	k := mat.NewDense(f.N, f.N, nil)
	f.Block(k, nil, nil)
	return k
}

func difference(a, b *mat.Dense) *mat.Dense {
	var d mat.Dense
	d.Sub(a, b)
	return &d
}

// relative returns ‖a‖_F/‖b‖_F.
func relative(a, b *mat.Dense) float64 { return mat.Norm(a, 2) / mat.Norm(b, 2) }

// eigenvalues returns the eigenvalues of a symmetric matrix, descending.
func eigenvalues(t *testing.T, a *mat.Dense) []float64 {
	t.Helper()
	values, err := linalg.Eigenvalues(t.Context(), linalg.Symmetric(a))
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// requireFinite fails for a NaN or Inf.
func requireFinite(t *testing.T, what string, a *mat.Dense) {
	t.Helper()
	if norm := mat.Norm(a, 2); math.IsNaN(norm) || math.IsInf(norm, 0) {
		t.Fatalf("%s has the norm %v", what, norm)
	}
}

// sameBits fails if two matrices differ.
func sameBits(t *testing.T, what string, a, b *mat.Dense) {
	t.Helper()
	if !mat.Equal(a, b) {
		t.Fatalf("%s: they differ by %.2g of their norm", what, relative(difference(a, b), b))
	}
}
