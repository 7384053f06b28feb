package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/ui/session"
)

// exploration is a file that is being written. It is made for the first result.
type exploration struct {
	folder    string
	continued string           // the file that it continues if that one has ended; "" for none
	had       *session.Results // those of that file

	session *session.Session  // the latest, nil before the first
	line    []byte            // of the session that was written last
	known   map[string]uint32 // the checksums of the lines of results, by their origins and keys
	file    *os.File          // nil before the first result
	size    int64
}

// keep adds the line of a result, unless the file has it.
func (e *exploration) keep(i item) error {
	if e.file == nil {
		if err := e.open(); err != nil {
			return e.notWritten(err)
		}
		if err := e.keepSession(); err != nil {
			return err
		}
	}
	origin := i.origin()
	line, err := session.ResultLine(origin, i.key, i.result)
	if err != nil {
		return nil // it has no text, and will be computed again
	}
	key, sum := origin.Source+origin.Fingerprint+i.key, crc32.ChecksumIEEE(line)
	if e.known[key] == sum || e.known[key] == 0 && e.had.Has(line) {
		return nil
	}
	e.known[key] = sum
	return e.add(line)
}

// keepSession adds the line of the session if it has changed, and there are results.
func (e *exploration) keepSession() error {
	if e.file == nil {
		return nil
	}
	line, err := json.Marshal(e.session)
	if err != nil {
		return e.notWritten(err)
	}
	if line = append(line, '\n'); bytes.Equal(line, e.line) {
		return nil
	}
	e.line = line
	return e.add(line)
}

// add adds a line in one piece.
func (e *exploration) add(line []byte) error {
	n, err := e.file.Write(line)
	if err != nil {
		_ = e.file.Truncate(e.size) // readers leave a piece of a line out, too
	} else if e.size += int64(n); e.size > mostOfOne {
		err = e.shorten()
	}
	return e.notWritten(err)
}

// open takes over the file of the exploration that is continued if it has ended, or makes a new one.
func (e *exploration) open() error {
	if err := os.MkdirAll(e.folder, 0o700); err != nil {
		return err
	}
	path, flags := filepath.Join(e.folder, newName(atomicfile.ThisProcess())), os.O_RDWR|os.O_APPEND
	if !claim(e.continued, path) {
		flags, e.had = flags|os.O_CREATE|os.O_EXCL, nil
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return err
	}
	e.file, e.known = file, map[string]uint32{}
	if e.size, err = wholeLines(file); err == nil {
		err = file.Truncate(e.size)
	}
	prune(e.folder, path)
	return err
}

// shorten removes the first half of the results from the file.
func (e *exploration) shorten() error {
	path := e.file.Name()
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	_, later, _ := bytes.Cut(content[len(content)/2:], []byte("\n"))
	e.file.Close()
	to := atomicfile.Destination{Path: path, Overwrite: true, What: "the results"}
	if err := to.Write(func(out io.Writer) error {
		_, err := out.Write(append(e.line[:len(e.line):len(e.line)], later...))
		return err
	}); err != nil {
		return err
	}
	e.size = int64(len(e.line) + len(later))
	e.file, err = os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o600)
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

// notWritten returns the error of a folder in which nothing can be written for a reason, nil for none.
func (e *exploration) notWritten(err error) error {
	if err == nil {
		return nil
	}
	bad := &data.Error{File: e.folder, Problem: "results can't be kept here: " + data.Cause(err), Err: err,
		Remedies: remedy.Do("name another folder in XDG_STATE_HOME").Or(remedy.Do("start with --no-keep"))}
	if errors.Is(err, syscall.ENOSPC) {
		bad.Remedies = remedy.Do("make room on the disk").Or(bad.Remedies)
	}
	return bad
}
