package data

import (
	"bytes"
	"fmt"
	"io"
	"unicode"

	"gramscope/data/remedy"
)

// lineStream is a text that is read ahead by whole lines.
type lineStream struct {
	in     io.Reader
	memory *budget
	size   int    // of a part, in bytes
	buffer []byte // grows with the longest line
	ahead  []byte // a part of buffer: what was read and not yet cut
	err    error  // of in, after ahead
	line   int    // number of lines cut

	encoding encoding
}

// newLineStream returns a stream that is cut into parts of about size bytes.
func newLineStream(in io.Reader, size int, memory *budget) *lineStream {
	return &lineStream{in: in, memory: memory, size: size, buffer: make([]byte, max(size, sniffBytes))}
}

// scratchBytes is the memory for each byte of a long line while it is split: the buffer, a copy, and cells.
const scratchBytes = 6

// read fills the buffer, which grows if it is full. A line that is too long is an error, as after a quote that is never
// closed.
func (s *lineStream) read() {
	size, longest := len(s.buffer), s.memory.longestLine()
	if len(s.ahead) == size {
		if size >= longest {
			check(&Error{Line: s.line + 1, Problem: "a line longer than " + megabytes(int64(longest)), Want: "line breaks",
				Remedies: remedy.Do("look for a quote that is never closed").Or(remedy.Change(remedy.Raise, "max-memory"))})
		}
		size = min(2*size, longest)
		s.memory.take(scratchBytes * int64(size-len(s.buffer)))
		s.buffer = make([]byte, size)
	}
	n := copy(s.buffer, s.ahead)
	for more := 0; n < size && s.err == nil; n += more {
		more, s.err = s.in.Read(s.buffer[n:])
	}
	s.ahead = s.buffer[:n]
}

// fill reads ahead until that is enough or the stream ends.
func (s *lineStream) fill(isEnough func() bool) {
	for !isEnough() && s.err == nil {
		s.read()
	}
}

// head returns the whole lines that are read ahead: at least three, unless they are very long. The last of a file need
// not end.
func (s *lineStream) head() []byte {
	end := 0
	s.fill(func() bool {
		end = bytes.LastIndexByte(s.ahead, '\n') + 1
		return bytes.Count(s.ahead, []byte{'\n'}) > 2 || end > 0 && 2*len(s.buffer) > s.memory.longestLine()
	})
	if s.err != nil {
		end = len(s.ahead)
	}
	return s.ahead[:end]
}

// firstLine returns the next line with its end, which is empty at the end of the stream.
func (s *lineStream) firstLine() []byte {
	at := 0
	s.fill(func() bool { at = bytes.IndexByte(s.ahead, '\n'); return at >= 0 })
	if at < 0 {
		at = len(s.ahead) - 1
	}
	return s.ahead[:at+1]
}

// skip cuts the first n bytes, which are whole lines.
func (s *lineStream) skip(n int) {
	s.line += bytes.Count(s.ahead[:n], []byte{'\n'})
	s.ahead = s.ahead[n:]
}

// cut returns the next rows, which are whole, of about size bytes, or one that is longer, and the number of lines
// before them. The separator says which quotes begin a cell. The error is io.EOF at the end.
func (s *lineStream) cut(separator byte) (text string, before int, err error) {
	defer caught(&err)
	end := 0
	for view := s.size; end == 0; view *= 2 {
		s.fill(func() bool { return len(s.ahead) >= view })
		end = endOfRows(s.ahead[:min(view, len(s.ahead))], separator)
		if end > 0 || len(s.ahead) > view || s.err == nil {
			continue
		}
		if end = len(s.ahead); end == 0 || s.err != io.EOF {
			return "", 0, s.err
		}
	}
	const cellBytes = 48 // memory of a cell while its line is split
	cells := int64(bytes.Count(s.ahead[:end], []byte{separator}))
	if need := cells * cellBytes; end > max(s.size, sniffBytes) && need > s.memory.limit {
		refused := TooMuchMemory(fmt.Sprintf("a line of %d cells", cells+1), need, s.memory.limit)
		refused.Line = s.line + 1
		check(refused)
	}
	text, before = string(s.ahead[:end]), s.line
	s.skip(end)
	return text, before, nil
}

// records returns the cells of the rows that are left.
func (s *lineStream) records(separator byte) *records {
	return &records{separator: separator, stream: s, line: s.line}
}

// isBlank reports whether lines are split at blanks, or not at all, so that quotes don't hold line breaks.
func isBlank(separator byte) bool { return separator == ' ' || separator == '\n' }

// endOfRows returns the index after the last line break that ends a row, 0 if there is none.
func endOfRows(text []byte, separator byte) int {
	if isBlank(separator) {
		return bytes.LastIndexByte(text, '\n') + 1
	}
	end := 0
	for from := 0; ; {
		quote := bytes.IndexByte(text[from:], '"')
		outside := text[from:]
		if quote >= 0 {
			outside = outside[:quote]
		}
		if at := bytes.LastIndexByte(outside, '\n'); at >= 0 {
			end = from + at + 1
		}
		if quote < 0 {
			return end
		}
		before := bytes.TrimRightFunc(text[:from+quote], func(r rune) bool {
			return r != '\n' && r != rune(separator) && unicode.IsSpace(r)
		})
		from += quote + 1
		if k := len(before); k > 0 && before[k-1] != '\n' && before[k-1] != separator {
			continue // this quote does not begin a cell
		}
		for isOpen := true; isOpen; {
			quote := bytes.IndexByte(text[from:], '"')
			if quote < 0 {
				return end
			}
			from += quote + 1
			if isOpen = from < len(text) && text[from] == '"'; isOpen {
				from++
			}
		}
	}
}
