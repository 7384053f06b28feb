package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// wave returns a smooth function of the points with noise, centred.
func wave(x *mat.Dense, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 4))
	n, _ := x.Dims()
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Sin(2*x.At(i, 0)) + 0.3*rng.NormFloat64()
	}
	_, y = Centred(y)
	return y
}

// columnsOf returns K_nM.
func columnsOf(g *model.Gram, landmarks []int) *mat.Dense {
	c := mat.NewDense(g.N(), len(landmarks), nil)
	g.Block(c, nil, landmarks)
	return c
}

func times(a *mat.Dense, x []float64) []float64 {
	n, m := a.Dims()
	out := mat.NewVecDense(n, nil)
	out.MulVec(a, mat.NewVecDense(m, x))
	return out.RawVector().Data
}

// nystromFit returns the fitted values of ridge regression on landmarks, computed from the
// eigenpairs of K_MM and least squares by QR.
func nystromFit(g *model.Gram, landmarks []int, y []float64, mu float64) []float64 {
	c := columnsOf(g.View(), landmarks)
	n, m := c.Dims()
	core := mat.NewDense(m, m, nil)
	g.View().Block(core, landmarks, landmarks)
	var eig mat.EigenSym
	eig.Factorize(linalg.Symmetric(core), true)
	values := eig.Values(nil)
	var v mat.Dense
	eig.VectorsTo(&v)
	from := 0
	for values[from] <= 1e-14*values[m-1] {
		from++
	}
	q := m - from
	for j := from; j < m; j++ {
		for i := range m {
			v.Set(i, j, v.At(i, j)/math.Sqrt(values[j]))
		}
	}
	stacked := mat.NewDense(n+q, q, nil)
	stacked.Slice(0, n, 0, q).(*mat.Dense).Mul(c, v.Slice(0, m, from, m))
	for j := range q {
		stacked.Set(n+j, j, math.Sqrt(mu))
	}
	rhs := mat.NewDense(n+q, 1, nil)
	for i, v := range y {
		rhs.Set(i, 0, v)
	}
	var qr mat.QR
	qr.Factorize(stacked)
	var w, fit mat.Dense
	if err := qr.SolveTo(&w, false, rhs); err != nil {
		panic(err)
	}
	fit.Mul(stacked.Slice(0, n, 0, q), &w)
	return mat.Col(nil, 0, &fit)
}

func distance(got, want []float64) float64 {
	return floats.Distance(got, want, 2) / floats.Norm(want, 2)
}

// TestFalkonIsTheDirectSolution compares fitted values on kernels from smooth to rough, with few and many
// landmarks, with K_nM stored or evaluated again. It also counts the entries read.
func TestFalkonIsTheDirectSolution(t *testing.T) {
	for _, c := range []struct {
		kernel string
		gamma  float64
		n, d   int
		m      int
		mu     float64
	}{
		{"gaussian", 0.3, 600, 2, 40, 1e-2},
		{"gaussian", 0.3, 600, 2, 40, 10},
		{"gaussian", 5, 600, 2, 200, 1e-2},
		{"gaussian", 0.1, 600, 8, 300, 1e-3},
		{"gaussian", 0.3, 1100, 3, 1, 1e-2},
		{"gaussian", 0.1, 1100, 1, 60, 1e-2}, // most landmarks are numerically dependent on others
		{"laplacian", 1, 1100, 2, 150, 1e-1},
		{"matern12", 1, 600, 3, 100, 1e-5},
		{"matern52", 0.5, 600, 2, 100, 1},
		{"polynomial", 1, 600, 3, 80, 1e-1}, // rank 10
		{"linear", 1, 600, 4, 3, 1e-1},
	} {
		name := fmt.Sprintf("%s γ=%g n=%d d=%d m=%d μ=%g", c.kernel, c.gamma, c.n, c.d, c.m, c.mu)
		x := points(c.n, c.d, 5)
		g := gramOf(t, x, c.kernel, c.gamma)
		y := wave(x, 1)
		landmarks := rand.New(rand.NewPCG(7, 7)).Perm(c.n)[:c.m]
		for _, limit := range []int64{0, -1} {
			view := g.View()
			alpha, info, err := Falkon(context.Background(), view, landmarks, y, c.mu, Options{store: limit})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var independent []int
			for j, i := range landmarks {
				if alpha[j] != 0 {
					independent = append(independent, i)
				}
			}
			want := nystromFit(g, independent, y, c.mu)
			off := distance(times(columnsOf(g.View(), landmarks), alpha), want)
			t.Logf("%s: rank %d, %d iterations, residual %.1e, relative difference %.1e", name, info.rank, info.Iterations,
				info.Residual, off)
			if !(off < 1e-6) || info.Warnings != nil {
				t.Errorf("%s: off by %.1e from the direct solution (%v)", name, off, info.Warnings)
			}
			reads := c.m*c.m + c.n*info.rank
			if limit < 0 {
				reads += c.n * info.rank * (info.Iterations + 1)
			}
			if view.Entries() != int64(reads) {
				t.Errorf("%s: read %d entries, want %d", name, view.Entries(), reads)
			}
		}
	}
}

// TestFalkonStoresWhatFits: K_nM is stored if it has exactly as many bytes as the limit, and not if it has
// more.
func TestFalkonStoresWhatFits(t *testing.T) {
	x := points(100, 2, 5)
	for _, c := range []struct {
		limit  int64
		stored bool
	}{{8 * 100 * 20, true}, {8*100*20 - 1, false}} {
		view := gramOf(t, x, "gaussian", 1)
		if _, _, err := Falkon(context.Background(), view, rand.New(rand.NewPCG(7, 7)).Perm(100)[:20], wave(x, 1), 0.1,
			Options{store: c.limit}); err != nil {
			t.Fatal(err)
		}
		if stored := view.Entries() == 20*20+100*20; stored != c.stored {
			t.Errorf("with %d bytes allowed K_nM is stored: %v (%d entries read)", c.limit, stored, view.Entries())
		}
	}
}

// TestFalkonOnAllRows: with all rows as landmarks Falkon finds exact kernel ridge regression, with an
// exact preconditioner.
func TestFalkonOnAllRows(t *testing.T) {
	x := points(150, 2, 5)
	g := gramOf(t, x, "laplacian", 1)
	y := wave(x, 1)
	exact, err := NewExact(context.Background(), g.View(), y, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	landmarks := rand.New(rand.NewPCG(1, 1)).Perm(150)
	alpha, info, err := Falkon(context.Background(), g, landmarks, y, 0.3, Options{Tolerance: 1e-13})
	if err != nil {
		t.Fatal(err)
	}
	ordered := make([]float64, 150)
	for j, i := range landmarks {
		ordered[i] = alpha[j]
	}
	// y is centred, and the exact fit adds the mean, which is then 0.
	if off := distance(ordered, exact.Alpha); !(off < 1e-10) {
		t.Errorf("α off by %.1e from the exact solution", off)
	}
	if info.Iterations > 2 {
		t.Errorf("%d iterations of an exact preconditioner", info.Iterations)
	}
}

// TestFalkonOnEqualPoints: landmarks that repeat a point, exactly or nearly, do not change
// the values.
func TestFalkonOnEqualPoints(t *testing.T) {
	x := points(200, 2, 5)
	for i := range 40 {
		x.SetRow(100+i, x.RawRowView(i)) // rows 100 to 139 repeat rows 0 to 39
	}
	x.Set(101, 0, x.At(1, 0)*(1+1e-15))
	g := gramOf(t, x, "gaussian", 2)
	y := wave(x, 1)
	var distinct, both []int
	for i := range 40 {
		distinct = append(distinct, i)
		both = append(both, 100+i, i)
	}
	one, _, err := Falkon(context.Background(), g, distinct, y, 0.1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	two, info, err := Falkon(context.Background(), g, both, y, 0.1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if info.rank > 40 {
		t.Errorf("%d of 40 different points count as independent", info.rank)
	}
	zeros := 0
	for _, a := range two {
		if a == 0 {
			zeros++
		}
	}
	if zeros != 80-info.rank {
		t.Errorf("%d weights are 0, want those of %d dependent landmarks", zeros, 80-info.rank)
	}
	if off := distance(times(columnsOf(g, both), two), times(columnsOf(g, distinct), one)); !(off < 1e-7) {
		t.Errorf("equal landmarks change the fit by %.1e", off)
	}
}

// TestFalkonCountsEqualPoints: all rows are landmarks, but they are only few different points. The
// preconditioner is exact if it counts the repeated landmarks that it leaves out.
func TestFalkonCountsEqualPoints(t *testing.T) {
	x := points(190, 2, 5)
	row := 0
	for point := range 19 {
		for range point + 1 {
			x.SetRow(row, []float64{float64(point % 5), float64(point / 5)})
			row++
		}
	}
	all := make([]int, 190)
	for i := range all {
		all[i] = i
	}
	g := gramOf(t, x, "laplacian", 0.5)
	_, info, err := Falkon(context.Background(), g, all, wave(points(190, 2, 5), 1), 0.1, Options{})
	if err != nil || info.rank != 19 || info.Iterations > 2 {
		t.Errorf("19 points in 190 rows: %+v, %v; want rank 19 and 2 iterations", info, err)
	}
}

func TestFalkonOnNothing(t *testing.T) {
	// Every landmark at the origin: K_nM = 0.
	x := points(20, 2, 5)
	x.SetRow(3, []float64{0, 0})
	x.SetRow(8, []float64{0, 0})
	g := gramOf(t, x, "linear", 1)
	alpha, info, err := Falkon(context.Background(), g, []int{8, 3}, wave(x, 1), 0.1, Options{})
	if err != nil || info.rank != 0 || alpha[0] != 0 || alpha[1] != 0 || len(alpha) != 2 {
		t.Errorf("landmarks without a kernel: α = %v, rank %d, %v", alpha, info.rank, err)
	}
	// A target of zeros.
	alpha, info, err = Falkon(context.Background(), g, []int{1, 2}, make([]float64, 20), 0.1, Options{})
	if err != nil || alpha[0] != 0 || alpha[1] != 0 || info.Iterations != 0 || info.Residual != 0 ||
		info.Warnings != nil {
		t.Errorf("a target of zeros: α = %v, %+v, %v", alpha, info, err)
	}
}

func TestFalkonErrors(t *testing.T) {
	ctx := context.Background()
	x := points(60, 2, 5)
	y := wave(x, 1)
	landmarks := []int{1, 5, 9, 30}
	g := gramOf(t, x, "gaussian", 1)
	for _, mu := range []float64{0, 1e-300, 1e-16} {
		_, _, err := Falkon(ctx, g, landmarks, y, mu, Options{})
		var singular *model.SingularError
		if !errors.As(err, &singular) || singular.Mu != mu || !(singular.Condition > 1e15) {
			t.Fatalf("μ = %g: error %v, want a *model.SingularError", mu, err)
		}
		usable := singular.Usable * 1.006 // at least the rounded value in the message
		if _, _, err := Falkon(ctx, g, landmarks, y, usable, Options{}); err != nil {
			t.Errorf("μ = %g as the error for %g has it: %v", usable, mu, err)
		}
	}

	huge := mat.NewDense(60, 2, nil)
	huge.Scale(1e160, x)
	for name, limit := range map[string]int64{"stored": 0, "read again": -1} {
		_, _, err := Falkon(ctx, gramOf(t, huge, "linear", 1), landmarks, y, 1, Options{store: limit})
		var degenerate *model.DegenerateError
		if !errors.As(err, &degenerate) {
			t.Errorf("%s: a kernel that overflows: error %v, want a *model.DegenerateError", name, err)
		}
	}
	far := mat.DenseCopyOf(x)
	far.SetRow(59, []float64{1e200, 0}) // K_MM is finite, K_nM is not
	far.SetRow(1, []float64{1e120, 0})
	_, _, err := Falkon(ctx, gramOf(t, far, "linear", 1), landmarks, y, 1e230, Options{})
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) {
		t.Errorf("a row that overflows: error %v, want a *model.DegenerateError", err)
	}

	stopped, cancel := context.WithCancel(ctx)
	cancel()
	for _, limit := range []int64{0, -1} {
		if _, _, err := Falkon(stopped, g, landmarks, y, 1, Options{store: limit}); !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that is done: %v", err)
		}
	}

	_, info, err := Falkon(ctx, gramOf(t, points(300, 2, 5), "laplacian", 1), rand.New(rand.NewPCG(1, 1)).Perm(300)[:30],
		wave(points(300, 2, 5), 1), 1e-3, Options{Iterations: 3})
	if err != nil || info.Iterations != 3 || len(info.Warnings) != 1 ||
		!strings.Contains(info.Warnings[0], "3 iterations") || !(info.Residual > 1e-9) {
		t.Errorf("three iterations: %+v, %v; want a warning", info, err)
	}

	smooth := points(500, 2, 5)
	_, info, err = Falkon(ctx, gramOf(t, smooth, "gaussian", 0.2), rand.New(rand.NewPCG(1, 1)).Perm(500)[:100],
		wave(smooth, 1), 1e-9, Options{Iterations: 5000})
	if err != nil || info.Iterations == 5000 || len(info.Warnings) != 1 ||
		!strings.Contains(info.Warnings[0], "rounding") {
		t.Errorf("a ridge at the level of rounding: %+v, %v; want a warning", info, err)
	}

	for what, misuse := range map[string]func(){
		"few targets":         func() { Falkon(ctx, g, landmarks, y[1:], 1, Options{}) },
		"no landmarks":        func() { Falkon(ctx, g, nil, y, 1, Options{}) },
		"a landmark twice":    func() { Falkon(ctx, g, []int{3, 4, 3}, y, 1, Options{}) },
		"no such row":         func() { Falkon(ctx, g, []int{3, 60}, y, 1, Options{}) },
		"a negative ridge":    func() { Falkon(ctx, g, landmarks, y, -1, Options{}) },
		"a ridge of NaN":      func() { Falkon(ctx, g, landmarks, y, math.NaN(), Options{}) },
		"a tolerance of 1":    func() { Falkon(ctx, g, landmarks, y, 1, Options{Tolerance: 1}) },
		"negative iterations": func() { Falkon(ctx, g, landmarks, y, 1, Options{Iterations: -1}) },
	} {
		requirePanic(t, what, misuse)
	}
}
