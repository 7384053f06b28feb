package fitted

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"

	"gramscope/data"
)

// Read reads a model file. What is wrong with it is a *data.Error: no such file,
// none of ours, of another version, cut short, edited.
func Read(path string) (*Model, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &data.Error{File: path, Problem: "no such file", Want: "a model that gramscope fit --out has written", Err: err}
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: cause(err), Want: "a model file", Err: err}
	}
	m, err := decode(content)
	var own *data.Error
	if errors.As(err, &own) {
		own.File = path
	}
	return m, err
}

// Write writes the model to a file and gives its size: whole or not at all, by
// way of a second file in the same folder, which on a crash of the machine may
// stay behind. A file that is there already is an error, unless overwrite says
// otherwise. Errors are a *data.Error.
func Write(path string, m *Model, overwrite bool) (bytes int64, err error) {
	content, err := m.encode()
	if err != nil {
		return 0, &data.Error{File: path, Problem: "not written: " + err.Error(), Remedy: "raise --mu, or standardise the data", Err: err}
	}
	return int64(len(content)), replace(path, overwrite, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// CheckPlace finds out before the work whether Write could write there, by an
// empty file in the same folder, which is removed again.
func CheckPlace(path string, overwrite bool) error {
	if err := mayWrite(path, overwrite); err != nil {
		return err
	}
	draft, err := newDraft(path)
	if err != nil {
		return notWritten(path, err)
	}
	draft.Close()
	return os.Remove(draft.Name())
}

// mayWrite refuses what must not be replaced: a file, unless that is wanted, and
// always what is no ordinary file, such as a folder or a device.
func mayWrite(path string, overwrite bool) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return notWritten(path, err)
	case info.IsDir():
		return &data.Error{File: path, Problem: "this is a directory", Want: "the name of a file to write", Remedy: "name a file in it"}
	case !info.Mode().IsRegular():
		return &data.Error{File: path, Problem: "this is no ordinary file", Want: "the name of a file to write", Remedy: "name another with --out"}
	case !overwrite:
		return exists(path)
	}
	return nil
}

func exists(path string) error {
	return &data.Error{File: path, Problem: "there is a file of this name already, and it stays as it is", Remedy: "name another with --out, or replace it with --force", Err: fs.ErrExist}
}

func notWritten(path string, err error) error {
	e := &data.Error{File: path, Problem: "the model can't be written: " + cause(err), Remedy: "name another place with --out", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Problem = fmt.Sprintf("the model can't be written: there is no folder %s", filepath.Dir(path))
		e.Remedy = "make it, or name another with --out"
	case errors.Is(err, syscall.ENOSPC):
		e.Remedy = "make room there, or name another place with --out"
	}
	return e
}

// cause leaves out the names of files that a person has not given.
func cause(err error) string {
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

// newDraft makes the file that is written first.
func newDraft(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(path), rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// replace puts a file with what write writes in the place of path. Whatever goes
// wrong, path is as it was and no other file is left.
func replace(path string, overwrite bool, write func(io.Writer) error) (err error) {
	if err := mayWrite(path, overwrite); err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the link stays, and what it points to is replaced
	}
	draft, err := newDraft(path)
	if err != nil {
		return notWritten(path, err)
	}
	defer os.Remove(draft.Name()) // in vain once it is renamed
	defer draft.Close()
	for _, step := range []func() error{
		func() error { return write(draft) },
		func() error { return keepMode(path, draft) },
		draft.Sync,
		draft.Close,
		func() error { return publish(draft.Name(), path, overwrite) },
	} {
		if err := step(); err != nil {
			if errors.Is(err, fs.ErrExist) {
				return exists(path)
			}
			return notWritten(path, err)
		}
	}
	syncFolder(filepath.Dir(path))
	return nil
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

// publish gives the draft its name. A link fails where the name was taken
// meanwhile; not all file systems have links, and there a rename must do.
func publish(draft, path string, overwrite bool) error {
	if !overwrite {
		err := os.Link(draft, path)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := os.Lstat(path); err == nil {
			return fs.ErrExist
		}
	}
	return os.Rename(draft, path)
}

// syncFolder makes the new name last over a crash, where folders can be synced.
func syncFolder(name string) {
	if folder, err := os.Open(name); err == nil {
		_ = folder.Sync() // some file systems refuse; the file itself is safe
		folder.Close()
	}
}
