package data

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"gramscope/data/remedy"
)

var arffFormat = Format{
	Name:    "ARFF",
	Endings: []string{".arff"},
	begins:  regexp.MustCompile(`(?i)^(\s*%.*\n)*\s*@relation[ \t]*\S`).Match, // perhaps below comments
	read:    readARFF,
}

type attribute struct {
	name   string
	isText bool
	isDate bool     // in ISO 8601; becomes a number of days
	values []string // of a nominal attribute; nil for other texts
}

// arff reads the format of Weka: a header with the attributes, @data, and rows of values, or, if sparse, of
// {index value, …} with indices from 0, where a number that is left out is 0 and a nominal value the first.
type arff struct {
	lines      *records // one cell a line
	memory     *budget
	attributes []attribute
	b          *builder
	isSparse   bool
	hasRuns    bool        // of commas in dense rows
	tokens     []arffToken // of the current row
}

type arffToken struct {
	text     string
	at       int
	isQuoted bool
}

func readARFF(c content) *Table {
	a := &arff{lines: c.lines.records('\n'), memory: c.memory}
	a.header()
	names := namesOf(a.attributes, func(c attribute) string { return c.name })
	a.b = newBuilder(names, Dialect{Missing: c.dialect.Missing}.numbers(','), c.memory)
	for line := a.next(); line != ""; line = a.next() {
		a.addRow(line)
	}
	c.memory.line = 0
	var notes []remedy.Note
	if a.hasRuns {
		notes = remedy.Notes("a run of commas is read as one, as Weka reads it, in rows with more values than attributes")
	}
	for j, of := range a.attributes {
		if of.isDate {
			notes = append(notes, a.b.columns[j].readNotation(a.b.numbers, c.memory)...)
		}
	}
	t := a.b.typed()
	t.Notes, t.Named = notes, true
	return t
}

// next returns the next line that is neither blank nor a comment, "" at the end.
func (a *arff) next() string {
	for {
		cells, err := a.lines.next()
		if err == io.EOF {
			return ""
		}
		check(err)
		a.memory.line = a.lines.line
		if line := strings.TrimRight(cells[0], " \t"); line != "" && line[0] != '%' {
			return line
		}
	}
}

// fail ends with the error of the byte of the line.
func (a *arff) fail(at int, problem, want string, how ...string) {
	e := &Error{Line: a.lines.line, Column: at + a.lines.columns[0], Problem: problem, Want: want}
	for _, text := range how {
		e.Remedies = remedy.Do(text)
	}
	check(e)
}

func (a *arff) header() {
	for {
		line := a.next()
		if line == "" {
			check(&Error{Problem: "no line @data", Want: "@attribute lines, @data and rows"})
		}
		end := strings.IndexAny(line+" ", " \t")
		switch word := strings.ToLower(line[:end]); {
		case word == "@relation":
		case word == "@attribute":
			a.attribute(line[end:])
		case word == "@data" && len(a.attributes) > 0:
			return
		default:
			a.fail(0, fmt.Sprintf("%q in the header", clip(line[:end])), "@attribute lines, and then @data")
		}
	}
}

func (a *arff) attribute(text string) {
	name, rest, _ := arffWord(text, " \t{")
	kind := strings.TrimSpace(rest)
	if kind == "" {
		a.fail(0, fmt.Sprintf("attribute %q", clip(strings.TrimSpace(text))), "a name and a type")
	}
	c := attribute{name: cleanText(name.text), isText: true}
	word, pattern, _ := strings.Cut(strings.ReplaceAll(kind, "\t", " "), " ")
	switch word = strings.ToLower(word); {
	case word == "numeric", word == "real", word == "integer":
		c.isText = false
	case word == "string":
	case word == "date":
		c.isDate = true
		if pattern = strings.Trim(pattern, " '\""); pattern != "" && !strings.HasPrefix(pattern, "yyyy-MM-dd") {
			a.fail(0, fmt.Sprintf("dates of the form %q in attribute %q", clip(pattern), c.name),
				"dates of ISO 8601, yyyy-MM-dd or yyyy-MM-dd HH:mm:ss",
				"write them in this form, or declare the attribute as numeric if they are numbers")
		}
	case kind[0] != '{':
		a.fail(0, fmt.Sprintf("type %q of attribute %q", clip(word), c.name),
			"numeric, real, integer, string, date, or the values in {}",
			"take the attribute out of the file, in Weka with the filter Remove")
	default:
		end := strings.LastIndexByte(kind, '}')
		if end < 0 || !a.split(kind[1:end]) {
			a.fail(0, fmt.Sprintf("the values of attribute %q", c.name),
				"{ and }, commas between, and quotes that are closed")
		}
		c.values = namesOf(a.tokens, func(t arffToken) string { return t.text })
		a.memory.take(int64(len(kind)) + textBytes*int64(len(c.values)))
	}
	a.attributes = append(a.attributes, c)
	a.memory.take(columnBytes)
}
