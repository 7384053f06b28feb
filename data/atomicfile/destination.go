// Package atomicfile writes a file whole or not at all, and reports what went wrong as a *data.Error with its remedies.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"gramscope/data"
	"gramscope/data/remedy"
)

// Destination is a file to write, with the words for errors about it.
type Destination struct {
	Path      string    // "-" for standard output
	Overwrite bool      // replace an existing file
	Stdout    io.Writer // standard output; nil if "-" is refused

	What    string      // what is written, such as "the model"
	Another remedy.List // how to choose another place
	Replace remedy.List // how to have an existing file replaced
}

// Check reports whether Write could write the file, to be called before long work. It creates an empty file in the same
// folder and removes it again.
func (d Destination) Check() error {
	if err := d.mayWrite(); err != nil || d.isStdout() {
		return err
	}
	draft, err := newDraft(filepath.Dir(d.Path))
	if err != nil {
		return d.notWritten(err)
	}
	discard(draft)
	return nil
}

// Write replaces Path by a file with the bytes that write writes. It writes a draft in the same folder and renames it.
// After an error Path is unchanged; a draft remains only if the process is killed, until the next Write in that folder.
// Errors are a *data.Error, for an existing file with the cause fs.ErrExist, except those of Stdout.
func (d Destination) Write(write func(io.Writer) error) (err error) {
	if err := d.mayWrite(); err != nil {
		return err
	}
	if d.isStdout() {
		return write(d.Stdout)
	}
	path := d.Path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file that a symbolic link points to, not the link
	}
	folder := filepath.Dir(path)
	removeAbandoned(folder)
	draft, err := newDraft(folder)
	if err != nil {
		return d.notWritten(err)
	}
	defer discard(draft)
	info, _ := os.Stat(path) // whose permissions stay; nil for a new file
	for _, step := range []func() error{
		func() error { return write(draft) },
		func() error {
			if info == nil {
				return nil
			}
			return draft.Chmod(info.Mode().Perm())
		},
		draft.Sync, draft.Close,
		func() error { return rename(draft.Name(), path, d.Overwrite) },
	} {
		if err := step(); errors.Is(err, fs.ErrExist) {
			return d.exists()
		} else if err != nil {
			return d.notWritten(err)
		}
	}
	if opened, err := os.Open(folder); err == nil { // so that the new name survives a crash
		_ = opened.Sync() // some file systems refuse; the file itself is safe
		opened.Close()
	}
	return nil
}

// String returns the name of the file for messages.
func (d Destination) String() string {
	if d.isStdout() {
		return "standard output"
	}
	return d.Path
}

func (d Destination) isStdout() bool { return d.Path == "-" }

// mayWrite returns an error for an existing file that must not be replaced, for a path that is not a regular file,
// such as a folder or a device, and for standard output without Stdout.
func (d Destination) mayWrite() error {
	if d.isStdout() {
		if d.Stdout == nil {
			return &data.Error{Problem: d.What + " can't be written to standard output (-)", Remedies: d.Another}
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
		return &data.Error{File: d.Path, Problem: "this is a directory", Remedies: remedy.Do("name a file in it")}
	case !info.Mode().IsRegular():
		return &data.Error{File: d.Path, Problem: "this is not a regular file", Remedies: d.Another}
	case !d.Overwrite:
		return d.exists()
	}
	return nil
}

func (d Destination) exists() error {
	return &data.Error{File: d.Path, Problem: "this file already exists", Err: fs.ErrExist,
		Remedies: d.Another.Or(d.Replace)}
}

func (d Destination) notWritten(err error) error {
	folder, why, remedies := filepath.Dir(d.Path), data.Cause(err), d.Another
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isFolder(folder):
		why, remedies = "there is no folder "+folder, remedy.Do("create the folder").Or(d.Another)
	case errors.Is(err, fs.ErrNotExist): // as in /proc
		why = "no files can be created in " + folder
	case errors.Is(err, syscall.ENOSPC):
		remedies = remedy.Do("make room on the disk").Or(d.Another)
	}
	return &data.Error{File: d.Path, Problem: d.What + " can't be written: " + why, Remedies: remedies, Err: err}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
