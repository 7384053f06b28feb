package keep

import (
	"context"
	"sync"
	"time"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// Keeper keeps the results of an exploration, and recalls those of an earlier one.
type Keeper struct {
	Say func(text string) // called with a text for the user, from any goroutine; set before the first use

	folder    string // "" to keep nothing
	program   string // its version
	continued string // the file of the exploration that this one continues, "" for none
	earlier   *session.Results
	begun     bool // whether there was a source before

	wake   chan struct{} // holds one value if there may be something to write
	mu     sync.Mutex
	queue  []item
	shown  *session.Session // the latest, nil before the first
	closed bool             // whether nothing follows
	off    bool             // whether nothing is kept any more

}

// item is a result to keep.
type item struct {
	origin func() session.Origin
	key    string
	result any
}

// mostQueued is the maximum number of results that wait to be written. If more wait, the newest are not kept.
const mostQueued = 20000

// New returns a keeper in a folder, "" to keep nothing. program is the version of the program: results of
// another version are not recalled. earlier are results to recall, or nil, and continued is the file in the
// folder that they are from if the exploration continues it, else "".
func New(folder, program string, earlier *session.Results, continued string) *Keeper {
	return &Keeper{folder: folder, program: program, earlier: earlier, continued: continued, wake: make(chan struct{}, 1), Say: func(string) {}}
}

// Keeps reports whether the keeper writes a file. After an error it does not.
func (k *Keeper) Keeps() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.folder != "" && !k.off
}

// Of returns the keeper of the results on a source. If the results to recall are on other data of that name
// than the first source, it says so.
func (k *Keeper) Of(source data.Source) sweep.Keeper {
	first := !k.begun
	k.begun = true
	origin := sync.OnceValue(func() session.Origin { return session.OriginOf(source, k.program) })
	compare := sync.OnceFunc(func() {
		if text := k.earlier.Changed(origin()); text != "" && first {
			k.Say(text)
		}
	})
	return sweep.Keeper{
		Recall: func(key string) []byte {
			if k.earlier == nil {
				return nil
			}
			compare()
			return k.earlier.Recall(origin(), key)
		},
		Keep: func(key string, result any) {
			k.change(func() {
				if len(k.queue) < mostQueued {
					k.queue = append(k.queue, item{origin, key, result})
				}
			})
		},
	}
}

// Show takes the present session, which must not be changed any more.
func (k *Keeper) Show(s *session.Session) { k.change(func() { k.shown = s }) }

// Close says that nothing follows. Run then ends when all is written.
func (k *Keeper) Close() { k.change(func() { k.closed = true }) }

// change changes what is to be written, and wakes Run.
func (k *Keeper) change(f func()) {
	if !k.Keeps() {
		return
	}
	k.mu.Lock()
	f()
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// pause is the least time between two sessions that are written.
const pause = time.Second

// Run writes what is to be kept until the keeper is closed. After an error nothing is kept any more. It does
// not end with ctx, because the last results come then. It is the work of a job.
func (k *Keeper) Run(context.Context, func(any)) (err error) {
	w := writer{keeper: k}
	defer w.end()
	defer func() {
		k.mu.Lock()
		k.off, k.queue = true, nil
		k.mu.Unlock()
	}()
	due := time.NewTimer(0)
	defer due.Stop()
	for wrote := (time.Time{}); ; {
		select {
		case <-k.wake:
		case <-due.C:
		}
		k.mu.Lock()
		items, shown, closed := k.queue, k.shown, k.closed
		if shown != nil {
			k.queue = nil
		}
		k.mu.Unlock()
		left := pause - time.Since(wrote)
		withSession := closed || left <= 0
		if shown != nil {
			if err := w.write(items, shown, withSession); err != nil {
				return err
			}
		}
		switch {
		case closed:
			return nil
		case withSession:
			wrote = time.Now()
		default:
			due.Reset(left)
		}
	}
}
