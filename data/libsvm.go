package data

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var libsvmFormat = Format{
	Name:    "LIBSVM",
	Endings: []string{".libsvm", ".svm", ".svmlight"},
	begins: func(head []byte) bool { // all of the first lines are such, and one has an entry
		hasEntry := false
		for _, line := range sniffLines(head, sampleRows) {
			parts := libsvmLine.FindStringSubmatch(line)
			if parts == nil {
				return false
			}
			hasEntry = hasEntry || parts[1] != ""
		}
		return hasEntry
	},
	read: readLIBSVM,
}

// libsvmLine is a line `label index:value …`, perhaps with several labels or a qid.
var libsvmLine = regexp.MustCompile(`^\s*(?:[-+]?[\d.]+(?:[eE][-+]?\d+)?(?:,[-+.\deE]+)*` +
	`((?:\s+qid:\d+)?(?:\s+\d+:[^\s:;,#]+)*))?\s*(?:#.*)?$`)

func numberOrNaN(text string) (v float64, ok bool) {
	if v, ok = parseNumber(text); !ok {
		v = math.NaN()
	}
	return v, ok || text != "" && (numberFormat{}).isMissing(text)
}

type libsvm struct {
	lines *records
	entries
	labels     chunked[float64]
	lineOf     chunked[int]
	isKernel   bool // the file is read as a matrix of kernel values, of which index 0 is the number of a row
	hasQueries bool
}

// readLIBSVM reads lines `label index:value index:value …` with ascending indices from 1, and perhaps a qid after the
// label and a comment after a #, which are skipped. The columns are called x1, x2, … up to the largest index that
// occurs. In a matrix of kernel values the first entry of a line may be 0:serial, the number of the row.
func readLIBSVM(c content) *Table {
	s := &libsvm{lines: c.lines.records(' '), entries: entries{memory: c.memory}}
	s.lines.comments, s.isKernel = true, c.dialect.Header == headerOfEntries
	for {
		tokens, err := s.lines.next()
		if err == io.EOF {
			s.memory.line = 0
			return s.finish()
		}
		check(err)
		s.addLine(tokens)
	}
}

func (s *libsvm) addLine(tokens []string) {
	s.memory.line = s.lines.line
	y, row, last := 0.0, s.labels.len(), 0 // last index, from 1
	for k, token := range tokens {
		var bad *Error
		switch serial, isSerial := strings.CutPrefix(token, "0:"); {
		case k == 0:
			y, bad = label(token)
		case k == 1 && strings.HasPrefix(token, "qid:"):
			s.hasQueries = true
		case isSerial && last == 0 && (s.isKernel || serial == strconv.Itoa(row+1)):
			if !s.isKernel {
				bad = &Error{Problem: "index 0 holds the number of the row, as in LIBSVM's files of kernel values",
					Want: "indices from 1", Remedies: remedy.By("read the file as a kernel matrix", "kernel", "precomputed")}
			}
		default:
			var v float64
			if last, v, bad = entry(token, last); bad == nil {
				s.add(row, last-1, v)
			}
		}
		if bad != nil {
			bad.Line, bad.Column = s.lines.place(k)
			check(bad)
		}
	}
	s.labels.add(y, s.memory)
	s.lineOf.add(s.memory.line, s.memory)
	s.memory.take(rowBytes)
}

func label(token string) (float64, *Error) {
	v, ok := parseNumber(token)
	switch {
	case ok && !math.IsInf(v, 0):
		return v, nil
	case strings.Contains(token, ","):
		return 0, &Error{Problem: fmt.Sprintf("label %q: several labels for a row (multilabel)", clip(token)),
			Want: "one number", Remedies: remedy.Do("keep the first label of each line: sed 's/,[^ ]*//' FILE > NEW")}
	case strings.Contains(token, ":"):
		return 0, &Error{Problem: fmt.Sprintf("a line begins with %q", clip(token)),
			Want: "a label, a finite number, before the first index:value"}
	}
	return 0, &Error{Problem: fmt.Sprintf("label %q", clip(token)), Want: "a finite number"}
}

// entry parses index:value. The index must be greater than the one before it in the line.
func entry(token string, last int) (index int, value float64, bad *Error) {
	left, right, isEntry := strings.Cut(token, ":")
	index, err := strconv.Atoi(left)
	value, isNumber := numberOrNaN(right)
	switch {
	case !isEntry:
		bad = &Error{Problem: fmt.Sprintf("%q", clip(token)), Want: "index:value"}
	case err != nil || index < 1 || index > math.MaxInt32:
		bad = &Error{Problem: fmt.Sprintf("index %q", clip(left)), Want: wantedSize}
		if err == nil && index == 0 {
			bad.Remedies = remedy.Do("if the file counts from 0, add 1 to every index")
		}
	case index <= last:
		bad = &Error{Problem: fmt.Sprintf("index %d after %d", index, last), Want: "ascending indices",
			Remedies: remedy.Do("sort the entries of the line, and leave one of each index")}
	case !isNumber:
		bad = &Error{Problem: fmt.Sprintf("value %q at index %d", clip(right), index), Want: "a number"}
	}
	return index, value, bad
}

// finish turns the rows into columns, with the label as the last.
func (s *libsvm) finish() *Table {
	rows, count := s.labels.len(), s.index.len()
	if s.columns == 0 && rows > 0 {
		check(&Error{Problem: "no line has an index:value pair", Want: "at least one"})
	}
	t := s.table(rows, s.lineOf)
	t.indexed = true
	t.columns = append(t.columns, numbers("label", &strided{s.labels, 0, 1}))
	s.memory.give(s.lineOf.bytes())
	notes := []string{fmt.Sprintf("%d columns, the largest index that occurs; %.3g %% of the entries are not zero",
		s.columns, 100*float64(count)/float64(s.columns)/float64(rows))}
	if s.hasQueries {
		notes = append(notes, "qid: the numbers of queries are skipped")
	}
	if s.lines.commented {
		notes = append(notes, "comments after # are skipped")
	}
	t.Notes = remedy.Notes(notes...)
	return t
}
