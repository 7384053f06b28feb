package keep

import (
	"errors"
	"fmt"
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

// Bounds on what is kept: the oldest explorations are removed.
const (
	mostExplorations = 20
	mostBytes        = 64 << 20 // of all explorations together
	mostOfOne        = 16 << 20 // of one, whose oldest results are removed
)

// Folder returns the folder of explorations: gramscope in XDG_STATE_HOME, or where the system keeps such
// files.
func Folder() (string, error) {
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "gramscope"), nil
	}
	if local := os.Getenv("LocalAppData"); runtime.GOOS == "windows" && local != "" {
		return filepath.Join(local, "gramscope"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", &data.Error{Problem: "there is no folder to keep results in: " + err.Error(), Remedies: remedy.Do("set XDG_STATE_HOME"), Err: err}
	}
	state := []string{home, ".local", "state"}
	if runtime.GOOS == "darwin" {
		state = []string{home, "Library", "Application Support"}
	}
	return filepath.Join(append(state, "gramscope")...), nil
}

// Last returns the file of the exploration that was written or ended last. The error names the folder if
// there is none.
func Last(folder string) (string, error) {
	all, err := explorations(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", &data.Error{File: folder, Problem: "explorations can't be listed: " + data.Cause(err), Err: err}
	}
	for _, e := range all {
		if e.begun() {
			return e.path, nil
		}
	}
	return "", &data.Error{File: folder, Problem: "there is no exploration to continue", Remedies: remedy.Do("begin one with gramscope DATA")}
}

// exploration is a file of the folder.
type exploration struct {
	path    string
	process atomicfile.Process // number 0 once the exploration has ended
	wrote   time.Time
	bytes   int64
}

// form is the format of the names of explorations: the process, and a random number.
const form = "exploration-%08x-%d-%08x.json"

func newName(p atomicfile.Process) string { return fmt.Sprintf(form, p.Host, p.Number, rand.Uint32()) }

// explorations lists the explorations of a folder, the latest first.
func explorations(folder string) (all []exploration, err error) {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		e := exploration{path: filepath.Join(folder, entry.Name())}
		var number uint32
		n, err := fmt.Sscanf(entry.Name(), form, &e.process.Host, &e.process.Number, &number)
		if err != nil || n < 3 || fmt.Sprintf(form, e.process.Host, e.process.Number, number) != entry.Name() {
			continue
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		e.wrote, e.bytes = info.ModTime(), info.Size()
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b exploration) int { return b.wrote.Compare(a.wrote) })
	return all, err
}

// begun reports whether the exploration has its session, or can't be read. A process that was killed before it wrote
// leaves a file without.
func (e exploration) begun() bool {
	file, err := os.Open(e.path)
	if err != nil {
		return true
	}
	defer file.Close()
	size, err := wholeLines(file)
	return size > 0 || err != nil
}

// ended reports whether no process writes the exploration.
func (e exploration) ended() bool { return e.process.Number == 0 || e.process.Ended(e.wrote) }

// claim renames an exploration that has ended to a name of this process, and reports whether it could. Of
// several processes that claim it, one can.
func claim(path, to string) bool {
	all, _ := explorations(filepath.Dir(path))
	at := slices.IndexFunc(all, func(e exploration) bool { return e.path == path })
	return at >= 0 && all[at].ended() && os.Rename(path, to) == nil
}

// prune removes the oldest explorations beyond the bounds, unless a process writes them.
func prune(folder, own string) {
	all, _ := explorations(folder)
	var sum int64
	for i, e := range all {
		if sum += e.bytes; (i >= mostExplorations || sum > mostBytes) && e.path != own && e.ended() {
			os.Remove(e.path) // another process may have removed it
		}
	}
}
