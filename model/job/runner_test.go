package job

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRunnerLatestWins(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	started, stale := make(chan struct{}), make(chan struct{})
	r.Start(Sweep, func(ctx context.Context, post func(any)) error {
		post("old")
		close(started)
		<-ctx.Done()
		post("late")
		close(stale)
		return nil
	})
	<-started
	r.Start(Sweep, func(_ context.Context, post func(any)) error { post("new"); return nil })
	<-stale
	var got []any
	for len(got) < 2 {
		r.Wait()
		for l := range r.Drain() {
			got = append(got, l.Body)
		}
	}
	if got[0] != "new" || got[1] != (Finished{}) {
		t.Errorf("got %v, want new and finished only", got)
	}
}

// TestRunnerDropsWhatAMessageMakesStale: messages that came together with one that stops their
// work, or has other work take its place, are dropped as later ones are.
func TestRunnerDropsWhatAMessageMakesStale(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	const points, matrix = Kind("points"), Kind("matrix")
	for _, l := range []Event{{Files, 0, "other data"}, {points, 0, "points of the data before"}, {matrix, 0, "a matrix"},
		{points, 0, Finished{}}} {
		r.Post(l)
	}
	var got []any
	for l := range r.Drain() {
		if got = append(got, l.Body); l.Body == "other data" {
			r.Stop(points)
		}
	}
	if !slices.Equal(got, []any{"other data", "a matrix"}) {
		t.Errorf("got %v, want the other data and the matrix only", got)
	}
}

func TestKindsAreApart(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	alive := make(chan bool, 1)
	begun := make(chan struct{})
	r.Start(Files, func(ctx context.Context, post func(any)) error {
		<-begun
		alive <- ctx.Err() == nil
		return nil
	})
	r.Start(Sweep, func(context.Context, func(any)) error { return nil })
	r.Start(Sweep, func(context.Context, func(any)) error { return nil })
	close(begun)
	if !<-alive {
		t.Error("starting a job cancelled one of another kind")
	}
}

func TestRunnerGathersResults(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	const batches, each = 20, 100
	posted, gathered := make(chan struct{}), make(chan struct{})
	r.Start(Sweep, func(_ context.Context, post func(any)) error {
		for i := range batches * each {
			post(i)
			if i%each == each-1 {
				posted <- struct{}{}
				<-gathered
			}
		}
		return nil
	})
	for batch := range batches {
		<-posted
		r.Wait()
		next := batch * each
		for l := range r.Drain() {
			if l.Body != next {
				t.Fatalf("got %v, want %d", l.Body, next)
			}
			next++
		}
		if next != (batch+1)*each {
			t.Fatalf("%d results after wake-up %d, want those of whole batches of %d", next, batch+1, each)
		}
		gathered <- struct{}{}
	}
}

func TestRunnerPanicBecomesMessage(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	r.Start(Sweep, func(context.Context, func(any)) error { panic("ouch") })
	r.Wait()
	for {
		for l := range r.Drain() {
			if c, ok := l.Body.(Failed); ok {
				if !strings.Contains(c.Err.Error(), "ouch") {
					t.Errorf("error %q does not name the panic", c.Err)
				}
				return
			}
		}
		r.Wait()
	}
}

func TestLimitedWorkIsCancelled(t *testing.T) {
	s, ran := make(Semaphore, 1), 0
	ctx, cancel := context.WithCancel(context.Background())
	work := s.Limited(func(context.Context, func(any)) error { ran++; return nil })
	if err := work(ctx, nil); err != nil || ran != 1 || len(s) != 0 {
		t.Fatalf("below the limit it ran %d times (%v), and %d are under way", ran, err, len(s))
	}
	s <- struct{}{}
	go cancel()
	if err := work(ctx, nil); err == nil || ran != 1 { // blocks until ctx is cancelled
		t.Error("it ran beyond the limit")
	}
	<-s
	if err := work(ctx, nil); err == nil || ran != 1 || len(s) != 0 {
		t.Errorf("it ran with a cancelled context, or %d are under way", len(s))
	}
}

func TestRunnerCloseDoesNotWaitForever(t *testing.T) {
	r := NewRunner(context.Background())
	stuck := make(chan struct{})
	r.Start(Sweep, func(context.Context, func(any)) error { <-stuck; return nil })
	r.Close(time.Millisecond)
	close(stuck)
	r.Jobs.Wait()
	if msg := r.Wait(); msg != nil && msg != (Wake{}) {
		t.Errorf("wait after close gave %v", msg)
	}
}

// TestErrorOfAJobIsPosted: before it has finished; but not that it was cancelled.
func TestErrorOfAJobIsPosted(t *testing.T) {
	r := NewRunner(context.Background())
	defer r.Close(10 * time.Second)
	why := errors.New("n is too large")
	r.Start(Sweep, func(context.Context, func(any)) error { return why })
	var got []any
	for len(got) < 2 {
		r.Wait()
		for e := range r.Drain() {
			got = append(got, e.Body)
		}
	}
	if Error(got[0]) != why || got[1] != (Finished{}) {
		t.Errorf("got %v", got)
	}
	r.Start(Files, func(ctx context.Context, _ func(any)) error { <-ctx.Done(); return ctx.Err() })
	r.Cancel()
	r.Jobs.Wait()
	for e := range r.Drain() {
		if Error(e.Body) != nil {
			t.Errorf("a cancelled job has posted %v", e.Body)
		}
	}
}
