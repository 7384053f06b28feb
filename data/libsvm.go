package data

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strconv"
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
	labels   []float64
	start    []int
	index    []int32 // from 0
	value    []float64
	columns  int // the largest index so far
	maxBytes int64
}

// readLIBSVM reads lines `label index:value index:value …` with indices from 1,
// ascending; what is left out is 0 and stays unstored. The columns are called
// x1, x2, … up to the largest index that occurs; the label comes last.
// Everything from a # to the end of its line is a comment.
func readLIBSVM(in *bufio.Reader, maxBytes int64) (*Table, error) {
	limit := max(maxBytes/lineShare, sniffBytes)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, int(limit))
	s := &libsvm{maxBytes: maxBytes}
	var lineOf []int
	number := 0
	for lines.Scan() {
		number++
		line, _, _ := bytes.Cut(lines.Bytes(), []byte("#"))
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := s.addLine(line); err != nil {
			err.Line = number
			return nil, err
		}
		lineOf = append(lineOf, number)
	}
	if err := lines.Err(); err != nil {
		return nil, longLineError(err, number+1, limit)
	}
	return s.table(lineOf)
}

// addLine takes one line; the error lacks the line's number.
func (s *libsvm) addLine(line []byte) *Error {
	s.start = append(s.start, len(s.index))
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
		if first {
			bad = s.addLabel(line[from:to])
		} else {
			last, bad = s.addEntry(line[from:to], last)
		}
		if bad != nil {
			bad.Column = from + 1
			return bad
		}
		from = to
	}
	if need := 24*int64(len(s.index)) + 16*int64(len(s.labels)) + columnBytes*int64(s.columns); need > s.maxBytes {
		return tooMuchMemory("", 0, need, s.maxBytes)
	}
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func (s *libsvm) addLabel(token []byte) *Error {
	label, ok := parseNumber(string(token))
	if !ok || math.IsInf(label, 0) {
		return &Error{Problem: fmt.Sprintf("label %q", clip(string(token))), Want: "a finite number"}
	}
	s.labels = append(s.labels, label)
	return nil
}

func (s *libsvm) addEntry(token []byte, last int) (index int, bad *Error) {
	left, right, isEntry := bytes.Cut(token, []byte(":"))
	if !isEntry {
		return 0, &Error{Problem: fmt.Sprintf("%q", clip(string(token))), Want: "index:value"}
	}
	index, err := strconv.Atoi(string(left))
	switch {
	case err != nil || index > math.MaxInt32:
		return 0, &Error{Problem: fmt.Sprintf("index %q", clip(string(left))), Want: "a whole number from 1 to 2147483647"}
	case index < 1:
		return 0, &Error{Problem: fmt.Sprintf("index %d", index), Want: "indices from 1",
			Remedy: "if the file counts from 0, add 1 to every index"}
	case index == last:
		return 0, &Error{Problem: fmt.Sprintf("index %d stands twice in a row", index), Want: "ascending indices"}
	case index < last:
		return 0, &Error{Problem: fmt.Sprintf("index %d after %d", index, last), Want: "ascending indices",
			Remedy: "sort the entries of the line"}
	}
	value, ok := parseNumber(string(right))
	if !ok && !isMissing(string(right)) || len(right) == 0 {
		return 0, &Error{Problem: fmt.Sprintf("value %q at index %d", clip(string(right)), index), Want: "a number"}
	}
	if !ok {
		value = math.NaN()
	}
	s.index = append(s.index, int32(index-1))
	s.value = append(s.value, value)
	s.columns = max(s.columns, index)
	return index, nil
}

// table turns the rows into columns, by counting the entries of each.
func (s *libsvm) table(lineOf []int) (*Table, error) {
	t := &Table{Format: formatLIBSVM, Rows: len(s.labels)}
	if err := t.checkRows(); err != nil {
		return nil, err
	}
	if s.columns == 0 {
		return nil, &Error{Problem: "no line has an index:value pair", Want: "at least one"}
	}
	end := make([]int, s.columns+1) // of column j−1 at j; grows to the end of j while filling
	for _, j := range s.index {
		end[j+1]++
	}
	for j := range s.columns {
		end[j+1] += end[j]
	}
	begin := append([]int(nil), end...)
	rows, values := make([]int32, len(s.index)), make([]float64, len(s.index))
	for i := range s.labels {
		to := len(s.index)
		if i+1 < len(s.start) {
			to = s.start[i+1]
		}
		for k := s.start[i]; k < to; k++ {
			j := s.index[k]
			rows[end[j]], values[end[j]] = int32(i), s.value[k]
			end[j]++
		}
	}
	t.Columns = make([]Column, s.columns+1)
	for j := range s.columns {
		from, to := begin[j], begin[j+1]
		t.Columns[j] = Column{Name: fmt.Sprintf("x%d", j+1), cells: sparse{rows[from:to], values[from:to]}}
		t.Columns[j].checkNumbers(lineOf)
	}
	t.Columns[s.columns] = Column{Name: labelName, cells: ownColumn(s.labels)}
	t.Notes = []string{fmt.Sprintf("%d columns, the largest index that occurs; %.3g %% of the entries are not zero",
		s.columns, 100*float64(len(s.index))/float64(s.columns)/float64(t.Rows))}
	return t, nil
}
