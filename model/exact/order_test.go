package exact

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
)

// figure is a named figure of a Reference or a Comparison.
type figure struct {
	name string
	of   func(ctx context.Context, r *Reference, c *Comparison) (Estimate, error)
}

func everyFigure() []figure {
	floor := func(rank int) func(context.Context, *Reference, *Comparison) (Estimate, error) {
		return func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) {
			e, _, err := r.Floor(ctx, rank)
			return e, err
		}
	}
	return []figure{
		{"Frobenius", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) { return r.Frobenius(ctx) }},
		{"Largest", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) { return r.Largest(ctx) }},
		{"StableRank", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) { return r.StableRank(ctx) }},
		{"d_eff", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) {
			return r.EffectiveDimension(ctx, 0.1)
		}},
		{"d_max", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) {
			v, _, err := r.MaximalDegrees(ctx, 0.1)
			return Exactly(v), err
		}},
		{"floor 5", floor(5)},
		{"floor 90", floor(90)},
		{"λ₃", func(ctx context.Context, r *Reference, _ *Comparison) (Estimate, error) {
			v, err := r.LeadingEigenvalues(ctx, 3)
			if err != nil {
				return Estimate{}, err
			}
			return Exactly(v[2]), nil
		}},
		{"Trace", func(ctx context.Context, _ *Reference, c *Comparison) (Estimate, error) { return c.Trace(ctx) }},
		{"Error", func(ctx context.Context, _ *Reference, c *Comparison) (Estimate, error) { return c.Error(ctx) }},
		{"Spectral", func(ctx context.Context, _ *Reference, c *Comparison) (Estimate, error) { return c.Spectral(ctx) }},
		{"StableRank of K̃", func(ctx context.Context, _ *Reference, c *Comparison) (Estimate,
			error) {
			return c.StableRank(ctx)
		}},
	}
}

func sameBits(a, b Estimate) bool {
	return math.Float64bits(a.Value) == math.Float64bits(b.Value) && math.Float64bits(a.SE) == math.Float64bits(b.SE)
}

// TestFiguresDoNotDependOnTheOthers: a figure has the same bits if it is computed alone, after all others in
// either order, concurrently with them, and after a cancelled call.
func TestFiguresDoNotDependOnTheOthers(t *testing.T) {
	const n = entireForTests + 60
	ctx, figures := context.Background(), everyFigure()
	x := randomPoints(n, 3, 2)
	for _, exact := range []bool{true, false} {
		g := gramAt(x, gaussian(0.2))
		if err := g.Store(ctx); err != nil {
			t.Fatal(err)
		}
		fresh := func() (*Reference, *Comparison) {
			r, err := NewReference(g, exact, [2]uint64{4, 4})
			if err != nil {
				t.Fatal(err)
			}
			r.entire = entireForTests
			return r, r.Compare(nystrom(g, 25))
		}
		alone := make([]Estimate, len(figures))
		for i, f := range figures {
			r, c := fresh()
			stopped := after(3 * i)
			if _, err := f.of(stopped, r, c); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(f.name, err)
			}
			var err error
			if alone[i], err = f.of(ctx, r, c); err != nil || math.IsNaN(alone[i].Value) {
				t.Fatal(f.name, alone[i], err)
			}
		}
		check := func(how string, i int, r *Reference, c *Comparison) {
			if got, err := figures[i].of(ctx, r, c); err != nil || !sameBits(got, alone[i]) {
				t.Errorf("exact %v, %s, %s: %+v, alone %+v (%v)", exact, figures[i].name, how, got, alone[i], err)
			}
		}
		r, c := fresh()
		for i := range figures {
			check("in order", i, r, c)
		}
		r, c = fresh()
		for i := range figures {
			check("in reverse", len(figures)-1-i, r, c)
		}
		r, c = fresh()
		var wg sync.WaitGroup
		for i := range 2 * len(figures) {
			wg.Add(1)
			go func() {
				defer wg.Done()
				check("at the same time", i%len(figures), r, c)
			}()
		}
		wg.Wait()
	}
}

// TestNewReferenceReadsTheDiagonalOnly: NewReference computes nothing that needs more than the diagonal.
func TestNewReferenceReadsTheDiagonalOnly(t *testing.T) {
	for _, exact := range []bool{true, false} {
		r, err := NewReference(gramAt(randomPoints(3000, 2, 1), gaussian(1)), exact, [2]uint64{1, 1})
		if err != nil || r.gram.Entries() != 3000 || r.trace != 3000 {
			t.Errorf("exact %v: %d entries read, trace %v (%v)", exact, r.gram.Entries(), r.trace, err)
		}
	}
}

// TestSampledCostIsConstant: estimates read about the same number of entries of K at two sizes.
func TestSampledCostIsConstant(t *testing.T) {
	var entries []int64
	for _, n := range []int{20000, 40000} {
		g := gramAt(randomPoints(n, 2, 1), gaussian(0.5))
		r, err := NewReference(g, false, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		before := r.gram.Entries()
		if _, err := r.Compare(nystrom(g, 5)).Error(t.Context()); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, r.gram.Entries()-before)
	}
	if entries[0] != entries[1] || entries[0] != sampleRows*sampleRows {
		t.Errorf("%d entries, want those of %d rows and columns", entries, sampleRows)
	}
}

// A caller that waits for another caller's computation stops waiting when its context is cancelled.
func TestWaitingEndsWithTheContext(t *testing.T) {
	var l lazy[int]
	started, release, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, err := l.get(context.Background(), func() (int, error) { close(started); <-release; return 7, nil })
		done <- err
	}()
	<-started
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.get(ctx, func() (int, error) { t.Error("computed twice"); return 0, nil }); !errors.Is(err,
		context.Canceled) {
		t.Errorf("waiting: %v", err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if v, err := l.get(ctx, nil); v != 7 || err != nil {
		t.Errorf("a value that is there: %v, %v", v, err)
	}
}
