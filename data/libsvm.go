package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var libsvmFormat = Format{
	Name:    "LIBSVM",
	Endings: []string{".libsvm", ".svm", ".svmlight"},
	begins:  looksLikeLIBSVM,
	read:    func(c content) (*Table, error) { return readLIBSVM(c.in, c.memory) },
}

// looksLikeLIBSVM reports whether the first lines are all `label index:value …`, and at
// least one has an index.
func looksLikeLIBSVM(head []byte) bool {
	entries := 0
	for _, line := range sniffLines(head, sampleRows) {
		data, _, _ := strings.Cut(line, "#")
		for k, token := range strings.Fields(data) {
			index, number, isEntry := strings.Cut(token, ":")
			if isEntry != (k > 0) {
				return false
			}
			if !isEntry {
				number = token
			} else if _, err := strconv.Atoi(index); err != nil {
				return false
			} else {
				entries++
			}
			if _, ok := parseNumber(number); !ok && (number == "" || !isMissing(number)) {
				return false
			}
		}
	}
	return entries > 0
}

// libsvm collects the rows of a LIBSVM file. index and value have the entries of all rows one after the
// other; those of row i begin at start[i].
type libsvm struct {
	labels  chunked[float64]
	start   chunked[int]
	lineOf  chunked[int]
	index   chunked[int32] // from 0
	value   chunked[float64]
	columns int // the largest index so far
	memory  *budget
}

// entryBytes is the memory that an entry takes in its column, in addition to the memory in its row.
const entryBytes = 12

// readLIBSVM reads lines `label index:value index:value …` with ascending indices from 1.
// Entries that are left out are 0 and are not stored. The columns are called x1, x2, … up to
// the largest index that occurs, and the label is the last column. The rest of a line after
// a # is a comment.
func readLIBSVM(in *bufio.Reader, memory *budget) (*Table, error) {
	lines := plainStream(in, ' ', 0, memory)
	lines.comments, lines.guard.separator = true, 0 // addLine counts the memory of the entries
	s := &libsvm{memory: memory}
	for {
		tokens, err := lines.next()
		if err == io.EOF {
			memory.line = 0
			return s.table()
		}
		if err != nil {
			return nil, err
		}
		if err := s.addLine(tokens, lines.place); err != nil {
			return nil, err
		}
	}
}

func (s *libsvm) addLine(tokens []string, at func(k int) (line, column int)) error {
	s.memory.line, _ = at(0)
	s.lineOf.add(s.memory.line, s.memory)
	s.start.add(s.index.len(), s.memory)
	last := 0 // index, from 1
	for k, token := range tokens {
		var v float64
		var bad *Error
		if k == 0 {
			v, bad = label(token)
		} else {
			last, v, bad = entry(token, last)
		}
		if bad != nil {
			bad.Line, bad.Column = at(k)
			return bad
		}
		if k == 0 {
			s.labels.add(v, s.memory)
			continue
		}
		if more := last - s.columns; more > 0 {
			s.memory.takeFor(fmt.Sprintf("%d columns", last), columnBytes*int64(more))
			s.columns = last
		}
		s.index.add(int32(last-1), s.memory)
		s.value.add(v, s.memory)
	}
	return s.memory.take(rowBytes + entryBytes*int64(len(tokens)-1))
}

func label(token string) (float64, *Error) {
	v, ok := parseNumber(token)
	if !ok || math.IsInf(v, 0) {
		return 0, &Error{Problem: fmt.Sprintf("label %q", clip(token)), Want: "a finite number"}
	}
	return v, nil
}

// entry parses index:value. The index must be larger than last, the one before it in the line.
func entry(token string, last int) (index int, value float64, bad *Error) {
	left, right, isEntry := strings.Cut(token, ":")
	if !isEntry {
		return 0, 0, &Error{Problem: fmt.Sprintf("%q", clip(token)), Want: "index:value"}
	}
	index, err := strconv.Atoi(left)
	switch {
	case err != nil || index > math.MaxInt32:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %q", clip(left)), Want: "a whole number from 1 to 2147483647"}
	case index < 1:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d", index), Want: "indices from 1",
			Remedies: remedy.Do("if the file counts from 0, add 1 to every index")}
	case index == last:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d occurs twice in a line", index), Want: "ascending indices"}
	case index < last:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d after %d", index, last), Want: "ascending indices",
			Remedies: remedy.Do("sort the entries of the line")}
	}
	value, ok := parseNumber(right)
	if !ok && (right == "" || !isMissing(right)) {
		return 0, 0, &Error{Problem: fmt.Sprintf("value %q at index %d", clip(right), index), Want: "a number"}
	}
	if !ok {
		value = math.NaN()
	}
	return index, value, nil
}

// table turns the rows into columns: it counts the entries of each column and then places them. The memory
// for this was counted when the rows were read.
func (s *libsvm) table() (*Table, error) {
	t := &Table{Rows: s.labels.len(), indexed: true}
	if s.columns == 0 && t.Rows > 0 {
		return nil, &Error{Problem: "no line has an index:value pair", Want: "at least one"}
	}
	entries := s.index.len()
	end := make([]int, s.columns+1) // end[j] begins as the end of column j−1, and grows to the end of column j as it is filled
	for k := range entries {
		end[s.index.at(k)+1]++
	}
	for j := range s.columns {
		end[j+1] += end[j]
	}
	rows, values := make([]int32, entries), make([]float64, entries)
	for i := range t.Rows {
		to := entries
		if i+1 < t.Rows {
			to = s.start.at(i + 1)
		}
		for k := s.start.at(i); k < to; k++ {
			j := s.index.at(k)
			rows[end[j]], values[end[j]] = int32(i), s.value.at(k)
			end[j]++
		}
	}
	s.memory.give(s.index.bytes() + s.value.bytes() + s.start.bytes())
	s.index, s.value, s.start = nil, nil, nil
	t.Columns = make([]Column, s.columns+1)
	from := 0
	for j := range s.columns {
		to := end[j] // now the end of column j
		t.Columns[j] = Column{Name: numberedName(j), cells: sparse{rows[from:to], values[from:to]}}
		t.Columns[j].checkNumbers(t.Rows, s.lineOf, s.memory)
		from = to
	}
	t.Columns[s.columns] = Column{Name: "label", cells: strided{s.labels, 0, 1}}
	s.memory.give(s.lineOf.bytes())
	t.Notes = remedy.Notes(fmt.Sprintf("%d columns, the largest index that occurs; %.3g %% of the entries are not zero",
		s.columns, 100*float64(entries)/float64(s.columns)/float64(t.Rows)))
	return t, nil
}
