//go:build long

package approx

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/model"
)

// TestMemory measures every method at a size where its matrices are large against
// all else.
func TestMemory(t *testing.T) {
	n := 1000
	if text := os.Getenv(largerMemory); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s = %q is no number of rows", largerMemory, text)
		}
	}
	g := approxtest.Gram(t, model.Method{}, n, 4)
	for _, m := range Methods() {
		if m.Name == "tensor-sketch" {
			continue // below, on so many columns that K has the rank m
		}
		if m.Needs.MaxN > 0 && n > m.Needs.MaxN {
			t.Logf("%s is for n up to %d", m.Name, m.Needs.MaxN)
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			approxtest.Memory(t, m, g, model.Values{"m": 150, "clusters": 5, "score-ridge": 1e-2})
		})
	}
	for name, frequencies := range drawn {
		t.Run("fourier "+name, func(t *testing.T) {
			approxtest.Memory(t, fourier(), g, model.Values{"m": 150, "frequencies": float64(frequencies)})
		})
	}
	for sketch, name := range model.SketchKinds() {
		t.Run("tensor-sketch "+name, func(t *testing.T) {
			approxtest.Memory(t, tensorSketch(), approxtest.Gram(t, tensorSketch(), n, 20),
				model.Values{"m": 150, "sketch": float64(sketch)})
		})
	}
	// at few columns the probabilities take most
	for draw, m := range []float64{DrawScores: 60, DrawPilot: 150, DrawNorms: 5} {
		if m > 0 {
			t.Run(fmt.Sprintf("accumulation by draw %d", draw), func(t *testing.T) {
				approxtest.Memory(t, accumulation(), g,
					model.Values{"m": m, "accum": 1, "score-ridge": 1e-2, "draw": float64(draw)})
			})
		}
	}
}

// Methods that do not store F do not store columns of all rows while they select landmarks either: their
// memory is a fraction of n·m numbers.
func TestSelectingHoldsNoColumns(t *testing.T) {
	if !approxtest.Alone(t) {
		return
	}
	const n, m = 20000, 100
	limit := form.Bytes(n, m) / 3
	tested := 0
	for _, method := range Methods() {
		f := method.New()
		for _, p := range f.Params() {
			if v, set := (model.Values{"m": m, "score-ridge": 30, "accum": 2})[p.Name]; set {
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		switch method.Name {
		// F, all rows at the dictionary, or S in nearly all rows
		case "pivoted-cholesky", "rpcholesky", "volume-nystrom", "ink-estimate", "sparse-projection":
			continue
		case "bka", "meka", "als", "sparse-cholesky": // a form of their own
			continue
		}
		if method.Quadratic(f) {
			continue
		}
		tested++
		g := approxtest.Gram(t, method, n, 4)
		g.SetFactorLimit(0)
		t.Run(method.Name, func(t *testing.T) {
			var a model.Approximation
			peak := int64(math.MaxInt64)
			for try := 0; try < 10 && peak > limit; try++ { // linalg's buffers grow, and are kept
				peak, _ = approxtest.InUse(func(ctx context.Context) {
					var err error
					if a, err = f.Fit(ctx, g.View(), seeded(1)); err != nil {
						t.Fatal(err)
					}
				})
			}
			t.Logf("%s: %.1f MB of %.1f", method.Name, float64(peak)/1e6, float64(form.Bytes(n, m))/1e6)
			if a.(*form.Factor).Stored() != nil || peak > limit {
				t.Errorf("%d bytes were in use, %d for all columns, F kept: %v", peak, form.Bytes(n, m),
					a.(*form.Factor).Stored() != nil)
			}
		})
	}
	if tested < 12 {
		t.Errorf("only %d methods", tested)
	}
}

// largerMemory names the environment variable that asks for another number of rows
// than the suite has time for.
const largerMemory = "GRAMSCOPE_MEMORY_ROWS"

// Where the ridge decides, a dictionary that becomes most of the data is refused before
// its core is read.
func TestLimitHoldsForDictionaries(t *testing.T) {
	const n = 400
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 5)
	for _, method := range Methods() {
		f := method.New()
		byRidge := false
		for _, p := range f.Params() {
			if v, set := (model.Values{"m": 40, "pilot": 40, "score-ridge": 1e-3, "budget": model.SizeByRidge})[p.Name]; set {
				byRidge = byRidge || p.Name == "budget"
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !byRidge || method.Needs.MaxN > 0 || method.Name == "ink-estimate" { // which reads rows of K
			continue
		}
		checkRefusal(t, method, f, g, "points in the dictionary at score-ridge = 0.001",
			"; lower n, or raise score-ridge or max-memory")
	}
}
