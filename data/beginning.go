package data

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// beginning describes the lines above a text table, and its first rows.
type beginning struct {
	above     int        // number of lines above the table; they are skipped, blank, or begin with #
	comment   int        // number of the last of them that begins with #, 0 if none
	text      string     // of that line, with its #
	sample    [][]string // cells of the first rows
	separator byte
	numbers   numberFormat
	names     []string // of the columns; nil if there is no row
	isRenamed bool     // see Layout
	isNamed   bool     // the file has names; otherwise they are x1, x2, …
	isFirst   bool     // the names are the first row, not a comment
	notes     []remedy.Note
}

// From at most as many lines the separator is recognised, and from as many rows the header.
const sniffedLines, sampleRows = 200, 30

// begin reads past the lines to be skipped, comments and blank lines, and looks at the first rows. It returns the rows
// below the header.
func begin(in *lineStream, d Dialect) (t beginning, rows *records) {
	limit := in.memory.longestLine()
	for skipped := 0; ; {
		line := in.firstLine()
		isForExcel := bytes.HasPrefix(bytes.TrimLeft(line, `"`), []byte("sep="))
		if len(line) == 0 || in.line >= d.SkipLines && !isForExcel && !bytes.ContainsAny(line[:1], "#\r\n") {
			break
		}
		if skipped += len(line); skipped > limit {
			check(&Error{Line: in.line + 1, Want: "data", Remedies: remedy.Do("remove them"),
				Problem: fmt.Sprintf("more than %s of comments and blank lines", megabytes(int64(limit)))})
		}
		if line[0] == '#' && in.line >= d.SkipLines {
			t.comment, t.text = in.line+1, string(bytes.TrimRight(line, "\r\n"))
		}
		in.skip(len(line))
	}
	head := in.head()
	lines := sniffLines(head, sniffedLines)
	title := titles(lines, d)
	if lines = lines[title:]; title > 0 {
		in.skip(bytes.Index(head, []byte("\n"+lines[0])) + 1)
	}
	t.above = in.line
	if t.separator, _ = SeparatorSign(d.Separator); t.separator == 0 {
		t.separator = recognise(lines, t.above+1, d)
	}
	t.numbers = d.numbers(t.separator)
	if text := strings.Join(lines, "\n"); 100*int64(len(text)) < in.memory.limit { // otherwise a sample takes too much
		t.takeSample(text, d)
	}
	if title > 0 {
		t.notes = append(t.notes, remedy.Note{Text: fmt.Sprintf("lines above the table are left out: %d", t.above),
			Remedies: remedy.By("if the first has the names, say so", "header", string(HeaderYes))})
	}
	rows = in.records(t.separator)
	cells, err := rows.row(0)
	if err == io.EOF {
		return t, rows
	}
	check(err)
	line, _ := rows.place(0)
	t.findHeader(cells, line, d.Header)
	rows.isAhead = !t.isFirst
	return t, rows
}

// titles returns the number of lines above the names of columns in which the first cell alone is filled, with or
// without separators after it, or none below such a line. It is 0 if no names with numbers below follow, or if the user
// has chosen lines.
func titles(lines []string, d Dialect) int {
	if d.SkipLines > 0 || d.Header != "" && d.Header != HeaderAuto {
		return 0
	}
	numbers := Dialect{Missing: d.Missing}.numbers(0)
	isValue := func(cell string) bool { return numbers.isNumberOrGap(strings.TrimSpace(cell)) }
	chosen, _ := SeparatorSign(d.Separator)
	for _, s := range separators[:4] {
		for k := 0; k < min(len(lines)-1, sampleRows); k++ {
			r := records{separator: cmp.Or(chosen, s.sign)}
			r.setText(lines[k], 0)
			cells, err := r.next()
			if err != nil || strings.ContainsAny(cells[0], "\n\t;|"+string(rune(r.separator))) {
				break
			}
			isFilled := strings.TrimSpace(cells[0]) != "" // else the first line names all columns but that of row names
			if (isFilled || k > 0) && strings.TrimSpace(strings.Join(cells[1:], "")) == "" {
				continue
			}
			if !slices.ContainsFunc(cells, isValue) && numberShare(lines[k:], r.separator, numbers) > 0 {
				return k
			}
			break
		}
	}
	return 0
}

// takeSample splits the first lines, and looks at the points in them, or the commas if those of training group digits.
func (t *beginning) takeSample(text string, d Dialect) {
	d.Decimal, d.Thousands = d.usualDecimal, d.usualThousands
	usual, mark := d.numbers(t.separator), byte('.')
	if usual.thousands == ',' {
		mark = ','
	}
	r := records{separator: t.separator}
	r.setText(text, 0)
	groups, whole, others := map[int]bool{}, map[int]bool{}, false // columns with points between thousands, and with none
	for len(t.sample) < sampleRows {
		cells, err := r.row(0)
		if err != nil {
			break // which is met again
		}
		row := slices.Clone(cells)
		for j := range row {
			row[j] = strings.TrimSpace(row[j])
			switch {
			case row[j] != "" && strings.Trim(row[j], "0123456789") == "":
				whole[j] = true
			case strings.IndexByte(row[j], mark) < 0 || !otherDecimal.MatchString(row[j]):
			case grouped[mark].MatchString(row[j]):
				groups[j] = true
			default:
				others = true
			}
		}
		t.sample = append(t.sample, row)
	}
	areGroups := len(groups) > 0 && !others
	t.numbers.pointsGroup = areGroups && mark == '.'
	if areGroups && t.numbers.commaPossible && !t.numbers.isNamed && usual.isNamed {
		t.numbers = usual
		t.numbers.isNamed, t.numbers.isUsual = usual.thousands != 0, true
	}
	for j := range groups {
		if whole[j] && t.numbers.pointsGroup && !t.numbers.isNamed && t.notes == nil {
			t.notes = []remedy.Note{{Text: "every point stands before three digits, and is read as a decimal point",
				Remedies: remedy.By("if points group thousands, say so", "thousands", "point")}}
		}
	}
}

// sniffLines returns at most limit of the first lines of head that are not blank, at least one. Line breaks within
// quotes do not end a line.
func sniffLines(head []byte, limit int) []string {
	var lines []string
	start, quoted := 0, false
	for i, c := range head {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			if line := bytes.TrimRight(head[start:i], "\r"); len(bytes.TrimSpace(line)) > 0 {
				lines = append(lines, string(line))
			}
			start = i + 1
		}
		if len(lines) == limit || len(lines) > 2 && i > sniffBytes {
			return lines
		}
	}
	if rest := head[start:]; len(lines) == 0 || len(bytes.TrimSpace(rest)) > 0 {
		lines = append(lines, string(rest))
	}
	return lines
}
