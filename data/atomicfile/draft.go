package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// draftForm is the format of the names of drafts, which are written first and then renamed: the process, and a random
// number.
const draftForm = ".gramscope-draft-%08x-%d-%08x.tmp"

func draftName(process int) string {
	return fmt.Sprintf(draftForm, host(), process, rand.Uint32())
}

func newDraft(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, draftName(os.Getpid())), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// discard closes a draft and removes it, if it has not been renamed.
func discard(draft *os.File) {
	draft.Close()
	os.Remove(draft.Name())
}

// rename gives a draft its final name. Without overwrite it uses a link, which fails if another process has taken the
// name meanwhile; on file systems without links it checks and then renames.
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

func removeAbandoned(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		var p Process
		var number uint32
		fmt.Sscanf(entry.Name(), draftForm, &p.Host, &p.Number, &number)
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && fmt.Sprintf(draftForm, p.Host, p.Number, number) == entry.Name() &&
			p.Ended(info.ModTime()) {
			os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// Process identifies a process, in the names of files that it alone writes.
type Process struct {
	Host   uint32 // a hash of the machine's name, to distinguish machines that share a file system
	Number int
}

// ThisProcess returns the process that calls it.
func ThisProcess() Process { return Process{host(), os.Getpid()} }

// abandoned is the age from which a file counts as left behind if it is unknown whether its process still runs.
const abandoned = 10 * time.Minute

// Ended reports whether the process has ended. wrote is when it wrote its file last, which decides if that is not
// known: on another machine, or for the number of the calling process, which a killed one may have had.
func (p Process) Ended(wrote time.Time) bool {
	if p.Host == host() && p.Number > 0 && p.Number != os.Getpid() {
		return gone(p.Number)
	}
	return time.Since(wrote) > abandoned
}

func host() uint32 {
	name, _ := os.Hostname() // on an error "" serves as well
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

func gone(process int) bool {
	p, err := os.FindProcess(process)
	if err != nil { // on Windows
		return !errors.Is(err, fs.ErrPermission)
	}
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	_, state, _ := strings.Cut(string(stat), ") ") // Z: a zombie takes signals until its parent waits for it
	return strings.HasPrefix(state, "Z") || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
