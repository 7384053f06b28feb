package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"gramscope/data/remedy"
)

// labelName is the name of the target of a LIBSVM file.
const labelName = "label"

const formatLIBSVM = "LIBSVM"

// looksLikeLIBSVM tells whether all of the first lines read `label index:value …`
// and at least one has an index.
func looksLikeLIBSVM(head []byte) bool {
	entries := 0
	for _, line := range sniffLines(head) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		for k, token := range bytes.Fields(line) {
			index, value, isEntry := bytes.Cut(token, []byte(":"))
			if isEntry != (k > 0) {
				return false
			}
			number := value
			if isEntry {
				entries++
				if _, err := strconv.Atoi(string(index)); err != nil {
					return false
				}
			} else {
				number = token
			}
			if _, ok := parseNumber(string(number)); !ok && (len(number) == 0 || !isMissing(string(number))) {
				return false
			}
		}
	}
	return entries > 0
}

// libsvm collects the rows of a LIBSVM file: the entries of all rows one after
// the other, those of row i from start[i].
type libsvm struct {
	labels  chunked[float64]
	start   chunked[int]
	lineOf  chunked[int]
	index   chunked[int32] // from 0
	value   chunked[float64]
	columns int // the largest index so far
	memory  *budget
}

// entryBytes is what an entry takes in its column, besides what it takes in its row.
const entryBytes = 12

// readLIBSVM reads lines `label index:value index:value …` with indices from 1,
// ascending; what is left out is 0 and stays unstored. The columns are called
// x1, x2, … up to the largest index that occurs; the label comes last.
// Everything from a # to the end of its line is a comment.
func readLIBSVM(in *bufio.Reader, memory *budget) (*Table, error) {
	guard := newLineGuard(in, 0, memory)
	lines := guard.scanner()
	s := &libsvm{memory: memory}
	number := 0
	for lines.Scan() {
		number++
		line, _, _ := bytes.Cut(lines.Bytes(), []byte("#"))
		if len(bytes.TrimSpace(line)) == 0 {
			if err := guard.skip(len(lines.Bytes()), number); err != nil {
				return nil, err
			}
			continue
		}
		guard.begin()
		memory.line = number
		memory.drop(2 * int64(len(line))) // texts of numbers
		if err := s.lineOf.add(number, memory); err != nil {
			return nil, err
		}
		if err := s.addLine(line); err != nil {
			var bad *Error
			if errors.As(err, &bad) {
				bad.Line = number
			}
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, guard.tooLong(err, number+1)
	}
	memory.line = 0
	return s.table()
}

// addLine takes one line; the error lacks the line's number.
func (s *libsvm) addLine(line []byte) error {
	before := s.index.len()
	if err := s.start.add(before, s.memory); err != nil {
		return err
	}
	last := 0
	for from, first := 0, true; ; first = false {
		for from < len(line) && isBlank(line[from]) {
			from++
		}
		to := from
		for to < len(line) && !isBlank(line[to]) {
			to++
		}
		if from == to {
			break
		}
		var bad *Error
		var v float64
		if first {
			v, bad = label(line[from:to])
		} else {
			last, v, bad = entry(line[from:to], last)
		}
		if bad != nil {
			bad.Column = from + 1
			return bad
		}
		var err error
		if first {
			err = s.labels.add(v, s.memory)
		} else {
			err = s.add(last, v)
		}
		if err != nil {
			return err
		}
		from = to
	}
	return s.memory.take(rowBytes + entryBytes*int64(s.index.len()-before))
}

// add takes an entry; index counts from 1.
func (s *libsvm) add(index int, value float64) error {
	if index > s.columns {
		if err := s.memory.takeFor(fmt.Sprintf("%d columns", index), columnBytes*int64(index-s.columns)); err != nil {
			return err
		}
		s.columns = index
	}
	if err := s.index.add(int32(index-1), s.memory); err != nil {
		return err
	}
	return s.value.add(value, s.memory)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func label(token []byte) (float64, *Error) {
	v, ok := parseNumber(string(token))
	if !ok || math.IsInf(v, 0) {
		return 0, &Error{Problem: fmt.Sprintf("label %q", clip(string(token))), Want: "a finite number"}
	}
	return v, nil
}

// entry reads index:value, where the index must be above the last of the line.
func entry(token []byte, last int) (index int, value float64, bad *Error) {
	left, right, isEntry := bytes.Cut(token, []byte(":"))
	if !isEntry {
		return 0, 0, &Error{Problem: fmt.Sprintf("%q", clip(string(token))), Want: "index:value"}
	}
	index, err := strconv.Atoi(string(left))
	switch {
	case err != nil || index > math.MaxInt32:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %q", clip(string(left))), Want: "a whole number from 1 to 2147483647"}
	case index < 1:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d", index), Want: "indices from 1",
			Remedies: remedy.Do("if the file counts from 0, add 1 to every index")}
	case index == last:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d stands twice in a row", index), Want: "ascending indices"}
	case index < last:
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d after %d", index, last), Want: "ascending indices",
			Remedies: remedy.Do("sort the entries of the line")}
	}
	value, ok := parseNumber(string(right))
	if !ok && !isMissing(string(right)) || len(right) == 0 {
		return 0, 0, &Error{Problem: fmt.Sprintf("value %q at index %d", clip(string(right)), index), Want: "a number"}
	}
	if !ok {
		value = math.NaN()
	}
	return index, value, nil
}

// table turns the rows into columns, by counting the entries of each. What it
// takes was counted when the rows were.
func (s *libsvm) table() (*Table, error) {
	t := &Table{Format: formatLIBSVM, Rows: s.labels.len()}
	if err := t.checkRows(); err != nil {
		return nil, err
	}
	if s.columns == 0 {
		return nil, &Error{Problem: "no line has an index:value pair", Want: "at least one"}
	}
	entries := s.index.len()
	end := make([]int, s.columns+1) // of column j−1 at j; grows to the end of j while filling
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
	s.memory.drop(s.index.bytes() + s.value.bytes() + s.start.bytes())
	s.index, s.value, s.start = nil, nil, nil
	t.Columns = make([]Column, s.columns+1)
	from := 0
	for j := range s.columns {
		to := end[j] // by now, where column j ends
		t.Columns[j] = Column{Name: numberedName(j), cells: sparse{rows[from:to], values[from:to]}}
		if err := t.Columns[j].checkNumbers(s.lineOf, s.memory); err != nil {
			return nil, err
		}
		from = to
	}
	t.Columns[s.columns] = Column{Name: labelName, cells: ownColumn(s.labels)}
	s.memory.give(s.lineOf.bytes())
	t.Notes = remedy.Notes(fmt.Sprintf("%d columns, the largest index that occurs; %.3g %% of the entries are not zero",
		s.columns, 100*float64(entries)/float64(s.columns)/float64(t.Rows)))
	return t, nil
}
