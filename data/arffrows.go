package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// arffWord returns the first word of a text, which may be in quotes, and the rest, which begins with one of the
// bytes in ends. ok is false if a quote is not closed.
func arffWord(text, ends string) (word arffToken, rest string, ok bool) {
	trimmed := strings.TrimLeft(text, " \t")
	word.at = len(text) - len(trimmed)
	if trimmed == "" || trimmed[0] != '\'' && trimmed[0] != '"' {
		end := strings.IndexAny(trimmed, ends)
		if end < 0 {
			end = len(trimmed)
		}
		word.text = strings.TrimRight(trimmed[:end], " \t")
		return word, trimmed[end:], true
	}
	word.isQuoted = true
	for i := 1; i < len(trimmed); i++ {
		if trimmed[i] == trimmed[0] {
			word.text = arffEscapes.Replace(trimmed[1:i])
			return word, strings.TrimLeft(trimmed[i+1:], " \t"), true
		}
		if trimmed[i] == '\\' {
			i++
		}
	}
	return word, "", false
}

// arffEscapes replaces what a backslash stands for. A backslash before any other character is left out.
var arffEscapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`, `\`, "")

// split finds the values of a row: with commas between them or, if there are none, blanks. It returns false if a quote
// is not closed, or if a text follows one.
func (a *arff) split(row string) bool {
	ends := ","
	if !strings.Contains(row, ",") {
		ends = " \t"
	}
	a.tokens = a.tokens[:0]
	for from := 0; ; {
		word, rest, ok := arffWord(row[from:], ends)
		if !ok || ends == "," && rest != "" && rest[0] != ',' {
			return false
		}
		word.at += from
		a.tokens = append(a.tokens, word)
		if ends != "," {
			rest = strings.TrimLeft(rest, " \t")
		}
		if rest == "" {
			return true
		}
		from = len(row) - len(rest)
		if ends == "," {
			from++
		}
	}
}

// addRow adds a row, dense or sparse as the first.
func (a *arff) addRow(line string) error {
	isSparse := line[0] == '{'
	if a.b.rows == 0 {
		a.isSparse = isSparse
		if err := a.entries.widen(len(a.attributes)); isSparse && err != nil {
			return err
		}
	}
	if isSparse != a.isSparse {
		return a.fault(0, "rows with { } and rows without", "one way to write all rows", "")
	}
	add := a.addDense
	if isSparse {
		add = a.addSparse
	}
	if err := add(line); err != nil {
		return err
	}
	a.b.rows++
	return a.memory.take(rowBytes)
}

func (a *arff) badQuote() *Error {
	return a.fault(0, "a quote in this row is not closed, or text follows it", "values with commas between them",
		`write a quote within quotes as \'`)
}

func (a *arff) addDense(line string) error {
	if !a.split(line) {
		return a.badQuote()
	}
	if len(a.tokens) > len(a.attributes) { // Weka reads a run of commas as one
		a.tokens = slices.DeleteFunc(a.tokens, func(t arffToken) bool { return t.text == "" && !t.isQuoted })
		a.hasRuns = true
	}
	if len(a.tokens) != len(a.attributes) {
		return a.fault(0, fmt.Sprintf("%d values in this row", len(a.tokens)),
			fmt.Sprintf("%d, one for each @attribute", len(a.attributes)),
			"complete or remove the row; a value that holds a comma needs quotes")
	}
	for j, token := range a.tokens {
		v, bad := a.number(j, token)
		if bad != nil {
			return bad
		}
		here := place{cellPlace{int32(a.lines.line), int32(token.at + a.lines.columns[0])}, a.b.rows, token.text}
		switch column := &a.b.columns[j]; {
		case !a.attributes[j].isText && isFinite(v):
			a.b.addNumber(j, v, here.line)
		case !a.attributes[j].isText:
			a.b.add(j, here)
		case math.IsNaN(v):
			column.faults.missing++
			here.note(&column.faults.firstMissing, a.memory)
			column.texts.codes.add(missingCode, a.memory)
		default:
			text, bad := cleanText(token.text)
			if bad != nil {
				bad.Line, bad.Column = int(here.line), int(here.column)
				return bad
			}
			column.texts.add(text, here.cellPlace, a.memory)
		}
	}
	return a.memory.refused
}

// number returns the value of attribute j as a number: NaN for a missing value, and the index of a nominal one.
func (a *arff) number(j int, token arffToken) (v float64, bad *Error) {
	c := &a.attributes[j]
	switch {
	case !token.isQuoted && token.text == "?", !c.isText && !a.isSparse && isMissing(token.text):
		return math.NaN(), nil
	case c.values != nil:
		k := slices.Index(c.values, token.text)
		if k < 0 {
			bad = a.fault(token.at, fmt.Sprintf("value %q of attribute %q%s", clip(token.text), c.name,
				DidYouMean(token.text, c.values)),
				"one of "+shortList(c.values, 12), "correct it, or add it to the values of the @attribute")
		}
		return float64(k), bad
	case c.isText:
		return 0, nil
	}
	v, isNumber := parseNumber(token.text)
	if !isNumber {
		bad = a.fault(token.at, fmt.Sprintf("value %q of the numeric attribute %q", clip(token.text), c.name), "a number or ?", "")
	}
	return v, bad
}

// addSparse adds the entries of a row to a.entries.
func (a *arff) addSparse(line string) error {
	end := strings.LastIndexByte(line, '}')
	if end < 0 {
		return a.fault(0, "a row without }", "{index value, …}", "")
	}
	row, last := line[:end], -1
	for from := 1; from < len(row) && strings.TrimSpace(row[from:]) != ""; {
		index, rest, _ := arffWord(row[from:], " \t,")
		j, err := strconv.Atoi(index.text)
		if err != nil || j <= last || j >= len(a.attributes) {
			return a.fault(index.at+from, fmt.Sprintf("index %q", clip(index.text)),
				fmt.Sprintf("ascending whole numbers below %d, the number of attributes", len(a.attributes)), "")
		}
		last = j
		begin := len(row) - len(rest)
		token, rest, ok := arffWord(rest, ",")
		if !ok || rest != "" && rest[0] != ',' {
			return a.badQuote()
		}
		token.at += begin
		v, bad := a.number(j, token)
		if bad != nil {
			return bad
		}
		if c := &a.attributes[j]; c.isText && c.values == nil && !math.IsNaN(v) {
			return a.fault(token.at, fmt.Sprintf("the attribute %q of texts in a sparse row", c.name),
				"numbers and nominal values", "take the attribute out of the file, in Weka with the filter Remove")
		}
		if a.entries.add(a.b.rows, j, v); a.memory.refused != nil {
			return a.memory.refused
		}
		from = len(row) - len(rest) + 1
	}
	return nil
}
