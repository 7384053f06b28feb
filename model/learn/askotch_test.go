package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// leading returns the eigenpairs of K̃ = C·W⁻¹·Cᵀ on m landmarks, without those that are 0.
func leading(t *testing.T, g *model.Gram, landmarks []int) *model.Decomposition {
	d := nearby(t, g, landmarks)
	group := &d.Groups[0]
	order := make([]int, len(group.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(math.Copysign(1, group.Values[j]-group.Values[i])) })
	order = order[:len(landmarks)]
	group.Q = mat.DenseCopyOf(linalg.Rows(mat.DenseCopyOf(group.Q.T()), order).T())
	values := group.Values
	group.Values = nil
	for _, i := range order {
		group.Values = append(group.Values, values[i])
	}
	return d
}

// uniformly is the approximation of blocks by m uniform landmarks.
func uniformly(t *testing.T, m int) BlockApproximation {
	return func(_ context.Context, block *model.Gram, rng *rand.Rand) (*model.Decomposition, error) {
		return leading(t, block, rng.Perm(block.N())[:min(m, block.N())]), nil
	}
}

// TestASkotchEqualsNumPy compares thirty steps on given blocks, with given landmarks in them, with NumPy's.
func TestASkotchEqualsNumPy(t *testing.T) {
	var golden struct {
		X     [][]float64
		Y     []float64
		Cases []struct {
			Kernel            string
			Gamma, Mu         float64
			Blocks, Landmarks [][]int
			Starts            [][]float64
			Squares, W, Exact []float64
		}
	}
	readGolden(t, "golden_askotch.json", &golden)
	if len(golden.Cases) != 3 {
		t.Fatalf("%d golden cases, want 3", len(golden.Cases))
	}
	x := rowsOf(golden.X)
	n, _ := x.Dims()
	for _, c := range golden.Cases {
		g, at := gramOf(t, x, c.Kernel, c.Gamma), -1
		s := &sketchAndProject{
			g: g, b: golden.Y, mu: c.Mu, w: make([]float64, n), v: make([]float64, n), z: make([]float64, n),
			draw: func() blockDraw { at++; return blockDraw{c.Blocks[at], c.Starts[at]} },
			near: func(_ context.Context, rows []int) (*model.Decomposition, error) {
				return leading(t, gramOf(t, linalg.Rows(x, rows), c.Kernel, c.Gamma), c.Landmarks[at]), nil
			},
		}
		for i, want := range c.Squares {
			got, err := s.step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(got/want-1) < 1e-6) {
				t.Fatalf("%s γ = %g: squared residual %v of block %d, want %v", c.Kernel, c.Gamma, got, i, want)
			}
		}
		if off := distance(s.w, c.W); !(off < 1e-7) {
			t.Errorf("%s γ = %g: w off by %.1e", c.Kernel, c.Gamma, off)
		}
		fit, err := ASkotch(t.Context(), g, uniformly(t, 10), golden.Y, c.Mu, rand.New(rand.NewPCG(1, 2)), Options{Tolerance: 1e-10, Iterations: 4000, block: 20})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s γ = %g μ = %g: residual %.1e after %d steps and %d checks", c.Kernel, c.Gamma, c.Mu, fit.Residual, fit.Iterations, fit.checks)
		if off := distance(fit.Alpha, c.Exact); !(off < 1e-6) || !(fit.Residual <= 1e-10) || fit.Warnings != nil || fit.checks > 5 {
			t.Errorf("%s γ = %g: α off by %.1e, residual %.1e, %d checks, %v", c.Kernel, c.Gamma, off, fit.Residual, fit.checks, fit.Warnings)
		}
	}
}

// TestASkotchHasTheSameBitsOnAnyCores: the solution has the same bits for any number of cores, and its residual is that of
// its α, after fewer passes than it would take to converge too.
func TestASkotchHasTheSameBitsOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n, mu = 600, 0.3
	x := points(n, 3, 5)
	_, y := Centred(targets(n, 1))
	var want Solution
	for _, procs := range []int{1, 5} {
		runtime.GOMAXPROCS(procs)
		g := gramOf(t, x, "laplacian", 0.5)
		got, err := ASkotch(t.Context(), g, uniformly(t, 30), y, mu, rand.New(rand.NewPCG(1, 2)), Options{Iterations: 5})
		if err != nil {
			t.Fatal(err)
		}
		if want.Alpha == nil {
			want = got
		}
		if !slices.Equal(got.Alpha, want.Alpha) || got.Residual != want.Residual {
			t.Errorf("other bits on %d cores", procs)
		}
		image := mat.NewDense(n, 1, nil)
		if err := g.MulTo(t.Context(), image, mat.NewDense(n, 1, got.Alpha)); err != nil {
			t.Fatal(err)
		}
		rest := 0.0
		for i, v := range y {
			rest += math.Pow(v-image.At(i, 0)-mu*got.Alpha[i], 2)
		}
		if residual := math.Sqrt(rest) / mat.Norm(mat.NewVecDense(n, y), 2); !(math.Abs(residual/got.Residual-1) < 1e-9) || !(residual < 0.5) ||
			got.Iterations != 30 || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "stopped after 30 steps") {
			t.Errorf("residual %v, want %v: %d steps, %v", got.Residual, residual, got.Iterations, got.Warnings)
		}
	}
}

// TestASkotchTellsWhereItFails: errors of the ridge, the kernel, the block's approximation and the context; and a target of
// zeros.
func TestASkotchTellsWhereItFails(t *testing.T) {
	x := points(60, 2, 5)
	_, y := Centred(targets(60, 1))
	g := gramOf(t, x, "gaussian", 0.3)
	solve := func(ctx context.Context, g *model.Gram, near BlockApproximation, y []float64, mu float64) (Solution, error) {
		return ASkotch(ctx, g.View(), near, y, mu, rand.New(rand.NewPCG(1, 2)), Options{})
	}
	var singular *model.SingularError
	if _, err := solve(t.Context(), g, uniformly(t, 5), y, 1e-17); !errors.As(err, &singular) || !(singular.Usable > 1e-17) {
		t.Errorf("a ridge of 1e-17: %v", err)
	}
	failure := errors.New("no room")
	near := func(context.Context, *model.Gram, *rand.Rand) (*model.Decomposition, error) { return nil, failure }
	if _, err := solve(t.Context(), g, near, y, 1); !errors.Is(err, failure) {
		t.Errorf("%v, want the approximation's error", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solve(cancelled, g, uniformly(t, 5), y, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if fit, err := solve(t.Context(), g, uniformly(t, 5), make([]float64, 60), 1); err != nil || fit.Iterations != 0 || mat.Norm(mat.NewVecDense(60, fit.Alpha), 2) != 0 || fit.Residual != 0 || fit.Warnings != nil {
		t.Errorf("a target of zeros: %v, %+v", err, fit)
	}
	zero := func(_ context.Context, block *model.Gram, _ *rand.Rand) (*model.Decomposition, error) {
		return &model.Decomposition{N: block.N()}, nil
	}
	if fit, err := solve(t.Context(), g, zero, y, 10); err != nil || !(fit.Residual <= 1e-9) {
		t.Errorf("K̃ = 0: %v, residual %v", err, fit.Residual)
	}
	huge := points(60, 2, 5)
	huge.Scale(1e160, huge)
	var degenerate *model.DegenerateError
	if _, err := solve(t.Context(), gramOf(t, huge, "linear", 1), uniformly(t, 5), y, 1); !errors.As(err, &degenerate) {
		t.Errorf("%v for a kernel that overflows", err)
	}
}
