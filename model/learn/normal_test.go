package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// mapped returns a problem with n rows, which take several tiles, and h Fourier frequencies. The kernel is so
// wide that some directions of the features are rounding errors.
func mapped(t *testing.T, n, h int, width float64) (e *model.Extension, x *mat.Dense, y []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	x, y = linalg.Gaussian(n, 3, rng), make([]float64, n)
	for i := range y {
		y[i] = 5 + math.Sin(2*x.At(i, 0)) + 0.1*rng.NormFloat64()
	}
	w := linalg.Gaussian(h, 3, rng)
	w.Scale(width, w)
	kernel, err := kernel.Families()[0].Kernel(kernel.Values{"gamma": width * width / 2})
	if err != nil {
		t.Fatal(err)
	}
	return &model.Extension{Kernel: kernel, Parts: []model.Part{{Frequencies: w, Width: 2 * h}}, Product: true}, x, y
}

// TestMultiply: blocks of columns may be zeros only, as are the weights of a truth that is not known.
func TestMultiply(t *testing.T) {
	a, b, got := linalg.Gaussian(4, 5, rand.New(rand.NewPCG(1, 1))), mat.NewDense(5, 49, nil), mat.NewDense(4, 49, nil)
	for j := range 48 {
		b.Set(j%5, j, float64(j))
	}
	got.Set(3, 48, 1)
	multiply(got, a, b)
	var want mat.Dense
	if want.Mul(a, b); !mat.EqualApprox(got, &want, 1e-12) {
		t.Error("the product is another")
	}
}

// pairsOf returns the eigenpairs of ΦΦᵀ, computed from the singular values of Φ.
func pairsOf(t *testing.T, phi *mat.Dense) *model.Decomposition {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(phi, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	n, _ := phi.Dims()
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	q, r := len(values), 0
	for r < q && values[r] > 1e-9*values[0] {
		for i := range q {
			v.Set(i, r, values[r]*v.At(i, r))
		}
		values[r] *= values[r]
		r++
	}
	group := model.EigenGroup{Values: values[:r], Q: mat.DenseCopyOf(u.Slice(0, n, 0, r)),
		Back: mat.DenseCopyOf(v.Slice(0, q, 0, r))}
	return &model.Decomposition{N: n, Groups: []model.EigenGroup{group}}
}

// TestNormalEquationsAreRidge: all figures of the regression equal those from the eigenpairs of K̃, computed by
// an SVD. That holds by Cholesky, by eigenpairs, and for a large condition.
func TestNormalEquationsAreRidge(t *testing.T) {
	const n, h = 1500, 20
	for _, width := range []float64{1, 0.05} {
		e, x, y := mapped(t, n, h, width)
		truth := make([]float64, n)
		for i := range truth {
			truth[i] = 5 + math.Sin(2*x.At(i, 0))
		}
		ridge := NewRidge(pairsOf(t, e.Features(x)), y)
		normal, err := NewNormal(t.Context(), e, nil, x, y, truth)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := NewNormal(t.Context(), e, e.Features(x), x, y, truth)
		if err != nil {
			t.Fatal(err)
		}
		if more := kept.Bytes() - normal.Bytes(); more != 8*n*2*h {
			t.Errorf("kept features take %d bytes", more)
		}
		byPairs := func(ctx context.Context, mu float64) (*NormalFit, error) {
			w, err := normal.sums.byEigenpairs(ctx, mu)
			return &NormalFit{w, normal}, err
		}
		z := linalg.Gaussian(7, 3, rand.New(rand.NewPCG(8, 9)))
		for _, mu := range []float64{1e3, 1, 1e-3, 1e-6, 1e-10} {
			want, err := ridge.At(mu)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []func(context.Context, float64) (*NormalFit, error){normal.At, byPairs, kept.At} {
				f, err := at(t.Context(), mu)
				if err != nil {
					t.Fatal(err)
				}
				got, bias, err := f.Rows(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				// The error of both is about eps·λ₁/μ.
				tol := 1e-10 + 1e-14*normal.sums.bound()/mu
				close := func(what string, a, b float64) {
					t.Helper()
					if !(math.Abs(a-b) <= tol*math.Abs(b)) {
						t.Errorf("width %v, μ = %v: %s = %.12g, by the eigenpairs of K̃ %.12g", width, mu, what, a, b)
					}
				}
				close("df", f.DF, want.DF)
				close("GCV", got.GCV, want.GCV)
				close("LOO", got.LOO, want.LOO)
				risk, err := f.Risk(t.Context(), truth, 0.1)
				if err != nil {
					t.Fatal(err)
				}
				wanted := want.Risk(truth, 0.1)
				close("bias", risk.Bias, wanted.Bias)
				close("bias of the second pass", bias, wanted.Bias)
				close("variance", risk.Variance, wanted.Variance)
				close("distance of fitted values", 1+floats.Distance(got.Fitted, want.Fitted, math.Inf(1)), 1)
				values := want.At(ridge.d.Coordinates(e.Features(z)))
				close("distance of predicted values", 1+floats.Distance(f.Values(z), values, math.Inf(1)), 1)
			}
			values := want.At(ridge.d.Coordinates(e.Features(z)))
			for _, features := range []*mat.Dense{nil, e.Features(z)} {
				w, alone, err := kept.Predictions(t.Context(), mu, features, z)
				if err != nil {
					t.Fatal(err)
				}
				if off, tol := floats.Distance(alone, values, math.Inf(1)), 1e-10+1e-14*normal.sums.bound()/mu; !(off <= tol) ||
					len(w) != 2*h {
					t.Errorf("width %v, μ = %v: values by the weights alone are off by %.1e", width, mu, off)
				}
			}
		}
		for _, mu := range []float64{0, 1e-18 * normal.sums.bound()} {
			var singular *model.SingularError
			if _, err := normal.At(t.Context(), mu); !errors.As(err, &singular) || !(singular.Usable > 0) {
				t.Errorf("μ = %v: %v", mu, err)
				continue
			}
			if _, err := normal.At(t.Context(), singular.Usable); err != nil {
				t.Errorf("at the ridge that would do: %v", err)
			}
		}
	}
}

// counted is a kernel that counts its values.
type counted struct {
	model.Kernel
	values *atomic.Int64
}

func (c counted) Apply(v []float64) {
	c.values.Add(int64(len(v)))
	c.Kernel.Apply(v)
}

// mix is a map that is a full matrix.
type mix struct{ b *mat.Dense }

func (m mix) From(k *mat.Dense) *mat.Dense { return m.times(k, m.b) }
func (m mix) Onto(w *mat.Dense) *mat.Dense { return m.times(m.b, w) }
func (mix) times(a, b *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

// TestNormalEquationsTakeTwoPasses: all figures at the rows and K̃'s norms take two evaluations of the kernel for
// each pair of a row and a landmark, for any number of rows.
func TestNormalEquationsTakeTwoPasses(t *testing.T) {
	const n, q, mu, noise = 1300, 6, 0.5, 0.3
	_, x, y := mapped(t, n, 3, 1)
	for _, m := range []int{q, 3 * q} {
		k := counted{kernelOf(t, "gaussian", 0.2), new(atomic.Int64)}
		rng := rand.New(rand.NewPCG(6, 6))
		e := &model.Extension{Kernel: k, Product: true,
			Parts: []model.Part{{Landmarks: linalg.Gaussian(m, 3, rng), Map: mix{linalg.Gaussian(m, q, rng)}, Width: q}}}
		truth := make([]float64, n)
		for i := range truth {
			truth[i] = math.Cos(x.At(i, 1))
		}
		phi := e.Features(x)
		k.values.Store(0)
		normal, err := NewNormal(t.Context(), e, nil, x, y, truth)
		if err != nil {
			t.Fatal(err)
		}
		frobenius, spectral, err := normal.Norms(t.Context(), rng)
		if err != nil {
			t.Fatal(err)
		}
		at, err := normal.At(t.Context(), mu)
		if err != nil {
			t.Fatal(err)
		}
		fit, bias, err := at.Rows(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		variance := at.Variance(noise)
		if got := k.values.Load(); got != int64(2*n*m) {
			t.Errorf("%d landmarks: %d kernel values, two passes take %d", m, got, 2*n*m)
		}
		pairs := pairsOf(t, phi)
		want, err := NewRidge(pairs, y).At(mu)
		if err != nil {
			t.Fatal(err)
		}
		risk := want.Risk(truth, noise)
		closest(t, "figures", []float64{frobenius, spectral, fit.LOO, fit.GCV, bias, variance},
			[]float64{floats.Norm(pairs.Values(), 2), pairs.Largest(), want.LOO, want.GCV, risk.Bias, risk.Variance}, 1e-9)
		closest(t, "fitted values", fit.Fitted, want.Fitted, 1e-9)
	}
}

func TestNormalEquationsStop(t *testing.T) {
	e, x, y := mapped(t, 1500, 20, 1)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewNormal(over, e, nil, x, y, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("under a context that is over: %v", err)
	}
	normal, err := NewNormal(t.Context(), e, nil, x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, mu := range []float64{1, 1e-11} {
		if _, err := normal.At(over, mu); !errors.Is(err, context.Canceled) {
			t.Errorf("μ = %v: %v", mu, err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("features that are not all of K̃ are taken")
		}
	}()
	e.Product = false
	_, _ = NewNormal(t.Context(), e, nil, x, y, nil)
}

// The normal equations of parts of the rows, merged in any order, are those of all rows.
func TestNormalEquationsMerge(t *testing.T) {
	const n, q = 90, 7
	rng := rand.New(rand.NewPCG(8, 9))
	phi, y := mat.NewDense(n, q, nil), make([]float64, n)
	for i := range n {
		for j := range q {
			phi.Set(i, j, rng.NormFloat64())
		}
		y[i] = rng.NormFloat64()
	}
	of := func(lo, hi int) *NormalEquations {
		e := NewNormalEquations(q)
		if err := e.Add(t.Context(), phi.Slice(lo, hi, 0, q).(*mat.Dense), y[lo:hi]); err != nil {
			t.Fatal(err)
		}
		return e
	}
	var want mat.VecDense // (ΦᵀΦ+μI)⁻¹Φᵀy
	var system mat.Dense
	system.Mul(phi.T(), phi)
	for j := range q {
		system.Set(j, j, system.At(j, j)+0.3)
	}
	var right mat.VecDense
	right.MulVec(phi.T(), mat.NewVecDense(n, y))
	if err := want.SolveVec(&system, &right); err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}} {
		parts := []*NormalEquations{of(0, 1), of(1, 40), of(40, n)}
		all := NewNormalEquations(q)
		for _, p := range order {
			all.Merge(parts[p])
		}
		w, err := all.At(t.Context(), 0.3)
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range w.W {
			if math.Abs(v-want.AtVec(j)) > 1e-12 {
				t.Errorf("weight %d is %v, want %v", j, v, want.AtVec(j))
			}
		}
		if all.Rows != n {
			t.Errorf("%d rows", all.Rows)
		}
	}
}
