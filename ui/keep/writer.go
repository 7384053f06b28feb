package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/ui/session"
)

// writer writes the file of an exploration, which is made for its first result.
type writer struct {
	keeper  *Keeper
	file    *os.File // nil before
	path    string
	size    int64
	claimed bool              // whether it has the results that can be recalled
	session []byte            // the line of the session that was written last
	origins [][]byte          // the lines of the origins that were written
	known   map[string]uint32 // the checksums of the results that were written last, by their origins and keys
}

// write adds results, and the session if it has changed, in one piece. Without a file and results it does nothing.
func (w *writer) write(items []item, shown *session.Session, withSession bool) error {
	if w.file == nil {
		if len(items) == 0 {
			return nil
		}
		if err := w.open(); err != nil {
			return w.notWritten(err)
		}
		withSession = true // with which a file begins
	}
	var lines []byte
	if withSession {
		line, err := json.Marshal(shown)
		if err != nil {
			return w.notWritten(err)
		}
		if line = append(line, '\n'); !bytes.Equal(line, w.session) {
			lines, w.session = append(lines, line...), line
		}
	}
	for _, i := range items {
		lines = w.append(lines, i)
	}
	if len(lines) == 0 {
		return nil
	}
	n, err := w.file.Write(lines)
	if err != nil {
		_ = w.file.Truncate(w.size) // readers leave a piece of a line out, too
		return w.notWritten(err)
	}
	if w.size += int64(n); w.size > mostOfOne {
		if err := w.shorten(); err != nil {
			return w.notWritten(err)
		}
	}
	return nil
}

// append adds the line of a result, below that of its origin, unless the file has it.
func (w *writer) append(lines []byte, i item) []byte {
	origin := i.origin()
	above, err := session.OriginLine(origin)
	if err != nil {
		return lines
	}
	line, err := session.ResultLine(origin, i.key, i.result)
	if err != nil {
		return lines // it has no text, and will be computed again
	}
	key, sum := string(above)+i.key, crc32.ChecksumIEEE(line)
	if w.known[key] == sum || w.claimed && w.known[key] == 0 && w.keeper.earlier.Has(origin, line) {
		return lines
	}
	if !slices.ContainsFunc(w.origins, func(o []byte) bool { return bytes.Equal(o, above) }) {
		w.origins, lines = append(w.origins, above), append(lines, above...)
	}
	w.known[key] = sum
	return append(lines, line...)
}

// open takes over the file of the exploration that is continued if it has ended, or makes a new one.
func (w *writer) open() error {
	folder := w.keeper.folder
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	w.path, w.known = filepath.Join(folder, newName(atomicfile.ThisProcess())), map[string]uint32{}
	w.claimed = w.keeper.continued != "" && claim(w.keeper.continued, w.path)
	flags := os.O_RDWR | os.O_APPEND
	if !w.claimed {
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(w.path, flags, 0o600)
	if err != nil {
		return err
	}
	w.file = file
	if w.size, err = wholeLines(file); err == nil {
		err = file.Truncate(w.size)
	}
	prune(folder, w.path)
	return err
}

// wholeLines returns the size of a file up to the end of its last line that is complete.
func wholeLines(file *os.File) (int64, error) {
	size, err := file.Seek(0, io.SeekEnd)
	buffer := make([]byte, 1<<16)
	for err == nil && size > 0 {
		n := min(size, int64(len(buffer)))
		if _, err = file.ReadAt(buffer[:n], size-n); err != nil {
			break
		}
		if at := bytes.LastIndexByte(buffer[:n], '\n'); at >= 0 {
			return size - n + int64(at) + 1, nil
		}
		size -= n
	}
	return 0, err
}

// shorten removes the first half of the results from the file.
func (w *writer) shorten() error {
	content, err := os.ReadFile(w.path)
	if err != nil {
		return err
	}
	_, later, _ := bytes.Cut(content[len(content)/2:], []byte("\n"))
	if err := w.file.Close(); err != nil {
		return err
	}
	to := atomicfile.Destination{Path: w.path, Overwrite: true, What: "the results"}
	parts := slices.Concat([][]byte{w.session}, w.origins, [][]byte{later})
	if err := to.Write(func(out io.Writer) error { _, err := out.Write(bytes.Join(parts, nil)); return err }); err != nil {
		return err
	}
	if w.file, err = os.OpenFile(w.path, os.O_RDWR|os.O_APPEND, 0o600); err != nil {
		return err
	}
	w.size, err = w.file.Seek(0, io.SeekEnd)
	return err
}

// end closes the file, and gives it a name without the process.
func (w *writer) end() {
	if w.file == nil {
		return
	}
	w.file.Close()
	now := time.Now()
	_ = os.Chtimes(w.path, now, now) // the last to end is the last one
	_ = os.Rename(w.path, filepath.Join(w.keeper.folder, newName(atomicfile.Process{Host: atomicfile.ThisProcess().Host})))
}

func (w *writer) notWritten(err error) error {
	bad := &data.Error{File: w.keeper.folder, Problem: "results can't be kept here: " + data.Cause(err), Err: err,
		Remedies: remedy.Do("name another folder in XDG_STATE_HOME").Or(remedy.Do("start with --no-keep"))}
	if errors.Is(err, syscall.ENOSPC) {
		bad.Remedies = remedy.Do("make room on the disk").Or(bad.Remedies)
	}
	return bad
}
