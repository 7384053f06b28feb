package data

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainRecords splits whole lines in memory that have no quotes, the same way as
// csvRecords does, in a third of the time.
type plainRecords struct {
	text      string // from the last line on
	separator byte
	trims     bool // blanks in front of a cell
	line      int
	end       int64
	cells     []string
	columns   []int // of the cells
}

func (p *plainRecords) next() ([]string, error) {
	for p.text != "" {
		line, rest, _ := strings.Cut(p.text, "\n")
		p.end += int64(len(p.text) - len(rest))
		p.text = rest
		p.line++
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			p.split(line)
			return p.cells, nil
		}
	}
	return nil, io.EOF
}

func (p *plainRecords) split(line string) {
	p.cells, p.columns = p.cells[:0], p.columns[:0]
	for from := 0; ; {
		if p.trims && from < len(line) && (line[from] <= ' ' || line[from] >= utf8.RuneSelf) {
			from = len(line) - len(strings.TrimLeftFunc(line[from:], unicode.IsSpace))
		}
		length := strings.IndexByte(line[from:], p.separator)
		isLast := length < 0
		if isLast {
			length = len(line) - from
		}
		p.cells, p.columns = append(p.cells, line[from:from+length]), append(p.columns, from+1)
		if isLast {
			return
		}
		from += length + 1
	}
}

func (p *plainRecords) place(j int) (line, column int) { return p.line, p.columns[j] }

func (p *plainRecords) offset() int64 { return p.end }
