package approxtest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/promise"
)

// promises checks what `gramscope methods NAME --check` says.
func (s suite) promises(t *testing.T) {
	g, list := s.problem(t, 80), promise.New()
	if err := list.On(t.Context(), s.method, g, "cloud"); err != nil {
		t.Fatal(err)
	}
	byBudget := s.promise.Full != nil && len(s.promise.Full(g.N())) == 1 && s.method.Uses(model.BudgetName)
	for i, p := range list {
		isMade := !p.Optional || i == promise.Semidefinite && s.promise.PSD || i == promise.Exact && byBudget
		if isMade && p.Broken != "" {
			t.Errorf("%s: %s", p.Name, p.Broken)
		}
	}
}

// AnyWorkers checks that a fit has the same bits on any number of workers. It changes GOMAXPROCS for a while, so it
// must not run in a parallel test.
func AnyWorkers(t *testing.T, m model.Method) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	s, g, x := suite{method: m}, Gram(t, m, 150, 2), cloud(150, 1, 3)
	var block, product [3]*mat.Dense
	for procs := 1; procs <= 3; procs++ {
		runtime.GOMAXPROCS(procs)
		f := s.fit(t, g, settings(70), 1)
		block[procs-1], product[procs-1] = dense(f), mat.NewDense(150, 1, nil)
		f.MulTo(product[procs-1], x)
	}
	for p := 1; p < 3; p++ {
		sameBits(t, "GOMAXPROCS 1 and more, Block", block[0], block[p])
		sameBits(t, "GOMAXPROCS 1 and more, MulTo", product[0], product[p])
	}
}

// countdown is a context that is cancelled after Err was called a number of times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// cancelled cancels at the first call of Err, then at the second, and so on at growing intervals, until
// a fit completes.
func (s suite) cancelled(t *testing.T) {
	g := s.problem(t, 60)
	for looks := 0; looks < 100000; looks += 1 + looks/8 {
		f, _ := s.fitter(t, settings(15))
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(int64(looks))
		a, err := f.Fit(ctx, g, seeded(1))
		if err == nil {
			if looks == 0 {
				t.Error("a fit under a cancelled context went through")
			}
			return
		}
		if !errors.Is(err, context.Canceled) || a != nil {
			t.Fatalf("cancelled at look %d: got %v and the error %v", looks, a, err)
		}
	}
	t.Error("100000 looks at the context for n = 60")
}

func (s suite) nilGenerator(t *testing.T) {
	g := s.problem(t, 10)
	f, _ := s.fitter(t, settings(5))
	mustPanic(t, "Fit with a nil generator", func() { _, _ = f.Fit(context.Background(), g, nil) })
}

func (s suite) onlyRead(t *testing.T) {
	g := s.problem(t, 50)
	points, before := mat.DenseCopyOf(g.X()), exact(g)
	first := s.fit(t, g, settings(10), 1)
	sameBits(t, "points", points, g.X())
	sameBits(t, "K", before, exact(g))
	if err := g.Store(context.Background()); err != nil {
		t.Fatal(err)
	}
	stored := s.fit(t, g, settings(10), 1)
	if r := relative(difference(dense(stored), dense(first)), before); r > 1e-9 {
		t.Errorf("from a stored K another K̃, %.2g apart", r)
	}
	sameBits(t, "stored K", before, exact(g))
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		switch r := recover(); {
		case r == nil:
			t.Errorf("%s did not panic", what)
		case !strings.HasPrefix(fmt.Sprint(r), "approx: ") && !strings.HasPrefix(fmt.Sprint(r), "form: "):
			t.Errorf("%s panicked with %q, want a text that starts with approx: or form:", what, r)
		}
	}()
	f()
}
