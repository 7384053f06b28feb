package data

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"gramscope/data/remedy"
)

// Destination is a file to be written, and the words for what may go wrong.
type Destination struct {
	Path      string    // "-" for standard output
	Overwrite bool      // replace a file that is there already
	Stdout    io.Writer // standard output; nil where "-" is refused

	What    string      // what is written, such as "the model"
	Another remedy.List // how to choose another place
	Replace remedy.List // how to have the file replaced
}

// Check finds out before the work whether Write could write there, by an empty
// file in the same folder, which is removed again.
func (d Destination) Check() error {
	if err := d.mayWrite(); err != nil || d.isStdout() {
		return err
	}
	draft, err := newDraft(filepath.Dir(d.Path))
	if err != nil {
		return d.notWritten(err)
	}
	draft.discard()
	return nil
}

// Write puts a file with what write writes in the place of Path, whole or not at
// all, by way of a draft in the same folder. Whatever goes wrong, Path is as it
// was and no other file is left; a draft that has a name may outlive a process that
// is killed, and the next Write there removes it. A file that is there already is an
// error with fs.ErrExist as its cause unless Overwrite is set. Errors are an *Error,
// but for those of Stdout, which are returned as they are.
func (d Destination) Write(write func(io.Writer) error) (err error) {
	if err := d.mayWrite(); err != nil {
		return err
	}
	if d.isStdout() {
		return write(d.Stdout)
	}
	path := d.Path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the link stays, and what it points to is replaced
	}
	folder := filepath.Dir(path)
	sweepDrafts(folder)
	draft, err := newDraft(folder)
	if err != nil {
		return d.notWritten(err)
	}
	defer draft.discard() // in vain once it is published
	for _, step := range []func() error{
		func() error { return write(draft) },
		func() error { return keepMode(path, draft.File) },
		draft.Sync,
		func() error { return draft.publish(path, d.Overwrite) },
	} {
		if err := step(); err != nil {
			if errors.Is(err, fs.ErrExist) {
				return d.exists()
			}
			return d.notWritten(err)
		}
	}
	if made, err := os.Open(folder); err == nil { // to make the new name last over a crash
		_ = made.Sync() // some file systems refuse; the file itself is safe
		made.Close()
	}
	return nil
}

// String is the file's name as messages have it.
func (d Destination) String() string {
	if d.isStdout() {
		return "standard output"
	}
	return d.Path
}

func (d Destination) isStdout() bool { return d.Path == "-" }

// mayWrite refuses what must not be replaced: a file, unless that is wanted, and
// always what is no ordinary file, such as a folder or a device. It also refuses
// standard output where there is none to write to.
func (d Destination) mayWrite() error {
	if d.isStdout() {
		if d.Stdout == nil {
			return &Error{Problem: d.What + " can't be written to standard output, which - stands for", Remedies: d.Another}
		}
		return nil
	}
	info, err := os.Stat(d.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return d.notWritten(err)
	case info.IsDir():
		return &Error{File: d.Path, Problem: "this is a directory", Want: "the name of a file to write", Remedies: remedy.Do("name a file in it")}
	case !info.Mode().IsRegular():
		return &Error{File: d.Path, Problem: "this is no ordinary file", Want: "the name of a file to write", Remedies: d.Another}
	case !d.Overwrite:
		return d.exists()
	}
	return nil
}

func (d Destination) exists() error {
	return &Error{File: d.Path, Problem: "there is a file of this name already, and it stays as it is", Remedies: d.Another.Or(d.Replace), Err: fs.ErrExist}
}

func (d Destination) notWritten(err error) error {
	folder, why, remedies := filepath.Dir(d.Path), Cause(err), d.Another
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isFolder(folder):
		why, remedies = "there is no folder "+folder, remedy.Do("make it").Or(d.Another)
	case errors.Is(err, fs.ErrNotExist): // as /proc has it
		why = "no files can be made in " + folder
	case errors.Is(err, syscall.ENOSPC):
		remedies = remedy.Do("make room there").Or(d.Another)
	}
	return &Error{File: d.Path, Problem: d.What + " can't be written: " + why, Remedies: remedies, Err: err}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Cause is an error of the file system without the names of files, which a person
// may not have given.
func Cause(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	}
	return err.Error()
}

// keepMode gives the draft the permissions of the file that it replaces.
func keepMode(path string, draft *os.File) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return draft.Chmod(info.Mode().Perm())
}
