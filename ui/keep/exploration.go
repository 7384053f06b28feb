package keep

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
)

// exploration is a file that is being written. The file is made at the first result.
type exploration struct {
	folder    string
	continued string // the file to continue, if its exploration has ended; "" for none

	file  *os.File // nil before the first result
	size  int64
	shown []byte          // the line of the session written last
	known map[uint64]bool // hashes of the lines in the file
}

var seed = maphash.MakeSeed()

// add adds a line in one piece. A file that grows too long ends, and the next one begins with the session.
func (e *exploration) add(line []byte) error {
	n, err := e.file.Write(line) // readers leave out a piece of a line
	if e.size += int64(n); err != nil || e.size <= mostOfOne {
		return err
	}
	e.end()
	if err := e.open(); err != nil {
		return err
	}
	return e.add(e.shown)
}

// open takes over the continued exploration's file if that has ended, or makes one, and cuts off an incomplete line.
func (e *exploration) open() error {
	if err := os.MkdirAll(e.folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(e.folder, newName(atomicfile.ThisProcess()))
	all, _ := kept(e.folder)
	if slices.ContainsFunc(all, func(f keptFile) bool { return f.path == e.continued && f.ended }) {
		_ = os.Rename(e.continued, path) // one of several processes succeeds
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	e.file, e.size, e.known = file, 0, map[uint64]bool{}
	content, err := io.ReadAll(file)
	for line := range bytes.Lines(content) {
		if bytes.HasSuffix(line, []byte("\n")) {
			e.size += int64(len(line))
			e.known[maphash.Bytes(seed, line)] = true
		}
	}
	if err == nil {
		err = file.Truncate(e.size)
	}
	prune(e.folder, path)
	return err
}

// end closes the file, and gives it a name without the process. It returns the path for the next file to continue.
func (e *exploration) end() string {
	if e.file == nil {
		return e.continued
	}
	e.file.Close()
	_ = os.Chtimes(e.file.Name(), time.Now(), time.Now()) // for Last
	ended := filepath.Join(e.folder, newName(atomicfile.Process{Host: atomicfile.ThisProcess().Host}))
	_ = os.Rename(e.file.Name(), ended)
	e.file = nil
	return ended
}

// Bounds on what is kept: the oldest explorations are removed.
const (
	mostExplorations = 20
	mostBytes        = 64 << 20 // of all explorations together
	mostOfOne        = 16 << 20 // of one file; the exploration goes on in another
)

// Folder returns the folder of explorations: gramscope in XDG_STATE_HOME, or where the system keeps such files.
func Folder() (string, error) {
	home, err := os.UserHomeDir()
	switch state, local := os.Getenv("XDG_STATE_HOME"), os.Getenv("LocalAppData"); {
	case filepath.IsAbs(state):
		return filepath.Join(state, "gramscope"), nil
	case runtime.GOOS == "windows" && local != "":
		return filepath.Join(local, "gramscope"), nil
	case err != nil:
		problem := "there is no folder to keep results in: " + err.Error()
		return "", &data.Error{Problem: problem, Remedies: remedy.Do("set XDG_STATE_HOME"), Err: err}
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "gramscope"), nil
	}
	return filepath.Join(home, ".local", "state", "gramscope"), nil
}

// Last returns the file of the exploration that was written or ended last. The error names the folder if there is none.
// A file without a line, which a killed process may leave, is not an exploration.
func Last(folder string) (string, error) {
	all, err := kept(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", &data.Error{File: folder, Problem: "explorations can't be listed: " + data.Cause(err), Err: err}
	}
	for _, one := range all {
		if content, err := os.ReadFile(one.path); err != nil || bytes.Contains(content, []byte("\n")) {
			return one.path, nil // its reader meets the same error
		}
	}
	begin := remedy.Do("begin one with gramscope DATA")
	return "", &data.Error{File: folder, Problem: "there is no exploration to continue", Remedies: begin}
}

// keptFile is a file of the folder.
type keptFile struct {
	path  string
	ended bool // whether no process writes it
	wrote time.Time
	bytes int64
}

// form is the format of explorations' names: the process, number 0 once the exploration has ended, and a random number.
const form = "exploration-%08x-%d-%08x.json"

func newName(p atomicfile.Process) string { return fmt.Sprintf(form, p.Host, p.Number, rand.Uint32()) }

// kept lists the explorations of a folder, the latest first.
func kept(folder string) (all []keptFile, err error) {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		var p atomicfile.Process
		var number uint32
		name := entry.Name()
		_, err := fmt.Sscanf(name, form, &p.Host, &p.Number, &number)
		if err != nil || fmt.Sprintf(form, p.Host, p.Number, number) != name {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			ended := p.Number == 0 || p.Ended(info.ModTime())
			all = append(all, keptFile{filepath.Join(folder, name), ended, info.ModTime(), info.Size()})
		}
	}
	slices.SortStableFunc(all, func(a, b keptFile) int { return b.wrote.Compare(a.wrote) })
	return all, err
}

// prune removes the oldest explorations beyond the bounds, unless a process writes them.
func prune(folder, own string) {
	all, _ := kept(folder)
	var sum int64
	for i, f := range all {
		if sum += f.bytes; (i >= mostExplorations || sum > mostBytes) && f.path != own && f.ended {
			os.Remove(f.path) // another process may have removed it
		}
	}
}
