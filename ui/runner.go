package ui

import (
	"context"
	"fmt"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// pace is the least time between two wake-ups of Update by results.
const pace = 33 * time.Millisecond

// lane is a kind of work of which only the latest counts.
type lane int

const (
	sweepLane    lane = iota // the current setting, the grid, then the floor
	curveLane                // stable rank over σ, or effective dimension over γₛ
	filesLane                // folders and files of the data chooser
	tuneLane                 // the cross-validated error over γ and μ
	spectrumLane             // the pictures of the screens 2 to 4
	pointsLane
	matrixLane
	streamLane // the points as they come in
	writeLane  // files that are written
	rescueLane // sessions that are written after a panic
	laneCount
)

// writes tells whether a lane's work writes files, which quitting waits for.
func (l lane) writes() bool { return l == writeLane || l == rescueLane }

// work is what runs in a lane. It returns soon after ctx is cancelled and
// hands out what it has by post, which never blocks.
type work func(ctx context.Context, post func(any))

// runner runs work off the event loop, the latest of each lane wins: starting
// one cancels the one before, whose messages are dropped from then on.
type runner struct {
	root   context.Context
	cancel context.CancelFunc
	bell   chan struct{} // holds one ring while the inbox has something
	wg     sync.WaitGroup
	files  sync.WaitGroup // those that write files

	// turns bounds how much stale work finishes its last cell beside the
	// new. A gonum call can't be interrupted: without the bound, ten quick
	// changes would have eleven of them compete for the cores.
	turns chan struct{}
	slow  chan struct{} // room for the one job of O(n³) that may run

	search chan struct{} // room for the one search of the map or pass over a stream, which take long and shall keep nothing else waiting

	lanes [laneCount]struct { // of the event loop alone
		gen    int
		cancel context.CancelFunc
	}

	mu    sync.Mutex
	inbox []letter
	woken time.Time
}

// letter is a message with the generation it belongs to.
type letter struct {
	lane lane
	gen  int
	body any
}

// wake tells Update that the inbox has something.
type wake struct{}

// crashed is the message of work that panicked.
type crashed struct{ err error }

// finished is the last message of every work that was not cancelled.
type finished struct{}

func newRunner(ctx context.Context) *runner {
	r := &runner{bell: make(chan struct{}, 1), turns: make(chan struct{}, 2), slow: make(chan struct{}, 1), search: make(chan struct{}, 1)}
	r.root, r.cancel = context.WithCancel(ctx)
	return r
}

// start cancels what runs in the lane and starts w in its place.
func (r *runner) start(l lane, w work) {
	r.stop(l)
	ctx, cancel := context.WithCancel(r.root)
	gen := r.lanes[l].gen
	r.lanes[l].cancel = cancel
	post := func(body any) { r.post(letter{l, gen, body}) }
	r.wg.Add(1)
	if l.writes() {
		r.files.Add(1)
	}
	go func() {
		defer r.wg.Done()
		if l.writes() {
			defer r.files.Done()
		}
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				post(crashed{fmt.Errorf("internal error: %v (please report it)", p)})
			}
			post(finished{})
		}()
		w(ctx, post)
	}()
}

// stop cancels what runs in the lane; its messages are dropped from now on.
func (r *runner) stop(l lane) {
	if r.lanes[l].cancel != nil {
		r.lanes[l].cancel()
	}
	r.lanes[l].gen++
}

func (r *runner) post(l letter) {
	r.mu.Lock()
	r.inbox = append(r.inbox, l)
	r.mu.Unlock()
	select {
	case r.bell <- struct{}{}:
	default:
	}
}

// wait is the command that ends with the next wake-up. Exactly one must be
// under way at any time.
func (r *runner) wait() tea.Msg {
	select {
	case <-r.bell:
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
	return wake{}
}

// drain takes the messages out of the inbox, without those of stale work.
func (r *runner) drain() []letter {
	r.mu.Lock()
	all := r.inbox
	r.inbox = nil
	r.mu.Unlock()
	fresh := all[:0]
	for _, l := range all {
		if l.gen == r.lanes[l.lane].gen {
			fresh = append(fresh, l)
		}
	}
	return fresh
}

// awaitFiles waits for files that are being written, so that none is lost for being
// asked for just before the end.
func (r *runner) awaitFiles(patience time.Duration) { within(patience, &r.files) }

// close cancels everything and waits a little for it to end. What is inside
// a call that can't be interrupted ends with the program.
func (r *runner) close(patience time.Duration) {
	r.cancel()
	within(patience, &r.wg)
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

// take waits for room in one of the runner's semaphores; false means that ctx
// was cancelled before.
func take(ctx context.Context, room chan struct{}) bool {
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
