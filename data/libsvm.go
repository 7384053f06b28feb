package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var libsvmFormat = Format{
	Name:    "LIBSVM",
	Endings: []string{".libsvm", ".svm", ".svmlight"},
	begins:  looksLikeLIBSVM,
	read: func(c content) (*Table, error) {
		return readLIBSVM(c.in, c.dialect.Header == headerOfEntries, c.memory)
	},
}

// looksLikeLIBSVM reports whether the first lines are all `label index:value …`, perhaps with several labels or
// a qid, and at least one has an index.
func looksLikeLIBSVM(head []byte) bool {
	entries := 0
	for _, line := range sniffLines(head, sampleRows) {
		data, _, _ := strings.Cut(line, "#")
		for k, token := range strings.Fields(data) {
			index, number, isEntry := strings.Cut(token, ":")
			switch _, err := strconv.Atoi(index); {
			case isEntry != (k > 0):
				return false
			case !isEntry:
				number, _, _ = strings.Cut(token, ",")
			case err != nil && !(k == 1 && index == "qid"):
				return false
			default:
				entries++
			}
			if _, ok := parseNumber(number); !ok && (number == "" || !isMissing(number)) {
				return false
			}
		}
	}
	return entries > 0
}

// libsvm collects the rows of a LIBSVM file.
type libsvm struct {
	entries
	labels     chunked[float64]
	lineOf     chunked[int]
	isKernel   bool // the file is read as a matrix of kernel values, of which index 0 is the number of a row
	hasQueries bool
}

// readLIBSVM reads lines `label index:value index:value …` with ascending indices from 1.
// Entries that are left out are 0 and are not stored. The columns are called x1, x2, … up to
// the largest index that occurs, and the label is the last column. The rest of a line after
// a # is a comment, and a qid after the label is skipped. In a matrix of kernel values the first entry of a
// line may be 0:serial, the number of the row, which is skipped.
func readLIBSVM(in *bufio.Reader, isKernel bool, memory *budget) (*Table, error) {
	lines := plainStream(in, ' ', 0, memory)
	lines.comments, lines.guard.separator = true, 0 // addLine counts the memory of the entries
	s := &libsvm{entries: entries{memory: memory}, isKernel: isKernel}
	for {
		tokens, err := lines.next()
		if err == io.EOF {
			memory.line = 0
			return s.table(lines.commented)
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
	row := s.labels.len()
	y, bad := label(tokens[0])
	if bad != nil {
		bad.Line, bad.Column = at(0)
		return bad
	}
	s.labels.add(y, s.memory)
	last := 0 // index, from 1
	for k, token := range tokens {
		if k == 0 {
			continue
		}
		if k == 1 && strings.HasPrefix(token, "qid:") {
			s.hasQueries = true
			continue
		}
		if serial, is := strings.CutPrefix(token, "0:"); is && last == 0 {
			isSerial, want := false, strconv.Itoa(row+1)
			if _, err := strconv.Atoi(serial); err == nil {
				isSerial = s.isKernel || serial == want
			}
			if isSerial && s.isKernel {
				continue
			}
			bad = index0(isSerial)
		} else {
			var v float64
			if last, v, bad = entry(token, last); bad == nil {
				s.add(row, last-1, v)
			}
		}
		if bad != nil {
			bad.Line, bad.Column = at(k)
			return bad
		}
	}
	return s.memory.take(rowBytes)
}

// index0 is the error of an entry with the index 0.
func index0(isSerial bool) *Error {
	if isSerial {
		return &Error{Problem: "index 0 holds the number of the row, as in LIBSVM's files of kernel values",
			Want:     "indices from 1",
			Remedies: remedy.By("read the file as a kernel matrix", "kernel", "precomputed")}
	}
	return &Error{Problem: "index 0", Want: "indices from 1",
		Remedies: remedy.Do("if the file counts from 0, add 1 to every index")}
}

func label(token string) (float64, *Error) {
	v, ok := parseNumber(token)
	if ok && !math.IsInf(v, 0) {
		return v, nil
	}
	bad := &Error{Problem: fmt.Sprintf("label %q", clip(token)), Want: "a finite number"}
	labels := strings.Split(token, ",")
	isNoNumber := func(label string) bool { _, ok := parseNumber(label); return !ok }
	switch _, _, isEntry := strings.Cut(token, ":"); {
	case len(labels) > 1 && !slices.ContainsFunc(labels, isNoNumber):
		bad.Problem = fmt.Sprintf("label %q: several labels for a row (multilabel)", clip(token))
		bad.Want, bad.Remedies = "one number", remedy.Do("keep the first label of each line: sed 's/,[^ ]*//' FILE > NEW")
	case isEntry:
		bad.Problem, bad.Want = fmt.Sprintf("a line begins with %q", clip(token)),
			"a label, a finite number, before the first index:value"
	}
	return 0, bad
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
		return 0, 0, &Error{Problem: fmt.Sprintf("index %d", index), Want: "indices from 1"}
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

// table turns the rows into columns, with the label as the last.
func (s *libsvm) table(hasComments bool) (*Table, error) {
	t := &Table{Rows: s.labels.len(), indexed: true}
	if s.columns == 0 && t.Rows > 0 {
		return nil, &Error{Problem: "no line has an index:value pair", Want: "at least one"}
	}
	count := s.index.len()
	for j, cells := range s.cells(t.Rows) {
		t.Columns = append(t.Columns, Column{Name: numberedName(j), cells: cells})
		t.Columns[j].checkNumbers(t.Rows, s.lineOf, s.memory)
	}
	t.Columns = append(t.Columns, Column{Name: "label", cells: strided{s.labels, 0, 1}})
	s.memory.give(s.lineOf.bytes())
	t.Notes = remedy.Notes(fmt.Sprintf("%d columns, the largest index that occurs; %.3g %% of the entries are not zero",
		s.columns, 100*float64(count)/float64(s.columns)/float64(t.Rows)))
	if s.hasQueries {
		t.Notes = append(t.Notes, remedy.Note{Text: "qid: the numbers of queries are skipped"})
	}
	if hasComments {
		t.Notes = append(t.Notes, remedy.Note{Text: "comments after # are skipped"})
	}
	return t, nil
}
