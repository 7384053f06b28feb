package approx

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/data/remedy"
	"gramscope/model"
)

// checkRefusal checks that a fit which is allowed twice the estimate of its memory is refused
// for a reason and with remedies, and that it succeeds if it is allowed more.
func checkRefusal(t *testing.T, method model.Method, f model.Fitter, g *model.Gram, reason, remedies string) {
	t.Helper()
	read, allowed := g.View(), 2*method.Memory(f, g.N(), 2).Fit
	read.Allow(func(m model.Memory) error {
		if m.Fit > allowed {
			return &model.MemoryError{Need: m.Fit, Allowed: allowed, N: g.N(),
				Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}
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

// TestDictionaryIsAffordedBeforeItIsThinned: of many copies a step of bless draws nearly all rows,
// also where all but m are dropped again.
func TestDictionaryIsAffordedBeforeItIsThinned(t *testing.T) {
	const n, m = 600, 20
	g := approxtest.Gram(t, model.Method{}, n, 2)
	for _, method := range []model.Method{bless(), blessR()} {
		f := method.New()
		for _, p := range f.Params() {
			if v, set := (model.Values{"m": m, "score-ridge": 1e-3, "qbar": 1e5})[p.Name]; set {
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		checkRefusal(t, method, f, g, "points in the dictionary before it is thinned to m = 20",
			"; lower n or qbar, or raise max-memory")
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
			return &model.MemoryError{Need: m.Fit, Allowed: allowed, N: n,
				Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}
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
		if !errors.As(err, &short) || short.Need <= allowed || !strings.Contains(err.Error(), want.reason) ||
			!strings.HasSuffix(err.Error(), "; "+want.remedy) {
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
