package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
)

// Following reads files of results that other processes are writing, again and again, and joins their rows.
type Following struct {
	methods   []model.Method
	maxMemory int64
	every     time.Duration

	mu    sync.Mutex // held by the one job that reads
	files []*followed
	grown time.Time // when the last row was written
	fresh bool      // whether there is something that no Grown has
	notes []string
}

// followed is one of the files.
type followed struct {
	name    string
	text    sweep.Growing
	rows    []sweep.Result
	info    fs.FileInfo // as it was read last; nil before the first time
	read    int64       // bytes read
	before  []byte      // the last of these bytes
	waits   bool        // whether the user knows that there is no such file
	faults  int
	refused string // the last error of the file itself
}

// Grown is posted when there are more rows.
type Grown struct {
	Rows int       // of all files, as they are, with those that repeat others
	Last time.Time // when the last of them was written

	results *recorded
	methods []model.Method
	markers []int
	notes   []string
}

// followEvery is the time from one look at the files to the next, and mostFaults the number of messages about rows of a file
// that are not valid.
const (
	followEvery = 500 * time.Millisecond
	mostFaults  = 3
)

// NewFollowing returns a Following of files, whose rows need at most maxMemory bytes. methods are all methods of the program.
func NewFollowing(names []string, methods []model.Method, maxMemory int64) *Following {
	f := &Following{methods: methods, maxMemory: maxMemory, every: followEvery}
	for _, name := range names {
		f.files = append(f.files, &followed{name: name, text: sweep.Growing{Name: name}})
	}
	return f
}

// Await waits for the first row. say is called with messages for the user. The error is ctx.Err(), or that of a file that can't be read.
func (f *Following) Await(ctx context.Context, say func(string)) (*Recorded, error) {
	for {
		f.mu.Lock()
		err := f.look(ctx)
		all := f.recorded()
		for _, note := range f.notes {
			say(note)
		}
		f.notes = nil
		f.mu.Unlock()
		if err != nil || len(all.Rows) > 0 {
			return all, err
		}
		if !pause(ctx, f.every) {
			return nil, ctx.Err()
		}
	}
}

// Run is a job that posts a Grown whenever there are more rows.
func (f *Following) Run(ctx context.Context, post func(any)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fresh = true // what a job that was stopped has posted last is lost
	for {
		began := time.Now()
		if err := f.look(ctx); err != nil {
			return err
		}
		if all := f.recorded(); f.fresh && len(all.Rows) > 0 {
			methods, markers := methodsOf(all.Rows, f.methods)
			post(Grown{len(all.Rows), f.grown, newRecorded(*all, methods), methods, markers, f.notes})
			f.fresh, f.notes = false, nil
		}
		if !pause(ctx, max(f.every, 4*time.Since(began))) { // many rows take time to index, which other work needs, too
			return nil
		}
	}
}

// pause waits, and reports whether ctx has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// recorded returns the rows of all files.
func (f *Following) recorded() *Recorded {
	all := &Recorded{}
	for _, one := range f.files {
		all.Files = append(all.Files, one.name)
		all.Rows = append(all.Rows, one.rows...)
		for _, column := range one.text.Columns {
			if !slices.Contains(all.Header, column) {
				all.Header = append(all.Header, column)
			}
		}
	}
	return all
}

// look reads what is new in the files. The error says that the rows need too much memory.
func (f *Following) look(ctx context.Context) error {
	for _, one := range f.files {
		if ctx.Err() != nil {
			return nil
		}
		if err := f.lookAt(one); err != nil && err.Error() != one.refused {
			one.refused = err.Error()
			f.note(Message(err))
		}
		memory := int64(0)
		for _, each := range f.files {
			memory += each.text.Memory()
		}
		if memory > f.maxMemory {
			return &data.Error{File: one.name, Problem: fmt.Sprintf("the rows of the files need more than %s of memory", model.Bytes(f.maxMemory)), Want: "at most that",
				Remedies: remedy.Change(remedy.Raise, "max-memory")}
		}
	}
	return nil
}

func (f *Following) note(text string) { f.notes, f.fresh = append(f.notes, text), true }

// lookAt reads what is new in a file. A file that was replaced or cut off is read from its beginning.
func (f *Following) lookAt(one *followed) error {
	info, err := os.Stat(one.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !one.waits {
			one.waits = true
			f.note(fmt.Sprintf("%s: there is no such file yet", one.name))
		}
		return nil
	case err != nil:
		return fmt.Errorf("%s: %s", one.name, data.Cause(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: this is not a regular file, and can't be followed", one.name)
	case one.info != nil && os.SameFile(info, one.info) && info.Size() == one.info.Size() && info.ModTime().Equal(one.info.ModTime()):
		return nil
	}
	file, err := os.Open(one.name)
	if err != nil {
		return fmt.Errorf("%s: %s", one.name, data.Cause(err))
	}
	defer file.Close()
	if one.info != nil && (!os.SameFile(info, one.info) || !one.goesOn(file)) {
		f.note(fmt.Sprintf("%s was replaced, and is read anew", one.name))
		*one = followed{name: one.name, text: sweep.Growing{Name: one.name}}
	}
	one.waits, one.refused = true, ""
	if _, err := file.Seek(one.read, io.SeekStart); err != nil {
		return fmt.Errorf("%s: %s", one.name, data.Cause(err))
	}
	buffer := make([]byte, 1<<18)
	for one.text.Memory() <= f.maxMemory {
		n, err := file.Read(buffer)
		f.take(one, buffer[:n], info.ModTime())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %s", one.name, data.Cause(err))
		}
	}
	one.info = info
	return nil
}

// goesOn reports whether the file still has the bytes that were read last, where they were.
func (one *followed) goesOn(file *os.File) bool {
	now := make([]byte, len(one.before))
	_, err := file.ReadAt(now, one.read-int64(len(now)))
	return err == nil && bytes.Equal(now, one.before)
}

// take takes the next bytes of a file.
func (f *Following) take(one *followed, text []byte, at time.Time) {
	const compared = 256
	rows, faults := one.text.Add(text)
	one.read += int64(len(text))
	one.before = append(one.before, text...)
	one.before = slices.Clone(one.before[max(0, len(one.before)-compared):])
	if len(rows) > 0 {
		one.rows, f.grown, f.fresh = append(one.rows, rows...), at, true
	}
	for _, fault := range faults {
		if one.faults++; one.faults <= mostFaults {
			f.note(Message(fault))
		} else if one.faults == mostFaults+1 {
			f.note(one.name + ": more rows are not valid and are left out")
		}
	}
}
