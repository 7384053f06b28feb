package data

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// npzEntry is an array in an archive.
type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

// readNPZ reads an archive of arrays: X and y (or x and y, or data and target)
// if such are there, the target last; else the only array of two dimensions,
// or the only array. Anything else is an error that lists what there is.
func readNPZ(archive io.ReaderAt, size int64, memory *budget) (*Table, error) {
	entries, err := npzEntries(archive, size, memory)
	if err != nil {
		return nil, err
	}
	x, y, err := chooseArrays(entries)
	if err != nil {
		return nil, err
	}
	features, err := x.read(memory)
	if err != nil {
		return nil, err
	}
	t, err := arrayTable("NumPy archive", features, memory)
	if err != nil {
		return nil, err
	}
	if y != nil {
		if err := t.addTarget(x, y, memory); err != nil {
			return nil, err
		}
	}
	t.Notes = npzNotes(entries, x, y)
	return t, nil
}

// unpackNPZ reads an archive from a stream, which must be held as a whole since
// the list of its arrays stands at its end.
func unpackNPZ(in io.Reader, memory *budget) (*Table, error) {
	var packed packedBytes
	for {
		if err := memory.take(chunkLength); err != nil {
			return nil, err
		}
		chunk := make([]byte, chunkLength)
		n, err := io.ReadFull(in, chunk)
		packed = append(packed, chunk[:n])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	size := int64(chunked[byte](packed).len())
	t, err := readNPZ(packed, size, memory)
	memory.give(chunkLength * int64(len(packed)))
	return t, err
}

// packedBytes is an archive in memory.
type packedBytes chunked[byte]

func (b packedBytes) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 { // a damaged list of entries has such places
		return 0, io.ErrUnexpectedEOF
	}
	for n < len(p) && off>>chunkBits < int64(len(b)) {
		k := copy(p[n:], b[off>>chunkBits][min(int(off&(chunkLength-1)), len(b[off>>chunkBits])):])
		if k == 0 {
			break
		}
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// directoryBytes is what is held for each byte of the list of an archive's
// entries. An entry takes at least 46 of them.
const directoryBytes = 12

// directoryGuard refuses an archive whose list of entries takes too much memory,
// while it is read.
type directoryGuard struct {
	io.ReaderAt
	memory *budget // nil once the list is read
	bytes  int64
}

func (g *directoryGuard) ReadAt(p []byte, off int64) (int, error) {
	if g.memory != nil {
		// The end of the archive, where the search for the list begins, is free.
		if g.bytes += int64(len(p)); g.bytes > 2*sniffBytes {
			if err := g.memory.takeFor("the list of the archive's entries", directoryBytes*int64(len(p))); err != nil {
				return 0, err
			}
		}
	}
	return g.ReaderAt.ReadAt(p, off)
}

// npzEntries reads the headers of all arrays.
func npzEntries(file io.ReaderAt, size int64, memory *budget) ([]npzEntry, error) {
	guard := &directoryGuard{ReaderAt: file, memory: memory}
	archive, err := zip.NewReader(guard, size)
	guard.memory = nil
	if own := (*Error)(nil); errors.As(err, &own) {
		return nil, own
	}
	if err != nil {
		return nil, &Error{Problem: "the archive is damaged (" + err.Error() + ")", Want: "what numpy.savez writes", Err: err}
	}
	var entries []npzEntry
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			continue
		}
		content, err := file.Open()
		if err != nil {
			return nil, &Error{Problem: fmt.Sprintf("array %q: %v", clip(name), err), Err: err}
		}
		header, err := readNPYHeader(content)
		content.Close()
		if err != nil {
			return nil, inArray(name, err)
		}
		if err := memory.take(entryHeaderBytes); err != nil {
			return nil, inArray(name, err)
		}
		entries = append(entries, npzEntry{name, file, header})
	}
	if len(entries) == 0 {
		return nil, &Error{Problem: "a zip archive without arrays", Want: "an .npz file as numpy.savez writes it",
			Remedies: remedy.Do("export a spreadsheet as CSV")}
	}
	return entries, nil
}

// entryHeaderBytes is what the header of an array takes at most.
const entryHeaderBytes = 1000

// chooseArrays gives the features, and the target or nil.
func chooseArrays(entries []npzEntry) (x, y *npzEntry, err error) {
	named := func(name string) *npzEntry {
		for i := range entries {
			if entries[i].name == name {
				return &entries[i]
			}
		}
		return nil
	}
	for _, pair := range [...][2]string{{"X", "y"}, {"x", "y"}, {"data", "target"}} {
		if x := named(pair[0]); x != nil {
			return x, named(pair[1]), nil
		}
	}
	flat := slices.IndexFunc(entries, npzEntry.isMatrix)
	if flat >= 0 && !slices.ContainsFunc(entries[flat+1:], npzEntry.isMatrix) {
		return &entries[flat], nil, nil
	}
	if len(entries) == 1 {
		return &entries[0], nil, nil
	}
	return nil, nil, &Error{Problem: "several arrays: " + listArrays(entries), Want: "X and y, data and target, or one array of rows and columns",
		Remedies: remedy.Do("save the ones to use: numpy.savez(FILE, X=…, y=…)")}
}

func (e npzEntry) isMatrix() bool { return len(e.header.shape) == 2 }

func listArrays(entries []npzEntry) string {
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = fmt.Sprintf("%s %v", clip(e.name), e.header.shape)
	}
	return shortList(texts, 8)
}

// read reads the numbers of the array.
func (e *npzEntry) read(memory *budget) (*array, error) {
	content, err := e.file.Open()
	if err != nil {
		return nil, inArray(e.name, err)
	}
	defer content.Close()
	header, err := readNPYHeader(content)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	if header.bytes() > float64(e.file.UncompressedSize64) { // before anything is unpacked
		return nil, inArray(e.name, shortNPY(nil))
	}
	a, err := header.read(content, memory)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	return a, nil
}

// inArray says which array of the archive an error is about.
func inArray(name string, err error) error {
	if own, ok := err.(*Error); ok {
		own.Problem = fmt.Sprintf("array %q: %s", clip(name), own.Problem)
		return own
	}
	return &Error{Problem: fmt.Sprintf("array %q: %v", clip(name), err), Err: err}
}

// addTarget appends the array y as the last column.
func (t *Table) addTarget(x, y *npzEntry, memory *budget) error {
	target, err := y.read(memory)
	if err != nil {
		return err
	}
	if target.d != 1 || target.n != t.Rows {
		return &Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
			Want: fmt.Sprintf("one number for each of the %d rows of %q", t.Rows, x.name)}
	}
	column := Column{Name: y.name, cells: target.column(0)}
	if err := column.checkNumbers(nil, memory); err != nil {
		return err
	}
	t.Columns = append(t.Columns, column)
	return nil
}

func npzNotes(entries []npzEntry, x, y *npzEntry) []remedy.Note {
	notes := []string{fmt.Sprintf("features from array %q", x.name)}
	if y != nil {
		notes[0] = fmt.Sprintf("features from array %q, target from %q", x.name, y.name)
	}
	var rest []npzEntry
	for i := range entries {
		if e := &entries[i]; e != x && e != y {
			rest = append(rest, *e)
		}
	}
	if len(rest) > 0 {
		notes = append(notes, "not used: "+listArrays(rest))
	}
	return remedy.Notes(notes...)
}
