package atomicfile

import (
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// Process identifies a process, in the names of files that it alone writes.
type Process struct {
	Host   uint32 // a hash of the machine's name, to distinguish machines that share a file system
	Number int
}

// ThisProcess returns the process that calls it.
func ThisProcess() Process { return Process{host(), os.Getpid()} }

// abandoned is the age from which a file counts as left behind if it is unknown whether its process still
// runs.
const abandoned = 10 * time.Minute

// Ended reports whether the process has ended. wrote is when it wrote its file last, which decides if
// that is not known: on another machine, or for the number of the calling process, which a killed one may have had.
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

// gone reports whether no process of this machine has the number.
func gone(process int) bool {
	p, err := os.FindProcess(process)
	if err != nil { // on Windows
		return !errors.Is(err, fs.ErrPermission)
	}
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
