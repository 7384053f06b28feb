package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
)

// largerMemory names the environment variable that asks for another number of rows
// than the suite has time for.
const largerMemory = "GRAMSCOPE_MEMORY_ROWS"

// TestMemory measures every method at a size where its matrices are large against
// all else.
func TestMemory(t *testing.T) {
	if !approxtest.Alone(t) {
		return
	}
	n := 1000
	if text := os.Getenv(largerMemory); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s = %q is no number of rows", largerMemory, text)
		}
	}
	g := approxtest.Gram(t, n, 4)
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
			approxtest.Memory(t, tensorSketch(), approxtest.GramFor(t, tensorSketch(), n, 20), model.Values{"m": 150, "sketch": float64(sketch)})
		})
	}
	for draw, m := range []float64{model.DrawScores: 60, model.DrawPilot: 150, model.DrawNorms: 5} { // at few columns the probabilities take most
		if m > 0 {
			t.Run(fmt.Sprintf("accumulation by draw %d", draw), func(t *testing.T) {
				approxtest.Memory(t, accumulation(), g, model.Values{"m": m, "accum": 1, "score-ridge": 1e-2, "draw": float64(draw)})
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
		case "pivoted-cholesky", "rpcholesky", "volume-nystrom", "ink-estimate", "sparse-projection": // F, all rows at the dictionary, or S in nearly all rows
			continue
		case "bka", "meka", "als", "sparse-cholesky": // a form of their own
			continue
		}
		if method.Quadratic(f) {
			continue
		}
		tested++
		g := approxtest.GramFor(t, method, n, 4)
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
				t.Errorf("%d bytes were in use, %d for all columns, F kept: %v", peak, form.Bytes(n, m), a.(*form.Factor).Stored() != nil)
			}
		})
	}
	if tested < 12 {
		t.Errorf("only %d methods", tested)
	}
}

// checkRefusal checks that a fit which is allowed twice the estimate of its memory is refused
// for a reason and with remedies, and that it succeeds if it is allowed more.
func checkRefusal(t *testing.T, method model.Method, f model.Fitter, g *model.Gram, reason, remedies string) {
	t.Helper()
	read, allowed := g.View(), 2*method.Memory(f, g.N(), 2).Fit
	read.Allow(func(m model.Memory) error {
		if m.Fit > allowed {
			return &model.MemoryError{Need: m.Fit, Allowed: allowed, N: g.N(), Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}
		}
		return nil
	})
	_, err := f.Fit(t.Context(), read, seeded(1))
	var short *model.MemoryError
	if !errors.As(err, &short) || !strings.Contains(err.Error(), reason) || !strings.HasSuffix(err.Error(), remedies) {
		t.Errorf("%s with %d bytes: %v", method.Name, allowed, err)
	}
	allowed = 1 << 40
	if _, err := f.Fit(t.Context(), read, seeded(1)); err != nil {
		t.Errorf("%s with enough memory: %v", method.Name, err)
	}
}

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
		checkRefusal(t, method, f, g, "points in the dictionary at score-ridge = 0.001", "; lower n, or raise score-ridge or max-memory")
	}
}

// TestDictionaryIsAffordedBeforeItIsThinned: of many copies a step of bless draws nearly all rows,
// also where all but m are dropped again.
func TestDictionaryIsAffordedBeforeItIsThinned(t *testing.T) {
	const n, m = 600, 20
	g := approxtest.Gram(t, n, 2)
	for _, method := range []model.Method{bless(), blessR()} {
		f := method.New()
		for _, p := range f.Params() {
			if v, set := (model.Values{"m": m, "score-ridge": 1e-3, "qbar": 1e5})[p.Name]; set {
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		checkRefusal(t, method, f, g, "points in the dictionary before it is thinned to m = 20", "; lower n or qbar, or raise max-memory")
	}
}

// TestLimitHoldsWhateverIsFound: clusters that k-means makes unequal, and a spectrum
// that takes more than block Lanczos, are refused by what they would take.
func TestLimitHoldsWhateverIsFound(t *testing.T) {
	n := 300
	x := mat.NewDense(n, 1, nil) // 290 rows in one place and 10 in four others
	for i := range n {
		x.Set(i, 0, 1e-3*float64(i))
		if i >= 290 {
			x.Set(i, 0, float64(10*(1+i%4)))
		}
	}
	g := gramOf(t, x, "gaussian", 1e6)
	allowed := int64(0)
	g.Allow(func(m model.Memory) error {
		if m.Fit > allowed {
			return &model.MemoryError{Need: m.Fit, Allowed: allowed, N: n, Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}
		}
		return nil
	})
	for name, want := range map[string]struct{ reason, remedy string }{
		"bka":  {"the largest of 290 rows", "lower n, or raise clusters or max-memory"},
		"meka": {"the largest of 290 rows", "lower n, m or rank, or raise max-memory"},
		"best": {"full eigendecomposition", "lower n or m, or raise max-memory"},
	} {
		m := Methods()[slices.IndexFunc(Methods(), func(m model.Method) bool { return m.Name == name })]
		f := m.New()
		for _, p := range f.Params() {
			if p.Name == "m" {
				*p.Int = 60
			}
		}
		if allowed = m.Memory(f, n, 1).Fit; name == "meka" {
			allowed /= 2 // its clusters count for little at this size
		}
		_, err := f.Fit(t.Context(), g.View(), rand.New(rand.NewPCG(1, 1)))
		var short *model.MemoryError
		if !errors.As(err, &short) || short.Need <= allowed || !strings.Contains(err.Error(), want.reason) || !strings.HasSuffix(err.Error(), "; "+want.remedy) {
			t.Errorf("%s with %d bytes: %v", name, allowed, err)
		}
		allowed = 1 << 40
		if _, err := f.Fit(t.Context(), g.View(), rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Errorf("%s with room: %v", name, err)
		}
	}
}

// TestLargeSpaceIsAskedFor: 1000 rows on a line have close leading eigenvalues, and need a larger Krylov space
// than the estimate of best includes.
func TestLargeSpaceIsAskedFor(t *testing.T) {
	n := 1000
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, 1e-3*float64(i))
	}
	g := gramOf(t, x, "gaussian", 1e6)
	refusal := errors.New("too much")
	counted, asked := best().Memory(&Best{M: 10}, n, 1).Fit, int64(0)
	g.Allow(func(m model.Memory) error {
		asked = m.Fit
		return refusal
	})
	_, err := (&Best{M: 10}).Fit(t.Context(), g, rand.New(rand.NewPCG(1, 1)))
	if !errors.Is(err, refusal) || asked <= counted || asked >= 3*8*int64(n)*int64(n) { // less than to decompose all of K
		t.Errorf("asked for %d bytes, %d counted: %v", asked, counted, err)
	}
}
