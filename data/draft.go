package data

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// draft is the file that is written before it takes another's place. Where the
// system can, it has no name until then, so that a process that is killed leaves
// nothing.
type draft struct {
	*os.File
	folder string
	name   string // "" as long as it has none
}

func newDraft(folder string) (*draft, error) {
	if file, err := unnamed(folder); err == nil {
		return &draft{file, folder, ""}, nil
	}
	d := &draft{folder: folder}
	return d, d.make()
}

// named gives the draft a name of its own that make finds free.
func (d *draft) named(make func(name string) error) error {
	for {
		d.name = filepath.Join(d.folder, draftName(os.Getpid()))
		if err := make(d.name); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// make makes its file under a name of its own.
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

// publish puts the draft in the place of path, and closes it. Nothing is replaced
// unless overwrite is set.
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
	os.Remove(d.name) // where it was linked, or is the same file as path already
	d.name = ""
	return nil
}

// takeName gives a draft without a name one, for a moment: a file can't be replaced
// by one that has none. Where that is refused the content moves to a named one.
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

// rename gives a draft its last name. A link fails where the name was taken
// meanwhile; not all file systems have links, and there a rename must do.
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

// draftForm is the form of drafts' names: the host, the process, and a number.
const draftForm = ".gramscope-draft-%08x-%d-%08x.tmp"

func draftName(process int) string {
	return fmt.Sprintf(draftForm, host(), process, rand.Uint32())
}

// host tells machines that share a file system apart.
func host() uint32 {
	name, _ := os.Hostname() // "" is as good as any
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// abandoned is the age from which on a draft is taken for one that was left behind,
// where it can't be known whether its process runs.
const abandoned = 10 * time.Minute

// sweepDrafts removes the drafts in a folder that were left behind by processes that
// were killed.
func sweepDrafts(folder string) {
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
		known := on == host() && process > 0 && process != os.Getpid() // this process may have the number of one that was killed
		if known && gone(process) || !known && time.Since(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// gone tells whether no process of this machine has the number.
func gone(process int) bool {
	p, err := os.FindProcess(process)
	if err != nil {
		return true
	}
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
