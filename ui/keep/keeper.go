// Package keep keeps explorations: the session and the results of the explorer, in a file of the user's state
// folder to which lines are added as results come. `gramscope --continue` opens the last one.
//
// An exploration has its own file, which one process writes. Its name has that process, until the
// exploration ends. An exploration that is continued keeps its file, which then bears the name of the new
// process; while its own process still runs, the results go to a new file.
package keep

import (
	"bytes"
	"context"
	"encoding/json"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// Keeper keeps the results of an exploration, and recalls those of an earlier one.
type Keeper struct {
	program string // its version
	earlier session.Results
	off     atomic.Bool                // whether nothing is kept, or not any more
	kept    atomic.Bool                // whether there is a file, and the last writing has succeeded
	lost    atomic.Pointer[data.Error] // of the last writing

	wake, closed chan struct{}
	mu           sync.Mutex
	results      []func() ([]byte, error) // return the lines of those that wait to be written
	session      *session.Session         // the latest, nil before the first

	exploration
}

// New returns a keeper in a folder, "" to keep nothing. Results of another version of the program are not recalled.
// earlier are results to recall, continued is the file that they are from if the exploration continues it, else "".
func New(folder, program string, earlier session.Results, continued string) *Keeper {
	k := &Keeper{
		program: program, earlier: earlier, wake: make(chan struct{}, 1), closed: make(chan struct{}),
		exploration: exploration{folder: folder, continued: continued},
	}
	k.off.Store(folder == "")
	return k
}

// Keeps reports whether the keeper is to write a file.
func (k *Keeper) Keeps() bool { return !k.off.Load() }

// Kept reports whether all so far is in a file, which --continue would open.
func (k *Keeper) Kept() bool { return k.Keeps() && k.kept.Load() }

// Lost says why the latest results are not kept; nil if they are, or none are to be.
func (k *Keeper) Lost() *data.Error { return k.lost.Load() }

// Of returns the keeper of the results on a source. Results on other data of its name are not recalled.
func (k *Keeper) Of(source data.Source) sweep.Keeper {
	origin := sync.OnceValue(func() session.Origin { return session.OriginOf(source, k.program) })
	return sweep.Keeper{
		Recall: func(key string) []byte {
			if len(k.earlier) == 0 { // the origin takes time
				return nil
			}
			return k.earlier.Recall(origin(), key)
		},
		Keep: func(key string, row sweep.Result) {
			line := func() ([]byte, error) { return session.ResultLine(origin(), key, row) }
			k.change(func() { k.results = append(k.results, line) })
		},
	}
}

// Show takes the present session, which must not be changed any more.
func (k *Keeper) Show(s *session.Session) { k.change(func() { k.session = s }) }

// change changes what is to be written by f.
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

// Close says that nothing follows. Run then ends when all is written.
func (k *Keeper) Close() { close(k.closed) }

// Run writes what is to be kept until the keeper is closed. What can't be written is said once, and tried again with
// what comes next. It does not end with ctx, because the last results come then. It is the work of a job.
func (k *Keeper) Run(_ context.Context, post func(any)) error {
	defer k.end()
	defer k.off.Store(true)
	for closed := false; !closed; {
		select {
		case <-k.wake:
		case <-k.closed:
			closed = true
		}
		err := k.write()
		if before := k.lost.Swap(err); err != nil && before == nil {
			post(job.Failed{Err: err})
		}
		k.kept.Store(k.file != nil)
		select {
		case <-time.After(200 * time.Millisecond): // between two pieces
		case <-k.closed:
		}
	}
	return nil
}

// write writes the line of a changed session, and of results that the file has not. Without results there is no file.
func (k *Keeper) write() *data.Error {
	k.mu.Lock()
	s, results := k.session, k.results
	k.mu.Unlock()
	if s == nil {
		return nil
	}
	if k.file == nil && len(results) == 0 && k.Lost() == nil {
		return nil
	}
	shown, err := json.Marshal(s)
	if err == nil && k.file == nil {
		err = k.open()
	}
	if shown = append(shown, '\n'); err == nil && !bytes.Equal(shown, k.shown) {
		k.shown = shown
		err = k.add(shown)
	}
	for _, lineOf := range results {
		line, bad := lineOf() // of a bad one, the result is computed again
		if hash := maphash.Bytes(seed, line); err == nil && bad == nil && !k.known[hash] {
			k.known[hash] = true
			err = k.add(line)
		}
	}
	if err == nil {
		k.mu.Lock()
		k.results = slices.Clone(k.results[len(results):])
		k.mu.Unlock()
		return nil
	}
	k.continued, k.shown = k.end(), nil // whose last line may be torn
	return &data.Error{File: k.folder, Problem: "this exploration can't be kept here: " + data.Cause(err), Err: err,
		Remedies: remedy.Do("make this a folder with room to write in, set another XDG_STATE_HOME, or start with --no-keep")}
}
