package keep

import (
	"bytes"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"time"

	"gramscope/data/atomicfile"
)

// exploration is a file that is being written. It is made for the first result.
type exploration struct {
	folder    string
	continued string // the file that it continues if that one has ended; "" for none

	file  *os.File // nil before the first result
	size  int64
	shown []byte          // the line of the session that was written last
	known map[uint64]bool // the lines that the file has, by their hashes
}

var seed = maphash.MakeSeed()

// add adds a line in one piece. A file that grows too long ends, and the next one begins with the session.
func (e *exploration) add(line []byte) error {
	n, err := e.file.Write(line) // readers leave a piece of a line out
	if e.size += int64(n); err != nil || e.size <= mostOfOne {
		return err
	}
	e.end()
	if err := e.open(); err != nil {
		return err
	}
	return e.add(e.shown)
}

// open takes over the file of the exploration that is continued if it has ended, or makes a new one. A last line that
// is not complete is cut off.
func (e *exploration) open() error {
	if err := os.MkdirAll(e.folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(e.folder, newName(atomicfile.ThisProcess()))
	claim(e.continued, path)
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

// end closes the file, and gives it a name without the process.
func (e *exploration) end() {
	if e.file == nil {
		return
	}
	e.file.Close()
	now := time.Now()
	_ = os.Chtimes(e.file.Name(), now, now) // the last to end is the last one
	_ = os.Rename(e.file.Name(), filepath.Join(e.folder, newName(atomicfile.Process{Host: atomicfile.ThisProcess().Host})))
}
