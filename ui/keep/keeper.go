// Package keep keeps explorations: the session and the results of the explorer, in a file of the user's state
// folder to which lines are added as results come. `gramscope --continue` opens the last one.
//
// An exploration has its own file, which one process writes. Its name has that process, until the
// exploration ends. An exploration that is continued keeps its file, which then bears the name of the new
// process; while its own process still runs, the results go to a new file.
package keep

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// Keeper keeps the results of an exploration, and recalls those of an earlier one.
type Keeper struct {
	Say func(text string) // called with a text for the user, from any goroutine; set before the first use

	program string // its version
	earlier *session.Results
	begun   bool // whether there was a source before

	results chan item
	shown   chan *session.Session // holds the latest
	closed  chan struct{}
	off     atomic.Bool // whether nothing is kept, or not any more
	opened  atomic.Bool // whether there is a file
	exploration
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
	k := &Keeper{Say: func(string) {}, program: program, earlier: earlier, results: make(chan item, mostQueued), shown: make(chan *session.Session, 1),
		closed: make(chan struct{}), exploration: exploration{folder: folder, continued: continued, had: earlier}}
	k.off.Store(folder == "")
	return k
}

// Keeps reports whether the keeper writes a file. After an error it does not.
func (k *Keeper) Keeps() bool { return !k.off.Load() }

// Kept reports whether there is a file, which --continue would open.
func (k *Keeper) Kept() bool { return k.Keeps() && k.opened.Load() }

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
			if k.Keeps() {
				select {
				case k.results <- item{origin, key, result}:
				default:
				}
			}
		},
	}
}

// Show takes the present session, which must not be changed any more. One goroutine calls it, and Close.
func (k *Keeper) Show(s *session.Session) {
	select {
	case <-k.shown:
	default:
	}
	k.shown <- s
}

// Close says that nothing follows. Run then ends when all is written.
func (k *Keeper) Close() { close(k.closed) }

// pause is the time between two sessions that are written.
const pause = time.Second

// Run writes what is to be kept until the keeper is closed. After an error nothing is kept any more. It does
// not end with ctx, because the last results come then. It is the work of a job.
func (k *Keeper) Run(context.Context, func(any)) (err error) {
	defer k.end()
	defer k.off.Store(true)
	var due <-chan time.Time
	var results chan item // nil before the first session
	for closed := false; err == nil && !closed; {
		select {
		case s := <-k.shown:
			if results = k.results; due == nil {
				due = time.After(pause)
			}
			k.session = s
		case i := <-results:
			err = k.keep(i)
			k.opened.Store(k.file != nil)
		case <-due:
			due, err = nil, k.keepSession()
		case <-k.closed:
			closed = true
		}
	}
	if len(k.shown) > 0 {
		k.session = <-k.shown
	}
	for err == nil && k.session != nil && len(k.results) > 0 {
		err = k.keep(<-k.results)
	}
	if err == nil {
		err = k.keepSession()
	}
	return err
}
