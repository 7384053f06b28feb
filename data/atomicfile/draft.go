package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// draft is the file that is written first and then renamed. If the system supports it,
// the draft has no name until then, so a process that is killed leaves nothing behind.
type draft struct {
	*os.File
	folder string
	name   string // "" while it has none
}

func newDraft(folder string) (*draft, error) {
	if file, err := unnamed(folder); err == nil {
		return &draft{file, folder, ""}, nil
	}
	d := &draft{folder: folder}
	return d, d.make()
}

// named calls make with new names until one is free. This is then the draft's name.
func (d *draft) named(make func(name string) error) error {
	for {
		d.name = filepath.Join(d.folder, draftName(os.Getpid()))
		if err := make(d.name); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// make creates the draft's file under a new name.
func (d *draft) make() error {
	return d.named(func(name string) (err error) {
		d.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	})
}

func (d *draft) discard() {
	d.Close()
	if d.name != "" {
		os.Remove(d.name)
	}
}

// publish renames the draft to path and closes it. It replaces an existing file only if
// overwrite is set.
func (d *draft) publish(path string, overwrite bool) error {
	if d.name == "" {
		err := nameIt(d.File, path)
		if err == nil || errors.Is(err, fs.ErrExist) && !overwrite {
			return err
		}
		if err := d.takeName(); err != nil {
			return err
		}
	}
	if err := d.Close(); err != nil {
		return err
	}
	if err := rename(d.name, path, overwrite); err != nil {
		return err
	}
	os.Remove(d.name) // still there if it was linked, or if it is the same file as path
	d.name = ""
	return nil
}

// takeName gives an unnamed draft a temporary name, since a rename needs one. If the
// system refuses, the content is copied to a new draft that has a name.
func (d *draft) takeName() error {
	if d.named(func(name string) error { return nameIt(d.File, name) }) == nil {
		return nil
	}
	from := d.File
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if err := d.make(); err != nil {
		return err
	}
	if _, err := io.Copy(d.File, io.NewSectionReader(from, 0, info.Size())); err != nil {
		return err
	}
	return errors.Join(d.Chmod(info.Mode().Perm()), d.Sync())
}

// rename gives a draft its final name. Without overwrite it uses a link, which fails if
// another process has taken the name meanwhile; on file systems without links it checks and
// then renames.
func rename(draft, path string, overwrite bool) error {
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

// draftForm is the format of the names of drafts: the process, and a random number.
const draftForm = ".gramscope-draft-%08x-%d-%08x.tmp"

func draftName(process int) string {
	return fmt.Sprintf(draftForm, host(), process, rand.Uint32())
}

// removeAbandoned removes the drafts in a folder that killed processes left behind.
func removeAbandoned(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		var on, number uint32
		var process int
		if n, err := fmt.Sscanf(entry.Name(), draftForm, &on, &process, &number); n < 3 || err != nil || fmt.Sprintf(draftForm, on, process, number) != entry.Name() {
			continue
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if (Process{on, process}).Ended(info.ModTime()) {
			os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}
