package linalg

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// said returns the value with which f panics, or "nothing".
func said(f func()) (what string) {
	defer func() {
		if p := recover(); p != nil {
			what = fmt.Sprint(p)
		}
	}()
	f()
	return "nothing"
}

// arguments are the arguments of a call, one of which a test makes wrong.
type arguments struct {
	transpose blas.Transpose
	triangle  blas.Uplo
	side      blas.Side
	diagonal  blas.Diag
	m         int
	a, c, x   []float64
	lda, ldc  int
	inc       int
}

// TestPanicsAsGonum compares the panics for wrong arguments with those of gonum, at a size at which gonum is
// not called.
func TestPanicsAsGonum(t *testing.T) {
	const n = 200
	full := make([]float64, n*n)
	for i := range n {
		full[i*n+i] = 1
	}
	spoil := map[string]func(g *arguments){
		"nothing":       func(*arguments) {},
		"the transpose": func(g *arguments) { g.transpose = 'x' },
		"the triangle":  func(g *arguments) { g.triangle = 'x' },
		"the side":      func(g *arguments) { g.side = 'x' },
		"the diagonal":  func(g *arguments) { g.diagonal = 'x' },
		"the size":      func(g *arguments) { g.m = -n },
		"A's stride":    func(g *arguments) { g.lda = n - 1 },
		"C's stride":    func(g *arguments) { g.ldc = n - 1 },
		"A":             func(g *arguments) { g.a = g.a[:n*n-1] },
		"C":             func(g *arguments) { g.c = g.c[:n*n-1] },
		"x":             func(g *arguments) { g.x = g.x[:n-1] },
		"the step":      func(g *arguments) { g.inc = 0 },
	}
	b, y := slices.Clone(full), make([]float64, n)
	calls := map[string]func(i Implementation, g arguments){
		"Dgemm": func(i Implementation, g arguments) {
			i.Dgemm(g.transpose, blas.NoTrans, g.m, n, n, 1, g.a, g.lda, b, n, 0, g.c, g.ldc)
		},
		"Dsyrk": func(i Implementation, g arguments) {
			i.Dsyrk(g.triangle, g.transpose, g.m, n, 1, g.a, g.lda, 0, g.c, g.ldc)
		},
		"Dsymm": func(i Implementation, g arguments) {
			i.Dsymm(g.side, g.triangle, g.m, n, 1, g.a, g.lda, b, n, 0, g.c, g.ldc)
		},
		"Dtrmm": func(i Implementation, g arguments) {
			i.Dtrmm(g.side, g.triangle, g.transpose, g.diagonal, g.m, n, 1, g.a, g.lda, g.c, g.ldc)
		},
		"Dtrsm": func(i Implementation, g arguments) {
			i.Dtrsm(g.side, g.triangle, g.transpose, g.diagonal, g.m, n, 1, g.a, g.lda, g.c, g.ldc)
		},
		"Dgemv": func(i Implementation, g arguments) {
			i.Dgemv(g.transpose, g.m, n, 1, g.a, g.lda, g.x, g.inc, 0, y, 1)
		},
		"Dsymv": func(i Implementation, g arguments) { i.Dsymv(g.triangle, g.m, 1, g.a, g.lda, g.x, g.inc, 0, y, 1) },
		"Dger":  func(i Implementation, g arguments) { i.Dger(g.m, n, 1, g.x, g.inc, y, 1, g.a, g.lda) },
		"Ddot":  func(i Implementation, g arguments) { i.Ddot(g.m, g.x, g.inc, y, 1) },
		"Daxpy": func(i Implementation, g arguments) { i.Daxpy(g.m, 1, g.x, g.inc, y, 1) },
		"Drot":  func(i Implementation, g arguments) { i.Drot(g.m, g.x, g.inc, y, 1, 0.6, 0.8) },
		"Dpotrf": func(i Implementation, g arguments) {
			LAPACK{blas: i}.Dpotrf(g.triangle, g.m, g.c, g.ldc)
		},
	}
	panics := 0
	for name, call := range calls {
		for what, f := range spoil {
			try := func(i Implementation) string {
				g := arguments{
					blas.NoTrans, blas.Upper, blas.Left, blas.Unit, n,
					full, slices.Clone(full), slices.Clone(full[:n]), n, n, 1,
				}
				f(&g)
				return said(func() { call(i, g) })
			}
			want := try(Implementation{})
			if want != "nothing" {
				panics++
			}
			for _, set := range sets() {
				if got := try(Implementation{on: set}); got != want {
					t.Errorf("%s of %s, %s being bad, says %q, gonum's %q", set.name, name, what, got, want)
				}
			}
		}
	}
	if panics < 60 {
		t.Errorf("gonum minds %d calls only", panics)
	}
}

// TestOwnPanics checks the panics of the package's own functions.
func TestOwnPanics(t *testing.T) {
	ctx, g := context.Background(), func(r, c int) blas64.General {
		return blas64.General{Rows: r, Cols: c, Stride: c, Data: make([]float64, r*c)}
	}
	for name, f := range map[string]func(){
		"Gemm": func() { _ = Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, g(2, 3), g(2, 3), 0, g(2, 3)) },
		"Syrk": func() {
			_ = Syrk(ctx, blas.NoTrans, 1, g(2, 3), 0,
				blas64.Symmetric{N: 3, Stride: 3, Uplo: blas.Lower, Data: make([]float64, 9)})
		},
		"ExpScaled":        func() { ExpScaled(make([]float64, 2), make([]float64, 3), 1) },
		"SinCos":           func() { SinCos(make([]float64, 3), make([]float64, 2), make([]float64, 3)) },
		"SquaredNorms":     func() { SquaredNorms(make([]float64, 3), g(2, 2)) },
		"SquaredDistances": func() { _ = SquaredDistances(ctx, g(2, 3), g(2, 1), g(3, 2), nil, nil, nil) },
	} {
		if said(f) == "nothing" {
			t.Errorf("%s takes anything", name)
		}
	}
	// A panic of what is called by another thread comes out of this one.
	if got := said(func() { _ = parallel(ctx, 100, func(int) { panic("so") }) }); got != "so" {
		t.Errorf("a panic in a task comes out as %q", got)
	}
	if got := said(func() { Parallel(4, func(int, int) { panic("so") }) }); got != "so" {
		t.Errorf("a panic in a range comes out as %q", got)
	}
}

// TestOwnFunctions holds those with a context against gonum.
func TestOwnFunctions(t *testing.T) {
	ctx := context.Background()
	a, b := randomGeneral(70, 50), randomGeneral(70, 60)
	got, want := randomGeneral(50, 60), mat.NewDense(50, 60, nil)
	if err := Gemm(ctx, blas.Trans, blas.NoTrans, 2, a, b, 0, got); err != nil {
		t.Fatal(err)
	}
	Implementation{}.Dgemm(blas.Trans, blas.NoTrans, 50, 60, 70, 2, a.Data, 50, b.Data, 60, 0, want.RawMatrix().Data, 60)
	if !mat.EqualApprox(mat.NewDense(50, 60, got.Data), want, 1e-12) {
		t.Error("Gemm differs from gonum's")
	}
	s, w := mat.NewSymDense(50, nil), mat.NewSymDense(50, nil)
	if err := Syrk(ctx, blas.Trans, 2, a, 0, s.RawSymmetric()); err != nil {
		t.Fatal(err)
	}
	Implementation{}.Dsyrk(blas.Upper, blas.Trans, 50, 70, 2, a.Data, 50, 0, w.RawSymmetric().Data, 50)
	if !mat.EqualApprox(s, w, 1e-12) {
		t.Error("Syrk differs from gonum's")
	}
	if blas64.Implementation() != blas.Float64(Host) {
		t.Error("the implementation is not registered")
	}
}

// TestNotFinite holds that NaN and infinities go where they belong and nowhere
// else, also next to what a tile is filled up with, and that β = 0 hides what C
// was.
func TestNotFinite(t *testing.T) {
	const m, n, k = 61, 53, 47
	for _, set := range sets() {
		i := Implementation{on: set}
		a, b := randomGeneral(m, k), randomGeneral(k, n)
		a.Data[60*k+3], a.Data[7*k+46], b.Data[5*n+52] = math.NaN(), math.Inf(1), math.Inf(-1)
		c := slices.Repeat([]float64{math.NaN()}, m*n)
		i.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a.Data, k, b.Data, n, 0, c, n)
		for at, x := range c {
			r, j := at/n, at%n
			finite := r != 60 && r != 7 && j != 52
			switch {
			case finite && (math.IsNaN(x) || math.IsInf(x, 0)), r == 60 && !math.IsNaN(x), !finite && !math.IsNaN(x) &&
				!math.IsInf(x, 0):
				t.Fatalf("%s: C[%d, %d] = %v", set.name, r, j, x)
			}
		}
		x, y := randomGeneral(1, 300).Data, slices.Repeat([]float64{math.NaN()}, 300)
		s := randomGeneral(300, 300)
		for name, f := range map[string]func(){
			"gemv":  func() { i.Dgemv(blas.NoTrans, 300, 300, 1, s.Data, 300, x, 1, 0, y, 1) },
			"gemvᵀ": func() { i.Dgemv(blas.Trans, 300, 300, 1, s.Data, 300, x, 1, 0, y, 1) },
			"symv":  func() { i.Dsymv(blas.Lower, 300, 1, s.Data, 300, x, 1, 0, y, 1) },
		} {
			for j := range y {
				y[j] = math.NaN()
			}
			if f(); slices.ContainsFunc(y, math.IsNaN) {
				t.Errorf("%s: %s reads y for β = 0", set.name, name)
			}
		}
		// Of a triangle, an infinity in the last row of B reaches that of the result only.
		l, d := randomGeneral(70, 70), randomGeneral(70, 30)
		d.Data[69*30+4] = math.Inf(1)
		for name, f := range map[string]func(){
			"trmm": func() { i.Dtrmm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 70, 30, 1, l.Data, 70, d.Data, 30) },
			"trsm": func() { i.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.Unit, 70, 30, 1, l.Data, 70, d.Data, 30) },
		} {
			f()
			for at, x := range d.Data[:69*30] {
				if math.IsNaN(x) {
					t.Fatalf("%s: %s has NaN in row %d", set.name, name, at/30)
				}
			}
		}
	}
}

// FuzzProduct holds products of any shape against the triple loop.
func FuzzProduct(f *testing.F) {
	f.Add(uint16(3), uint16(70), uint16(9), 1.5, 0.0, uint8(1), uint64(1))
	f.Add(uint16(129), uint16(25), uint16(257), -1.0, 1.0, uint8(6), uint64(2))
	f.Fuzz(func(t *testing.T, rows, columns, inner uint16, alpha, beta float64, how uint8, seed uint64) {
		if !(math.Abs(alpha) < 1e6 && math.Abs(beta) < 1e6) {
			t.Skip()
		}
		fuzzProduct(t, int(rows%300), int(columns%300), int(inner%600), alpha, beta, how, seed)
	})
}
