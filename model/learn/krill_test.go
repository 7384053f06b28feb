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

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

func TestKrillEqualsNumPy(t *testing.T) {
	ctx := context.Background()
	golden := readGoldenPCG(t)
	x := rowsOf(golden.X)
	for _, c := range golden.Krill {
		g := gramOf(t, x, c.Kernel, c.Gamma)
		for _, want := range c.Fits {
			drawn := func() func() column {
				row := -1
				return func() column {
					row++
					out := column{place: c.Where[row]}
					for _, s := range c.Signs[row] {
						out.sign = append(out.sign, float64(s))
					}
					return out
				}
			}
			alpha, info, err := iterate(ctx, "krill", g.View(), c.Landmarks, golden.Y, want.Mu, Options{Tolerance: golden.Tolerance}, embedded(c.Rows, drawn()))
			if err != nil {
				t.Fatal(err)
			}
			condition, _ := conditions(t, g.View(), c.Landmarks, want.Mu, embedded(c.Rows, drawn()))
			off := distance(times(columnsOf(g.View(), c.Landmarks), alpha), want.Fitted)
			t.Logf("%s γ = %g μ = %g: fit off by %.1e, condition %.4g, %d iterations", c.Kernel, c.Gamma, want.Mu, off, condition, info.Iterations)
			if !(off < 1e-7) || info.Iterations != want.Iterations || !(math.Abs(condition/want.Condition-1) < 1e-6) {
				t.Errorf("%s γ = %g μ = %g: fit off by %.1e, condition %v, %d iterations; want condition %v, %d iterations",
					c.Kernel, c.Gamma, want.Mu, off, condition, info.Iterations, want.Condition, want.Iterations)
			}
		}
	}
}

// TestKrillIsFalkonsSolution compares the solutions on kernels from smooth to rough, with K_nM stored or
// evaluated again. Krill's condition is small for all kernels, landmarks and ridges; Falkon's is large if all
// landmarks lie in a corner.
func TestKrillIsFalkonsSolution(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		kernel string
		gamma  float64
		m      int
		mu     float64
		corner bool // landmarks are the rows of the least first coordinate
	}{
		{"gaussian", 0.3, 40, 1e-2, true},
		{"gaussian", 0.3, 40, 1e-2, false},
		{"gaussian", 5, 200, 1e-2, false},
		{"laplacian", 1, 150, 1e-3, true},
		{"matern12", 1, 100, 1e-5, false},
		{"polynomial", 1, 40, 1e-1, true}, // rank 10
		{"linear", 1, 1, 1, false},
	} {
		const n = 600
		x := points(n, 3, 5)
		g := gramOf(t, x, c.kernel, c.gamma)
		y := wave(x, 1)
		landmarks := rand.New(rand.NewPCG(7, 7)).Perm(n)[:c.m]
		if c.corner {
			order := make([]int, n)
			floats.Argsort(mat.Col(nil, 0, x), order)
			landmarks = order[:c.m]
		}
		falkon, fast, err := Falkon(ctx, g.View(), landmarks, y, c.mu, Options{Iterations: 3000})
		if err != nil {
			t.Fatal(err)
		}
		want := times(columnsOf(g.View(), landmarks), falkon)
		for _, limit := range []int64{0, -1} {
			view := g.View()
			alpha, info, err := Krill(ctx, view, landmarks, y, c.mu, rand.New(rand.NewPCG(1, 1)), Options{store: limit})
			if err != nil {
				t.Fatal(err)
			}
			off := distance(times(columnsOf(g.View(), landmarks), alpha), want)
			t.Logf("%s γ=%g m=%d μ=%g: %d iterations, falkon %d, fits %.1e apart", c.kernel, c.gamma, c.m, c.mu, info.Iterations, fast.Iterations, off)
			if !(off < 1e-5) || info.Warnings != nil || info.Iterations > 60 || info.rank != fast.rank {
				t.Errorf("%s γ=%g: %.1e from Falkon's fit, %+v", c.kernel, c.gamma, off, info)
			}
			reads := c.m*c.m + n*info.rank
			if limit < 0 {
				reads += n * info.rank * (info.Iterations + 2)
			}
			if view.Entries() != int64(reads) {
				t.Errorf("%s: read %d entries, want %d", c.kernel, view.Entries(), reads)
			}
		}
		if c.corner && c.kernel == "gaussian" && fast.Iterations < 100 {
			t.Errorf("%d iterations of Falkon on poor landmarks: the case is too easy", fast.Iterations)
		}
	}
}

func TestKrillHasTheSameBitsOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x := points(2500, 3, 5)
	y := wave(x, 1)
	landmarks := rand.New(rand.NewPCG(7, 7)).Perm(2500)[:60]
	var want []float64
	for _, limit := range []int64{0, -1} {
		for _, procs := range []int{1, 5} {
			runtime.GOMAXPROCS(procs)
			got, _, err := Krill(context.Background(), gramOf(t, x, "laplacian", 0.5), landmarks, y, 0.1, rand.New(rand.NewPCG(1, 1)), Options{store: limit})
			if err != nil {
				t.Fatal(err)
			}
			if procs == 1 {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("other bits on %d cores, store %d", procs, limit)
			}
		}
	}
}

// TestSignsAreDistinct: the columns of Φ have the right number of nonzero entries, at distinct places, with both
// signs, and no row of Φ is empty.
func TestSignsAreDistinct(t *testing.T) {
	for _, rows := range []int{2, 8, 9, 50} {
		next, seen, plus := signs(rows, min(krillSigns, rows), rand.New(rand.NewPCG(1, 1))), map[int]int{}, 0
		for range 500 {
			c := next()
			place := slices.Clone(c.place)
			slices.Sort(place)
			if len(slices.Compact(place)) != min(8, rows) || len(c.sign) != min(8, rows) {
				t.Fatalf("%+v of %d rows", c, rows)
			}
			for k, p := range c.place {
				seen[p]++
				if c.sign[k] == 1 {
					plus++
				} else if c.sign[k] != -1 {
					t.Fatalf("sign %v", c.sign[k])
				}
			}
		}
		all := 500 * min(8, rows)
		if len(seen) != rows || math.Abs(float64(plus)/float64(all)-0.5) > 0.05 {
			t.Errorf("%d rows of %d, %d of %d signs positive", len(seen), rows, plus, all)
		}
		for p, count := range seen {
			if even := float64(all) / float64(rows); math.Abs(float64(count)-even) > 6*math.Sqrt(even) {
				t.Errorf("row %d of %d comes up %d times, want about %.0f", p, rows, count, even)
			}
		}
	}
}

func TestKrillErrors(t *testing.T) {
	ctx := context.Background()
	x := points(60, 2, 5)
	y := wave(x, 1)
	landmarks := []int{1, 5, 9, 30}
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
	g := gramOf(t, x, "gaussian", 1)
	var singular *model.SingularError
	if _, _, err := Krill(ctx, g, landmarks, y, 0, rng(), Options{}); !errors.As(err, &singular) {
		t.Errorf("μ = 0: %v", err)
	}
	var degenerate *model.DegenerateError
	far := points(60, 2, 5)
	far.SetRow(59, []float64{1e200, 0}) // K_MM is finite, K_nM is not
	far.SetRow(1, []float64{1e120, 0})
	if _, _, err := Krill(ctx, gramOf(t, far, "linear", 1), landmarks, y, 1e230, rng(), Options{}); !errors.As(err, &degenerate) {
		t.Errorf("a row that overflows: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := Krill(stopped, g, landmarks, y, 1, rng(), Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, info, err := Krill(ctx, g, landmarks, y, 1e-3, rng(), Options{Iterations: 1})
	if err != nil || len(info.Warnings) != 1 || !strings.Contains(info.Warnings[0], "krill stopped after 1 iterations") {
		t.Errorf("%+v, %v", info, err)
	}
	for name, f := range map[string]func(){
		"no generator": func() { _, _, _ = Krill(ctx, g, landmarks, y, 1, nil, Options{}) },
		"no landmarks": func() { _, _, _ = Krill(ctx, g, nil, y, 1, rng(), Options{}) },
		"twice":        func() { _, _, _ = Krill(ctx, g, []int{3, 3}, y, 1, rng(), Options{}) },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "learn: Krill") {
					t.Errorf("%s: panicked with %q", name, text)
				}
			}()
			f()
		}()
	}
}
