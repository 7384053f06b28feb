package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gramscope/data/remedy"
)

const (
	// lineShare: one line may take at most this part of the memory allowed.
	lineShare = 32
	// scratchBytes is what is held for each byte of a line while it is split: its
	// buffers, which grow by doubling, and a copy.
	scratchBytes = 6
)

// longestLine is how many bytes a line may have.
func (b *budget) longestLine() int64 { return max(b.limit/lineShare, sniffBytes) }

// lineGuard refuses lines that do not end, such as after a quote that is never
// closed, and counts what long lines and their cells take while they are split.
type lineGuard struct {
	r         io.Reader
	memory    *budget
	separator byte // 0 where cells are counted by themselves
	limit     int64
	line      int64 // bytes read since the line began, or somewhat before
	cells     int64 // separators among them
	skipped   int64 // bytes without data since the last line with data
	longest   int64 // length that is counted; shorter lines are not worth it
}

func newLineGuard(r io.Reader, separator byte, memory *budget) *lineGuard {
	return &lineGuard{r: r, memory: memory, separator: separator, limit: memory.longestLine(), longest: sniffBytes}
}

// scanner gives the lines.
func (g *lineGuard) scanner() *bufio.Scanner {
	lines := bufio.NewScanner(g)
	lines.Buffer(nil, int(g.limit))
	return lines
}

// begin says that a line with data begins, or has been read.
func (g *lineGuard) begin() { g.line, g.cells, g.skipped = 0, 0, 0 }

// skip says that a line without data has been read, and refuses too many of them.
func (g *lineGuard) skip(length, line int) error {
	g.line, g.cells = 0, 0
	if g.skipped += int64(length) + 1; g.skipped > g.limit {
		return withoutData(line, g.limit)
	}
	return nil
}

// withoutData is the refusal of a file with so many bytes without data, which may
// go on for ever where it was compressed.
func withoutData(line int, limit int64) *Error {
	return &Error{Line: line, Problem: fmt.Sprintf("more than %s of comments and blank lines", megabytes(limit)), Want: "data", Remedies: remedy.Do("remove them")}
}

func (g *lineGuard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	g.line += int64(n)
	if g.line > g.limit {
		return 0, g.tooLong(bufio.ErrTooLong, 0)
	}
	if g.separator != 0 {
		g.cells += int64(bytes.Count(p[:n], []byte{g.separator}))
	}
	if g.line <= g.longest {
		return n, err
	}
	more := scratchBytes * (g.line - g.longest)
	g.longest = g.line
	if refused := g.memory.take(more); refused != nil {
		return 0, refused
	}
	if need := g.cells * (columnBytes + builderBytes); need > g.memory.limit {
		refused := tooMuchMemory("", 0, need, g.memory.limit)
		refused.Problem += " for a line of more than " + strconv.FormatInt(g.cells, 10) + " cells"
		return 0, refused
	}
	return n, err
}

// tooLong is the error of a line that is too long; others stay as they are, and
// get the line where they have none.
func (g *lineGuard) tooLong(err error, line int) error {
	var own *Error
	if errors.As(err, &own) && own.Line == 0 {
		own.Line = line
	}
	if !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return &Error{Line: line, Problem: "a line longer than " + megabytes(g.limit), Want: "line breaks",
		Remedies: remedy.Do("look for a quote that is never closed").Or(remedy.Change(remedy.Raise, "max-memory"))}
}
