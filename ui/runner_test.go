package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gramscope/data"
	"gramscope/model/sweep"
)

func TestRunnerLatestWins(t *testing.T) {
	r := newRunner(context.Background())
	defer r.close(10 * time.Second)
	started, stale := make(chan struct{}), make(chan struct{})
	r.start(sweepLane, func(ctx context.Context, post func(any)) {
		post("old")
		close(started)
		<-ctx.Done()
		post("late")
		close(stale)
	})
	<-started
	r.start(sweepLane, func(_ context.Context, post func(any)) { post("new") })
	<-stale
	var got []any
	for len(got) < 2 {
		r.wait()
		for _, l := range r.drain() {
			got = append(got, l.body)
		}
	}
	if got[0] != "new" || got[1] != (finished{}) {
		t.Errorf("got %v, want new and finished only", got)
	}
}

func TestRunnerLanesAreApart(t *testing.T) {
	r := newRunner(context.Background())
	defer r.close(10 * time.Second)
	alive := make(chan bool, 1)
	begun := make(chan struct{})
	r.start(curveLane, func(ctx context.Context, post func(any)) {
		<-begun
		alive <- ctx.Err() == nil
	})
	r.start(sweepLane, func(context.Context, func(any)) {})
	r.start(sweepLane, func(context.Context, func(any)) {})
	close(begun)
	if !<-alive {
		t.Error("starting one lane cancelled another")
	}
}

func TestRunnerGathersResults(t *testing.T) {
	r := newRunner(context.Background())
	defer r.close(10 * time.Second)
	const results = 2000
	r.start(sweepLane, func(_ context.Context, post func(any)) {
		for i := range results {
			post(i)
			if i%10 == 0 {
				time.Sleep(100 * time.Microsecond)
			}
		}
	})
	wakes, next := 0, 0
	for ended := false; !ended; wakes++ {
		r.wait()
		for _, l := range r.drain() {
			if _, ended = l.body.(finished); ended {
				break
			}
			if l.body != next {
				t.Fatalf("got %v, want %d", l.body, next)
			}
			next++
		}
	}
	if next != results {
		t.Errorf("%d results arrived, want %d", next, results)
	}
	if wakes > results/10 {
		t.Errorf("%d results took %d wake-ups", results, wakes)
	}
}

func TestRunnerPanicBecomesMessage(t *testing.T) {
	r := newRunner(context.Background())
	defer r.close(10 * time.Second)
	r.start(sweepLane, func(context.Context, func(any)) { panic("ouch") })
	r.wait()
	for {
		for _, l := range r.drain() {
			if c, ok := l.body.(crashed); ok {
				if !strings.Contains(c.err.Error(), "ouch") {
					t.Errorf("error %q does not name the panic", c.err)
				}
				return
			}
		}
		r.wait()
	}
}

func TestRunnerTakeIsCancelled(t *testing.T) {
	room := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	if !take(ctx, room) {
		t.Fatal("no room in an empty semaphore")
	}
	go cancel()
	if take(ctx, room) { // waits: the room is taken
		t.Error("work took room that is not there")
	}
	<-room
	if take(ctx, room) {
		t.Error("cancelled work took room")
	}
}

func TestRunnerCloseDoesNotWaitForever(t *testing.T) {
	r := newRunner(context.Background())
	stuck := make(chan struct{})
	r.start(sweepLane, func(context.Context, func(any)) { <-stuck })
	r.close(time.Millisecond)
	close(stuck)
	r.wg.Wait()
	if msg := r.wait(); msg != nil && msg != (wake{}) {
		t.Errorf("wait after close gave %v", msg)
	}
}

// started is an output that tells when the first frame is written.
type started struct {
	once sync.Once
	at   chan struct{}
}

func (s *started) Write(p []byte) (int, error) {
	s.once.Do(func() { close(s.at) })
	return len(p), nil
}

// TestSignalsAreTheContexts sends this process a SIGTERM that only the
// context is to notice: the explorer's end must not look like `q`.
func TestSignalsAreTheContexts(t *testing.T) {
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM)
	defer stop()
	keys, typing := io.Pipe()
	defer typing.Close()
	out := &started{at: make(chan struct{})}
	spec := sweep.DefaultSpec(20)
	spec.Methods = []string{"plain"}
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{Source: data.Generators()[0], Spec: spec, Methods: toyMethods(), Workers: 1, Input: keys, Output: out})
	}()
	<-out.at
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(syscall.SIGTERM)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v after SIGTERM, want context.Canceled", err)
	}
}

// TestFilesAreWrittenBeforeTheEnd: quitting waits for a file, and not for work
// whose result nobody will see.
func TestFilesAreWrittenBeforeTheEnd(t *testing.T) {
	r := newRunner(t.Context())
	goOn, stuck := make(chan struct{}), make(chan struct{})
	defer close(stuck)
	var whole atomic.Bool
	r.start(writeLane, func(context.Context, func(any)) { <-goOn; whole.Store(true) })
	r.start(sweepLane, func(context.Context, func(any)) { <-stuck })
	time.AfterFunc(20*time.Millisecond, func() { close(goOn) })
	r.awaitFiles(time.Minute)
	if !whole.Load() {
		t.Error("the file was not waited for")
	}
	r.close(time.Millisecond)
}
