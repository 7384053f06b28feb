package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// kernelOf returns a kernel of the named family.
func kernelOf(family string, values kernel.Values) model.Kernel {
	f, _ := kernel.Lookup(family)
	return f.Member(values).Function()
}

func gaussian(gamma float64) model.Kernel { return kernelOf("gaussian", kernel.Values{"gamma": gamma}) }
func laplacian(gamma float64) model.Kernel {
	return kernelOf("laplacian", kernel.Values{"gamma": gamma})
}
func linear() model.Kernel { return kernelOf("linear", kernel.Values{}) }
func periodic(beta int) model.Kernel {
	return kernelOf("periodic", kernel.Values{"beta": float64(beta)})
}
func polynomial(gamma, offset float64, degree int) model.Kernel {
	return kernelOf("polynomial", kernel.Values{"gamma": gamma, "offset": offset, "degree": float64(degree)})
}

func gramAt(x *mat.Dense, k model.Kernel) *model.Gram {
	return model.NewGram(model.NewPoints(x, k.Geometry()), k)
}

// entireForTests replaces DefaultExactLimit in tests of figures from leading eigenvalues. It is smaller,
// and the tests are faster.
const entireForTests = 500

func randomPoints(n, d int, seed uint64) *mat.Dense {
	return linalg.Gaussian(n, d, rand.New(rand.NewPCG(seed, 1)))
}

// stored is a K̃ given as a dense matrix.
type stored struct{ a *mat.Dense }

func (s stored) Rank() int        { return 1 }
func (s stored) Bytes() int64     { return 0 }
func (stored) Landmarks() []int   { return nil }
func (stored) Sketch() *mat.Dense { return nil }
func (stored) Warnings() []string { return nil }

func (s stored) Decompose(context.Context) (*model.Decomposition, error) { panic("not needed") }
func (s stored) Extension(context.Context) (*model.Extension, error)     { panic("not needed") }

func (s stored) Diag(dst []float64) {
	for i := range dst {
		dst[i] = s.a.At(i, i)
	}
}
func (s stored) Block(dst *mat.Dense, rows, cols []int) {
	r, c := dst.Dims()
	for i := range r {
		for j := range c {
			dst.Set(i, j, s.a.At(at(rows, i), at(cols, j)))
		}
	}
}
func (s stored) MulTo(dst, x *mat.Dense) { dst.Mul(s.a, x) }

func at(idx []int, i int) int {
	if idx == nil {
		return i
	}
	return idx[i]
}

func denseOf(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		m.SetRow(i, r)
	}
	return m
}

// near fails unless got is close to want. The tolerance rel is relative to want, or to scale if that is
// larger.
func near(t *testing.T, what string, got, want, rel, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*max(math.Abs(want), scale)) {
		t.Errorf("%s = %.15g, want %.15g (relative difference %.1e)", what, got, want, math.Abs(got-want)/math.Abs(want))
	}
}

func mustPanic(t *testing.T, what string, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error(what + " does not panic")
		}
	}()
	call()
}

// denseEigen returns all eigenvalues, descending, by gonum's dense routine.
func denseEigen(t *testing.T, a *mat.Dense) []float64 {
	t.Helper()
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, false) {
		t.Fatal("no convergence")
	}
	v := e.Values(nil)
	out := make([]float64, n)
	for i := range v {
		out[i] = v[n-1-i]
	}
	return out
}

func whole(g *model.Gram) *mat.Dense {
	k := mat.NewDense(g.N(), g.N(), nil)
	g.View().Block(k, nil, nil)
	return k
}

func matern(nu string, ell float64) model.Kernel {
	return kernelOf("matern"+nu, kernel.Values{"gamma": 1 / (2 * ell * ell)})
}

func (s stored) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	var e mat.EigenSym
	if !e.Factorize(linalg.Symmetric(s.a), false) {
		panic("no convergence")
	}
	return floats.Norm(e.Values(nil), 2), floats.Norm(e.Values(nil), math.Inf(1)), nil
}

// valueOf computes a figure and returns its value.
func valueOf(t fatal, figure func(context.Context) (Estimate, error)) float64 {
	e, err := figure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return e.Value
}

// pairsOf returns all eigenpairs.
func pairsOf(t fatal, r *Reference) *eigenpairs {
	p, err := r.decompose(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}
