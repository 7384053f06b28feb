// Package keep keeps explorations: the session and the results of the explorer, in a file of the user's state
// folder to which lines are added as results come. `gramscope --continue` opens the last one.
//
// An exploration has its own file, which one process writes. Until the exploration ends, the file's name contains the
// process. A continued exploration keeps its file, with the new process in the name; if the earlier process still runs,
// the results go to a new file.
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
	program string                     // version of the program
	earlier session.Results            // results to recall
	off     atomic.Bool                // whether nothing is kept, or no longer
	kept    atomic.Bool                // whether there is a file and the last write succeeded
	lost    atomic.Pointer[data.Error] // error of the last write; nil if it succeeded

	wake, closed chan struct{}
	mu           sync.Mutex
	results      []func() ([]byte, error) // return the lines of the results that wait to be written
	session      *session.Session         // the latest, nil before the first

	exploration
}

// New returns a keeper in a folder, "" to keep nothing. Results of another version of the program are not recalled.
// earlier are results to recall. continued is their file if the exploration continues it, else "".
func New(folder, program string, earlier session.Results, continued string) *Keeper {
	k := &Keeper{
		program: program, earlier: earlier, wake: make(chan struct{}, 1), closed: make(chan struct{}),
		exploration: exploration{folder: folder, continued: continued},
	}
	k.off.Store(folder == "")
	return k
}

// Keeps reports whether the keeper writes what it is given.
func (k *Keeper) Keeps() bool { return !k.off.Load() }

// Kept reports whether everything up to the last write is in a file, which --continue would open.
func (k *Keeper) Kept() bool { return k.Keeps() && k.kept.Load() }

// Lost returns the error of the last write, after which the latest results are not kept; nil if there is none.
func (k *Keeper) Lost() *data.Error { return k.lost.Load() }

// Of returns the keeper of the results on a source. Results on other data of the same name are not recalled.
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

// Show passes the present session to the keeper. The caller must not change it afterwards.
func (k *Keeper) Show(s *session.Session) { k.change(func() { k.session = s }) }

// change calls f, which changes the session or the results to write, and wakes Run.
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

// Close ends Run after a last write. Nothing may follow.
func (k *Keeper) Close() { close(k.closed) }

// Run writes sessions and results until the keeper is closed. It posts the first of several errors in a row, and tries
// again at the next change. It does not end with ctx, because the last results come after that. It is a job.Work.
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
		case <-time.After(200 * time.Millisecond): // joins changes into one write
		case <-k.closed:
		}
	}
	return nil
}

// write writes the lines of a changed session, and of results that are not in the file. Only results start a file.
func (k *Keeper) write() *data.Error {
	k.mu.Lock()
	s, results := k.session, k.results
	k.mu.Unlock()
	if s == nil || k.file == nil && len(results) == 0 && k.Lost() == nil {
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
		line, bad := lineOf() // a result without a line is computed again
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
	k.continued, k.shown = k.end(), nil // open cuts off its incomplete line
	return &data.Error{File: k.folder, Problem: "this exploration can't be kept here: " + data.Cause(err), Err: err,
		Remedies: remedy.Do("make this a folder with room to write in, set another XDG_STATE_HOME, or start with --no-keep")}
}
