// Package job runs background jobs off the event loop. Only the latest job of each kind counts: a new one cancels the
// one before it.
package job

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"gramscope/data/remedy"
)

// wakeInterval is the least time between two values of Wake.
const wakeInterval = 33 * time.Millisecond

// Kind is a kind of job. Each screen has a kind of its own.
type Kind string

// The kinds that belong to no screen.
const (
	None     Kind = ""         // of screens without jobs
	Sweep    Kind = "sweep"    // the runs at the present setting and along the swept parameter
	Preview  Kind = "preview"  // coarse curves while a knob turns
	Programs Kind = "programs" // the same of methods that are programs of the user
	Files    Kind = "files"    // reads folders and files for the data chooser
	Write    Kind = "write"    // writes a file
	Widths   Kind = "widths"   // learns a width for each feature
	Pixels   Kind = "pixels"   // draws charts as pictures
	Keep     Kind = "keep"     // writes results and the session to the user's state folder, as they come
)

// WritesFiles reports whether jobs of this kind write files. The program waits for these before it exits.
func (k Kind) WritesFiles() bool { return k == Write || k == Keep }

// Work is what a job does. It returns soon after ctx is cancelled. It passes on results with
// post, which never blocks; an error that it returns is posted as Failed.
type Work func(ctx context.Context, post func(any)) error

// Runner runs jobs. Start, Stop, StopComputing, Busy, Generation and Drain are for the event
// loop alone; Post and Wait may be called from any goroutine.
type Runner struct {
	root   context.Context
	Cancel context.CancelFunc
	Ready  chan struct{} // receives a value when an event comes into the inbox
	Jobs   sync.WaitGroup
	files  sync.WaitGroup // the jobs that write files

	Limits Limits
	latest map[Kind]latest
	woken  time.Time // when Wait returned last

	mu    sync.Mutex
	inbox []Event
}

// Limits are how many jobs may compute at the same time.
type Limits struct {
	// Runs limits sweeps: a gonum call can't be interrupted, and ten quick changes would leave eleven sweeps competing
	// for the cores.
	Runs   Semaphore
	Cubic  Semaphore // work of O(n³)
	Search Semaphore // searches of the map and passes over a stream, which take long: nothing else waits for them
}

// latest is the latest job of a kind.
type latest struct {
	generation int
	cancel     context.CancelFunc // nil if it was stopped, and once Drain has yielded its Finished
}

// Event is what a job has posted. Generation says which job of its kind it was.
type Event struct {
	Kind       Kind
	Generation int
	Body       any
}

// Bodies of events that come from the runner.
type (
	// Wake says that the inbox is not empty.
	Wake struct{}
	// Failed says why a job has ended before it was done, also by a panic.
	Failed struct{ Err error }
	// Finished is the last event of every job that was not cancelled.
	Finished struct{}
)

// NewRunner returns a runner whose jobs are cancelled with ctx, or when it is closed.
func NewRunner(ctx context.Context) *Runner {
	limits := Limits{Runs: make(Semaphore, 2), Cubic: make(Semaphore, 1), Search: make(Semaphore, 1)}
	r := &Runner{Ready: make(chan struct{}, 1), Limits: limits, latest: map[Kind]latest{}}
	r.root, r.Cancel = context.WithCancel(ctx)
	return r
}

// Start cancels the job of that kind, if one is running, and starts w in its place.
func (r *Runner) Start(k Kind, w Work) {
	r.Stop(k)
	ctx, cancel := context.WithCancel(r.root)
	generation := r.Generation(k)
	r.latest[k] = latest{generation, cancel}
	post := func(body any) { r.Post(Event{k, generation, body}) }
	r.Jobs.Add(1)
	if k.WritesFiles() {
		r.files.Add(1)
	}
	go func() {
		defer r.Jobs.Done()
		if k.WritesFiles() {
			defer r.files.Done()
		}
		defer cancel()
		defer func() {
			p := recover()
			if err, ok := remedy.Unreadable(p); ok {
				post(Failed{err})
			} else if p != nil {
				post(Failed{fmt.Errorf("internal error: %v (please report it)", p)})
			}
			post(Finished{})
		}()
		if err := w(ctx, post); err != nil && ctx.Err() == nil {
			post(Failed{err})
		}
	}()
}

// Stop cancels the job of that kind. Drain drops its events from now on.
func (r *Runner) Stop(k Kind) {
	if l := r.latest[k]; l.cancel != nil {
		l.cancel()
	}
	r.latest[k] = latest{generation: r.Generation(k) + 1}
}

// Busy reports whether a job of that kind is running, or has posted events that Drain has not yielded yet.
func (r *Runner) Busy(k Kind) bool { return r.latest[k].cancel != nil }

// StopComputing cancels all jobs, except those of the given kinds and those that read or write files or draw.
func (r *Runner) StopComputing(except ...Kind) {
	for k := range r.latest {
		if k != Files && k != Pixels && !k.WritesFiles() && !slices.Contains(except, k) {
			r.Stop(k)
		}
	}
}

// Generation returns the number of the latest job of a kind. It changes whenever a job is started or stopped.
func (r *Runner) Generation(k Kind) int { return r.latest[k].generation }

// Post puts an event into the inbox. It never blocks.
func (r *Runner) Post(e Event) {
	r.mu.Lock()
	r.inbox = append(r.inbox, e)
	r.mu.Unlock()
	select {
	case r.Ready <- struct{}{}:
	default:
	}
}

// Wait blocks until the inbox is not empty and returns Wake, or nil if the runner is closed.
// At most one call may be under way at any time.
func (r *Runner) Wait() any {
	select {
	case <-r.Ready:
	case <-r.root.Done():
		return nil
	}
	select {
	case <-time.After(wakeInterval - time.Since(r.woken)):
	case <-r.root.Done():
		return nil
	}
	r.woken = time.Now()
	return Wake{}
}

// Drain empties the inbox and yields its events, except those of jobs that have been stopped. Whoever handles an event
// may stop jobs whose events come later in the same inbox: new data, for example, stop all jobs on the old ones. A
// caller that breaks off loses the later events.
func (r *Runner) Drain() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		r.mu.Lock()
		all := r.inbox
		r.inbox = nil
		r.mu.Unlock()
		for _, e := range all {
			if e.Generation != r.Generation(e.Kind) {
				continue
			}
			if _, ended := e.Body.(Finished); ended {
				r.latest[e.Kind] = latest{generation: e.Generation} // whose context is over
			}
			if !yield(e) {
				return
			}
		}
	}
}

// AwaitFiles waits for the jobs that write files, but no longer than timeout. A file that was
// asked for just before the program ends is not lost.
func (r *Runner) AwaitFiles(timeout time.Duration) { await(&r.files, timeout) }

// Close cancels all jobs and waits for them to end, but no longer than timeout. A call that
// can't be interrupted ends with the program.
func (r *Runner) Close(timeout time.Duration) {
	r.Cancel()
	await(&r.Jobs, timeout)
}

// await waits for a group, but no longer than timeout.
func await(group *sync.WaitGroup, timeout time.Duration) {
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(timeout):
	}
}

// Error returns the error for which a job has ended, or nil if its event is none.
func Error(body any) error {
	failed, _ := body.(Failed)
	return failed.Err
}

// Semaphore limits how many goroutines do something at the same time. Its capacity is the limit.
type Semaphore chan struct{}

// Limited returns the work as one that waits until the limit allows one more. If it is cancelled first, it returns the
// error of its context.
func (s Semaphore) Limited(w Work) Work {
	return func(ctx context.Context, post func(any)) error {
		select {
		case s <- struct{}{}:
			defer func() { <-s }()
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return w(ctx, post)
	}
}
