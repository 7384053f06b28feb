package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// arffWord returns the first word of a text, which may be in quotes, and the rest, which begins with one of the
// bytes in ends. ok is false, and the rest empty, if a quote is not closed.
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
		if rest = strings.TrimLeft(rest, " \t"); rest == "" {
			return true
		}
		from = len(row) - len(strings.TrimPrefix(rest, ","))
	}
}

// splitSparse finds the values of a row {index value, …}, and puts in values that are left out.
func (a *arff) splitSparse(row string) {
	a.tokens = a.tokens[:0]
	for _, c := range a.attributes {
		switch {
		case c.values != nil:
			a.tokens = append(a.tokens, arffToken{text: c.values[0], isQuoted: true})
		case c.isText:
			a.fail(0, fmt.Sprintf("the attribute %q of texts in a sparse row", c.name),
				"numbers and nominal values", "take the attribute out of the file, in Weka with the filter Remove")
		default:
			a.tokens = append(a.tokens, arffToken{text: "0"})
		}
	}
	end := strings.LastIndexByte(row, '}')
	if end < 0 {
		a.fail(0, "a row without }", "{index value, …}")
	}
	for from, last := 1, -1; strings.TrimSpace(row[min(from, end):end]) != ""; {
		index, rest, _ := arffWord(row[from:end], " \t,")
		j, err := strconv.Atoi(index.text)
		if err != nil || j <= last || j >= len(a.attributes) {
			a.fail(index.at+from, fmt.Sprintf("index %q", clip(index.text)),
				fmt.Sprintf("ascending whole numbers below %d, the number of attributes", len(a.attributes)))
		}
		from, last = end-len(rest), j
		value, rest, ok := arffWord(rest, ",")
		if !ok || rest != "" && rest[0] != ',' {
			a.badQuote()
		}
		value.at += from
		a.tokens[j] = value
		from = end - len(rest) + 1
	}
}

func (a *arff) badQuote() {
	a.fail(0, "a quote in this row is not closed, or text follows it", "values with commas between them",
		`write a quote within quotes as \'`)
}

func (a *arff) splitDense(row string) {
	if !a.split(row) {
		a.badQuote()
	}
	if len(a.tokens) > len(a.attributes) { // Weka reads a run of commas as one
		a.tokens = slices.DeleteFunc(a.tokens, func(t arffToken) bool { return t.text == "" && !t.isQuoted })
		a.hasRuns = true
	}
	if len(a.tokens) != len(a.attributes) {
		a.fail(0, fmt.Sprintf("%d values in this row", len(a.tokens)),
			fmt.Sprintf("%d, one for each @attribute", len(a.attributes)),
			"complete or remove the row; a value that holds a comma needs quotes")
	}
}

// addRow adds a row, dense or sparse as the first.
func (a *arff) addRow(line string) {
	split, isSparse := a.splitDense, line[0] == '{'
	if isSparse {
		split = a.splitSparse
	}
	if a.isSparse = a.isSparse || isSparse && a.b.rows == 0; isSparse != a.isSparse {
		a.fail(0, "rows with { } and rows without", "one way to write all rows")
	}
	split(line)
	for j, token := range a.tokens {
		a.addValue(j, token)
	}
	a.b.rows++
	a.memory.take(rowBytes)
}

func (a *arff) addValue(j int, token arffToken) {
	c := &a.attributes[j]
	here := place{cellPlace{int32(a.lines.line), int32(token.at + a.lines.columns[0])}, a.b.rows, token.text}
	_, isNumber := a.b.numbers.parse(token.text)
	switch {
	case isNumber && !c.isText:
		a.b.add(j, here)
	case !token.isQuoted && token.text == "?" || a.b.numbers.isCode(token.text),
		!c.isText && !a.isSparse && a.b.numbers.isMissing(token.text):
		a.b.addMissing(j, here)
	case c.values != nil && !slices.Contains(c.values, token.text):
		a.fail(token.at,
			fmt.Sprintf("value %q of attribute %q%s", clip(token.text), c.name, DidYouMean(token.text, c.values)),
			"one of "+shortList(c.values, 12), "correct it, or add it to the values of the @attribute")
	case c.isText:
		a.b.addText(j, here)
	default:
		a.fail(token.at, fmt.Sprintf("value %q of the numeric attribute %q", clip(token.text), c.name), "a number or ?")
	}
}
