package lab

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// pace is the least time between two wake-ups of Update by results.
const pace = 33 * time.Millisecond

// NoLane is that of screens without work.
const NoLane Lane = -1

// Lane is a kind of work of which only the latest counts.
type Lane int

const (
	SweepLane    Lane = iota // the current setting, the grid, then the floor
	CurveLane                // stable rank over σ, or effective dimension over γₛ
	FilesLane                // folders and files of the data chooser
	TuneLane                 // the cross-validated error over γ and μ
	SpectrumLane             // the pictures of the screens 2 to 4
	PointsLane
	MatrixLane
	StreamLane // the points as they come in
	WriteLane  // files that are written
	RescueLane // sessions that are written after a panic
	LaneCount
)

// Writes tells whether a lane's work writes files, which quitting waits for.
func (l Lane) Writes() bool { return l == WriteLane || l == RescueLane }

// Work is what runs in a lane. It returns soon after ctx is cancelled and
// hands out what it has by post, which never blocks.
type Work func(ctx context.Context, post func(any))

// Runner runs work off the event loop, the latest of each lane wins: starting
// one cancels the one before, whose messages are dropped from then on.
type Runner struct {
	root   context.Context
	Cancel context.CancelFunc
	Bell   chan struct{} // holds one ring while the inbox has something
	Wg     sync.WaitGroup
	files  sync.WaitGroup // those that write files

	// turns bounds how much stale work finishes its last cell beside the
	// new. A gonum call can't be interrupted: without the bound, ten quick
	// changes would have eleven of them compete for the cores.
	turns chan struct{}
	Slow  chan struct{} // room for the one job of O(n³) that may run

	Search chan struct{} // room for the one search of the map or pass over a stream, which take long and shall keep nothing else waiting

	Lanes [LaneCount]struct { // of the event loop alone
		Gen    int
		cancel context.CancelFunc
	}

	mu    sync.Mutex
	inbox []Letter
	woken time.Time
}

// Letter is a message with the generation it belongs to.
type Letter struct {
	Lane Lane
	Gen  int
	Body any
}

// Wake tells Update that the inbox has something.
type Wake struct{}

// Crashed is the message of work that panicked.
type Crashed struct{ Err error }

// Finished is the last message of every work that was not cancelled.
type Finished struct{}

func NewRunner(ctx context.Context) *Runner {
	r := &Runner{Bell: make(chan struct{}, 1), turns: make(chan struct{}, 2), Slow: make(chan struct{}, 1), Search: make(chan struct{}, 1)}
	r.root, r.Cancel = context.WithCancel(ctx)
	return r
}

// Start cancels what runs in the lane and starts w in its place.
func (r *Runner) Start(l Lane, w Work) {
	r.Stop(l)
	ctx, cancel := context.WithCancel(r.root)
	gen := r.Lanes[l].Gen
	r.Lanes[l].cancel = cancel
	post := func(body any) { r.Post(Letter{l, gen, body}) }
	r.Wg.Add(1)
	if l.Writes() {
		r.files.Add(1)
	}
	go func() {
		defer r.Wg.Done()
		if l.Writes() {
			defer r.files.Done()
		}
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				post(Crashed{fmt.Errorf("internal error: %v (please report it)", p)})
			}
			post(Finished{})
		}()
		w(ctx, post)
	}()
}

// Stop cancels what runs in the lane; its messages are dropped from now on.
func (r *Runner) Stop(l Lane) {
	if r.Lanes[l].cancel != nil {
		r.Lanes[l].cancel()
	}
	r.Lanes[l].Gen++
}

func (r *Runner) Post(l Letter) {
	r.mu.Lock()
	r.inbox = append(r.inbox, l)
	r.mu.Unlock()
	select {
	case r.Bell <- struct{}{}:
	default:
	}
}

// Wait is the command that ends with the next wake-up. Exactly one must be
// under way at any time.
func (r *Runner) Wait() any {
	select {
	case <-r.Bell:
	case <-r.root.Done():
		return nil
	}
	r.mu.Lock()
	rest := pace - time.Since(r.woken)
	r.mu.Unlock()
	if rest > 0 {
		timer := time.NewTimer(rest)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.root.Done():
			return nil
		}
	}
	r.mu.Lock()
	r.woken = time.Now()
	r.mu.Unlock()
	return Wake{}
}

// Drain takes the messages out of the inbox, without those of stale work.
func (r *Runner) Drain() []Letter {
	r.mu.Lock()
	all := r.inbox
	r.inbox = nil
	r.mu.Unlock()
	fresh := all[:0]
	for _, l := range all {
		if l.Gen == r.Lanes[l.Lane].Gen {
			fresh = append(fresh, l)
		}
	}
	return fresh
}

// AwaitFiles waits for files that are being written, so that none is lost for being
// asked for just before the end.
func (r *Runner) AwaitFiles(patience time.Duration) { within(patience, &r.files) }

// Close cancels everything and waits a little for it to end. What is inside
// a call that can't be interrupted ends with the program.
func (r *Runner) Close(patience time.Duration) {
	r.Cancel()
	within(patience, &r.Wg)
}

// within waits for a group, but no longer than that.
func within(patience time.Duration, group *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// Take waits for room in one of the runner's semaphores; false means that ctx
// was cancelled before.
func Take(ctx context.Context, room chan struct{}) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case room <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// FailureOf is the error of work that has ended with one.
func FailureOf(body any) error {
	switch b := body.(type) {
	case Refusal:
		return b.Err
	case Crashed:
		return b.Err
	}
	return nil
}
