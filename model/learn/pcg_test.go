package learn

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// goldenPCG has results of NumPy and SciPy, computed by testdata/model/golden_pcg.py.
type goldenPCG struct {
	X         [][]float64
	Y         []float64
	Tolerance float64
	PCG       []struct {
		Kernel    string
		Gamma     float64
		Landmarks []int
		Fits      []struct {
			Mu, Condition float64
			Alpha, Fitted []float64
			Iterations    int
		}
	}
}

func readGoldenPCG(t *testing.T) (golden goldenPCG) {
	t.Helper()
	readGolden(t, "golden_pcg.json", &golden)
	if len(golden.PCG) != 4 {
		t.Fatalf("%d golden kernels, want 4", len(golden.PCG))
	}
	return golden
}

// nearby returns the eigenpairs of K̃ = C·W⁻¹·Cᵀ on some landmarks.
func nearby(t *testing.T, g *model.Gram, landmarks []int) *model.Decomposition {
	t.Helper()
	c := columnsOf(g.View(), landmarks)
	var w mat.Cholesky
	if !w.Factorize(linalg.Symmetric(linalg.Rows(c, landmarks))) {
		t.Fatal("the core is singular")
	}
	var half, k mat.Dense
	if err := w.SolveTo(&half, c.T()); err != nil {
		t.Fatal(err)
	}
	k.Mul(c, &half)
	return eigenpairs(t, nil, linalg.Symmetric(&k))
}

// preconditioned returns the condition of P⁻¹(K+μI), which is that of LᵀP⁻¹L for K+μI = LLᵀ.
func preconditioned(t *testing.T, g *model.Gram, near *model.Decomposition, mu float64) float64 {
	t.Helper()
	n := g.N()
	a, err := g.View().Symmetric(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		a.SetSym(i, i, a.At(i, i)+mu)
	}
	var factor mat.Cholesky
	if !factor.Factorize(a) {
		t.Fatal("K + μI is singular")
	}
	var l mat.TriDense
	factor.LTo(&l)
	inverse := lowRank{near: near}
	for range n {
		inverse.shares = append(inverse.shares, damping(near.Values(), mu))
	}
	image, out := mat.NewDense(n, n, nil), new(mat.Dense)
	inverse.solve(image, mat.DenseCopyOf(&l))
	out.Mul(l.T(), image)
	var eig mat.EigenSym
	if !eig.Factorize(linalg.Symmetric(out), false) {
		t.Fatal("no eigenvalues")
	}
	values := eig.Values(nil)
	return values[n-1] / values[0]
}

func TestPCGEqualsNumPy(t *testing.T) {
	golden := readGoldenPCG(t)
	x := rowsOf(golden.X)
	for _, c := range golden.PCG {
		g := gramOf(t, x, c.Kernel, c.Gamma)
		near := nearby(t, g, c.Landmarks)
		var mus []float64
		for _, want := range c.Fits {
			mus = append(mus, want.Mu)
		}
		fits, err := PCG(context.Background(), g, near, golden.Y, mus, Options{Tolerance: golden.Tolerance})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.Fits {
			got, condition := fits[i], preconditioned(t, g, near, want.Mu)
			off := distance(got.Alpha, want.Alpha)
			t.Logf("%s γ = %g μ = %g: α off by %.1e, condition %.4g, %d iterations", c.Kernel, c.Gamma, want.Mu, off, condition,
				got.Iterations)
			if !(off < 1e-6) || got.Iterations != want.Iterations || !(math.Abs(condition/want.Condition-1) < 1e-6) ||
				got.Warnings != nil || !(got.Residual <= golden.Tolerance) {
				t.Errorf("%s γ = %g μ = %g: α off by %.1e, condition %v, %d iterations, residual %.1e, %v; want condition %v, "+
					"%d iterations",
					c.Kernel, c.Gamma, want.Mu, off, condition, got.Iterations, got.Residual, got.Warnings, want.Condition,
					want.Iterations)
			}
		}
	}
}

// TestPCGOnAnyApproximation: the solution does not depend on the preconditioner, which may consist of blocks,
// have negative eigenvalues, be zero, or belong to another matrix. Only the number of iterations does.
func TestPCGOnAnyApproximation(t *testing.T) {
	const n = 150
	x := points(n, 2, 3)
	g := gramOf(t, x, "laplacian", 0.7)
	k, err := g.View().Symmetric(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var even, odd []int
	for i := range n {
		if i%2 == 0 {
			even = append(even, i)
		} else {
			odd = append(odd, i)
		}
	}
	block := func(rows []int) *mat.SymDense {
		b := mat.NewDense(len(rows), len(rows), nil)
		g.View().Block(b, rows, rows)
		return linalg.Symmetric(b)
	}
	indefinite, other := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	indefinite.CopySym(k)
	for i := range n {
		indefinite.SetSym(i, i, k.At(i, i)-0.4)
		other.SetSym(i, i, float64(i%3))
	}
	y := targets(n, 1)
	offset, rest := Centred(y)
	exact, err := NewExact(context.Background(), g.View(), y, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for name, near := range map[string]*model.Decomposition{
		"K itself":   eigenpairs(t, nil, k),
		"blocks":     eigenpairs(t, [][]int{even, odd}, block(even), block(odd)),
		"indefinite": eigenpairs(t, nil, indefinite),
		"another":    eigenpairs(t, nil, other),
		"zero":       {N: n},
		"zero block": {N: n, Groups: []model.EigenGroup{{Rows: even}, {Rows: odd}}},
	} {
		fits, err := PCG(context.Background(), g.View(), near, rest, []float64{0.05}, Options{Tolerance: 1e-12})
		if err != nil {
			t.Fatal(name, err)
		}
		got := fits[0]
		fitted := slices.Clone(got.Fitted)
		floats.AddConst(offset, fitted)
		t.Logf("%s: %d iterations", name, got.Iterations)
		if off := max(distance(got.Alpha, exact.Alpha), distance(fitted, exact.Fitted)); !(off < 1e-9) ||
			got.Warnings != nil {
			t.Errorf("%s: off by %.1e, %v", name, off, got.Warnings)
		}
		if name == "K itself" && got.Iterations > 2 {
			t.Errorf("%d iterations with K for K̃, want 1", got.Iterations)
		}
	}
}

// TestPCGByBlocks: if K consists of two blocks, an approximation by these blocks is an exact
// preconditioner.
func TestPCGByBlocks(t *testing.T) {
	const n = 90
	x := points(n, 2, 3)
	groups := [][]int{nil, nil}
	for i := range n {
		s := min(i%3, 1)
		groups[s] = append(groups[s], i)
		x.Set(i, 0, x.At(i, 0)+1000*float64(s))
		x.Set(i, 1, x.At(i, 1)*float64(1+20*s))
	}
	g := gramOf(t, x, "gaussian", 1)
	var blocks []*mat.SymDense
	for _, rows := range groups {
		b := mat.NewDense(len(rows), len(rows), nil)
		g.View().Block(b, rows, rows)
		blocks = append(blocks, linalg.Symmetric(b))
	}
	_, y := Centred(targets(n, 1))
	fits, err := PCG(context.Background(), g, eigenpairs(t, groups, blocks...), y, []float64{0.1}, Options{})
	if err != nil || fits[0].Iterations > 2 || fits[0].Warnings != nil {
		t.Errorf("%v, %+v", err, fits)
	}
}

// TestPCGTogetherAndApart: ridges that are solved together have the same solutions as alone, and share the
// products with K.
func TestPCGTogetherAndApart(t *testing.T) {
	const n = 200
	x := points(n, 3, 5)
	g := gramOf(t, x, "gaussian", 0.5)
	near := nearby(t, g, []int{3, 50, 77, 120, 160, 199})
	mus := []float64{10, 0.03, 1}
	for seed := range uint64(2) {
		_, b := Centred(targets(n, seed+1))
		together, err := PCG(context.Background(), g.View(), near, b, mus, Options{Tolerance: 1e-10})
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for i, mu := range mus {
			alone, err := PCG(context.Background(), g.View(), near, b, []float64{mu}, Options{Tolerance: 1e-10})
			if err != nil {
				t.Fatal(err)
			}
			if off := distance(together[i].Alpha, alone[0].Alpha); !(off < 1e-8) {
				t.Errorf("μ = %g, target %d: %.1e from the solution alone", mu, seed, off)
			}
			if alone[0].Iterations != together[i].Iterations {
				t.Errorf("μ = %g: %d iterations alone, %d together", mu, alone[0].Iterations, together[i].Iterations)
			}
			most = max(most, alone[0].Iterations)
		}
		if together[1].Iterations != most ||
			!(together[0].Iterations < together[2].Iterations && together[2].Iterations < most) {
			t.Errorf("%d, %d and %d iterations at μ = %v", together[0].Iterations, together[1].Iterations,
				together[2].Iterations, mus)
		}
	}
}

// TestPCGHasTheSameBitsOnAnyCores: the solution has the same bits for any number of cores, whether K is stored
// or read in tiles.
func TestPCGHasTheSameBitsOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n = 700
	x := points(n, 3, 5)
	_, y := Centred(targets(n, 1))
	some := make([]int, 120) // every fifth row; the preconditioner ignores the others
	for p := range some {
		some[p] = 5 * p
	}
	block := mat.NewDense(len(some), len(some), nil)
	gramOf(t, x, "laplacian", 0.5).Block(block, some, some)
	near := eigenpairs(t, [][]int{some}, linalg.Symmetric(block))
	near.N = n
	for _, kept := range []bool{false, true} {
		var want []Solution
		for _, procs := range []int{1, 5} {
			runtime.GOMAXPROCS(procs)
			g := gramOf(t, x, "laplacian", 0.5)
			if kept {
				if err := g.Store(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			got, err := PCG(context.Background(), g, near, y, []float64{10, 3}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			for i := range got {
				if !slices.Equal(got[i].Alpha, want[i].Alpha) || got[i].Residual != want[i].Residual {
					t.Errorf("μ = %g has other bits on %d cores", got[i].Mu, procs)
				}
			}
		}
	}
}

// TestPCGTellsWhereItFails: a ridge below rounding errors does not affect the others, and there are warnings
// for too few iterations and for rounding errors.
func TestPCGTellsWhereItFails(t *testing.T) {
	ctx := context.Background()
	x := points(200, 2, 5)
	_, y := Centred(targets(200, 1))
	g := gramOf(t, x, "gaussian", 0.3)
	near := nearby(t, g, []int{3, 50, 77, 120})
	fits, err := PCG(ctx, g.View(), near, y, []float64{0, 0.1, 1e-16}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var singular *model.SingularError
	if !errors.As(fits[0].Err, &singular) || !(singular.Usable > 1e-15 && singular.Usable < 1e-12) ||
		!errors.As(fits[2].Err, &singular) || fits[1].Err != nil || fits[1].Alpha == nil {
		t.Errorf("%v, %v, %v", fits[0].Err, fits[1].Err, fits[2].Err)
	}
	fits, err = PCG(ctx, g.View(), near, y, []float64{1e-3}, Options{Iterations: 4})
	if err != nil {
		t.Fatal(err)
	}
	if got := fits[0]; got.Iterations != 4 || len(got.Warnings) != 1 ||
		!strings.Contains(got.Warnings[0], "pcg stopped after 4 iterations") || !(got.Residual > 1e-8) {
		t.Errorf("%d iterations, residual %g: %v", got.Iterations, got.Residual, got.Warnings)
	}
	fits, err = PCG(ctx, g.View(), near, y, []float64{1e-2}, Options{Tolerance: 1e-15})
	if err != nil {
		t.Fatal(err)
	}
	if got := fits[0]; len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "residual") {
		t.Errorf("residual %g for a tolerance of 1e-15: %v", got.Residual, got.Warnings)
	}
	fits, err = PCG(ctx, g.View(), near, make([]float64, 200), []float64{1}, Options{})
	if err != nil || fits[0].Iterations != 0 || floats.Norm(fits[0].Alpha, 2) != 0 || fits[0].Warnings != nil {
		t.Errorf("a target of zeros: %v, %+v", err, fits)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := PCG(cancelled, g.View(), near, y, []float64{1}, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	huge := points(20, 2, 5)
	huge.Scale(1e160, huge)
	var degenerate *model.DegenerateError
	overflowing := gramOf(t, huge, "linear", 1)
	if _, err := PCG(ctx, overflowing, &model.Decomposition{N: 20}, y[:20], []float64{1}, Options{}); !errors.As(err,
		&degenerate) {
		t.Errorf("%v for a kernel that overflows", err)
	}
}

// TestPCGThatDiverges: if the preconditioner belongs to another matrix and μ is close to the rounding errors,
// the residual grows. PCG then returns the weights with the smallest residual, with a warning.
func TestPCGThatDiverges(t *testing.T) {
	const n = 120
	x := points(n, 1, 5)
	_, y := Centred(targets(n, 1))
	g := gramOf(t, x, "gaussian", 0.1)
	other := mat.NewSymDense(n, nil)
	for i := range n {
		other.SetSym(i, i, math.Pow(10, float64(i%5)))
	}
	skewed := eigenpairs(t, nil, other)
	skewed.Groups[0].Q.Scale(1+1e-6, skewed.Groups[0].Q)
	for name, c := range map[string]struct {
		near *model.Decomposition
		want string
	}{
		"another matrix": {eigenpairs(t, nil, other),
			"no iteration lowered the residual, and the weights stay at 0"},
		"vectors that are too long": {skewed, "its preconditioner is indefinite to working precision"},
	} {
		fits, err := PCG(context.Background(), g.View(), c.near, y, []float64{1e-10}, Options{Iterations: 100})
		if err != nil {
			t.Fatal(err)
		}
		got := fits[0]
		if !(got.Residual <= 1) || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], c.want) {
			t.Errorf("%s: residual %g after %d iterations: %v", name, got.Residual, got.Iterations, got.Warnings)
		}
	}
}

func TestPCGMisuse(t *testing.T) {
	g := gramOf(t, points(10, 2, 5), "gaussian", 1)
	near, b, one := &model.Decomposition{N: 10}, make([]float64, 10), []float64{1}
	for name, f := range map[string]func(){
		"few targets":   func() { _, _ = PCG(context.Background(), g, near, b[:9], one, Options{}) },
		"few rows":      func() { _, _ = PCG(context.Background(), g, &model.Decomposition{N: 9}, b, one, Options{}) },
		"no ridge":      func() { _, _ = PCG(context.Background(), g, near, b, nil, Options{}) },
		"negative":      func() { _, _ = PCG(context.Background(), g, near, b, []float64{-1}, Options{}) },
		"tolerance":     func() { _, _ = PCG(context.Background(), g, near, b, one, Options{Tolerance: 1}) },
		"no iterations": func() { _, _ = PCG(context.Background(), g, near, b, one, Options{Iterations: -1}) },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "learn: ") {
					t.Errorf("%s: panicked with %q", name, text)
				}
			}()
			f()
		}()
	}
}
