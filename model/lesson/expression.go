package lesson

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/formula"
)

// expression is a formula of figures, of folds, and of numbers that were defined before.
type expression struct {
	text    string
	column  int // of the text
	formula *formula.Formula
	figures []Figure // the i-th stands in the formula as stand(i)
	folds   []fold   // the i-th stands there as foldStand(i)
}

// Figure is a figure of a method: `COLUMN of METHOD`, the mean over the rows of the method. `in "LABEL"` selects the
// rows of experiments that have the text in their label, `at NAME=VALUE, …` the rows at these settings. With least or
// greatest before it, the figure is that of one row. In max(… over method) METHOD may be the word method, for each.
type Figure struct {
	Column, Method, Label string

	column int // in the statement
	text   string
	choice string // leastRow, mostRow, or "" for the mean
	places []place
}

// place is a setting of a figure.
type place struct {
	name  string
	value *formula.Formula
}

// Rows are the rows from which figures are taken.
type Rows interface {
	// Take returns a column in the rows of a figure at some settings. The error says what is missing.
	Take(f Figure, at map[string]float64) ([]float64, error)
	// Values returns the values of a setting, or of run, method or row, in the rows of a figure, in ascending order.
	Values(f Figure, axis string, at map[string]float64) []float64
}

// errNoted is the error of a figure whose absence the evidence has noted before.
var errNoted = errors.New("a figure is missing")

// stand returns the name that stands for a figure in a formula, and foldStand the one for a fold.
func stand(i int) string     { return fmt.Sprintf("_%d", i) }
func foldStand(i int) string { return fmt.Sprintf("_f%d", i) }

const placePattern = `([a-z0-9_-]+) *= *([^ ()<>=≤≥,]+)`

var (
	figurePattern = regexp.MustCompile(`\b(?:(least|greatest) +)?([a-z0-9_]+) +of +([a-z0-9-]+)(?: +in +"([^"]*)")?` +
		`(?: +at +(` + placePattern + `(?: *, *` + placePattern + `)*))?`)
	placesPattern = regexp.MustCompile(placePattern)
)

// value returns the value of an expression. pinned are the settings of its figures that folds have chosen.
func (x expression) value(rows Rows, known, pinned map[string]float64) (float64, error) {
	at := joined(known, pinned)
	for i, f := range x.figures {
		where, err := f.where(known, pinned)
		if err != nil {
			return 0, err
		}
		list, err := rows.Take(f, where)
		if err != nil {
			return 0, err
		}
		switch at[stand(i)] = stat.Mean(list, nil); f.choice {
		case leastRow:
			at[stand(i)] = slices.Min(list)
		case mostRow:
			at[stand(i)] = slices.Max(list)
		}
	}
	for i, f := range x.folds {
		v, err := f.value(rows, known, pinned)
		if err != nil {
			return 0, err
		}
		at[foldStand(i)] = v
	}
	return x.formula.Value(at)
}

// where returns the settings of a figure: its own, and those that folds have chosen.
func (f Figure) where(known, pinned map[string]float64) (map[string]float64, error) {
	at, where := joined(known, pinned), joined(pinned, nil)
	for _, p := range f.places {
		v, err := p.value.Value(at)
		if err != nil {
			return nil, err
		}
		where[p.name] = v
	}
	return where, nil
}

// joined returns the numbers of both; those of b replace those of a.
func joined(a, b map[string]float64) map[string]float64 {
	all := map[string]float64{}
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}

// all returns the figures of an expression and of its folds.
func (x expression) all() []Figure {
	list := x.figures
	for _, f := range x.folds {
		for _, part := range f.parts() {
			list = append(slices.Clip(list), part.all()...)
		}
	}
	return list
}

// parseExpression reads an expression. In the formula each figure and fold is a name as long as its text, so that the
// columns of errors stay the same.
func parseExpression(text string, column int) (expression, error) {
	blank := len(text) - len(strings.TrimLeft(text, " \t"))
	x := expression{text: strings.TrimSpace(text), column: column + blank}
	rest, err := x.readFolds()
	if err != nil {
		return x, err
	}
	var replaced strings.Builder
	last := 0
	for i, at := range figurePattern.FindAllStringSubmatchIndex(rest, -1) {
		f, err := parseFigure(rest, at, x.column)
		if err != nil {
			return x, err
		}
		x.figures = append(x.figures, f)
		replaced.WriteString(rest[last:at[0]] + padded(stand(i), f.text))
		last = at[1]
	}
	if x.formula, err = formula.Parse(replaced.String() + rest[last:]); err != nil {
		var bad *formula.SyntaxError
		errors.As(err, &bad)
		return x, fault(x.column+bad.Column-1, "", "%s", bad.Problem)
	}
	return x, nil
}

// padded returns a name with blanks up to the length of a text.
func padded(name, text string) string {
	return name + strings.Repeat(" ", utf8.RuneCountInString(text)-len(name))
}

// parseFigure reads a figure from what figurePattern has matched.
func parseFigure(text string, at []int, column int) (f Figure, err error) {
	part := func(k int) string {
		if at[2*k] < 0 {
			return ""
		}
		return text[at[2*k]:at[2*k+1]]
	}
	f = Figure{text: part(0), choice: part(1), Column: part(2), Method: part(3), Label: part(4)}
	f.column = column + utf8.RuneCountInString(text[:at[0]])
	places := part(5)
	for _, p := range placesPattern.FindAllStringSubmatchIndex(places, -1) {
		value, err := formula.Parse(places[p[4]:p[5]])
		if err != nil {
			column += utf8.RuneCountInString(text[:at[10]+p[4]])
			return f, fault(column, "", "%q is neither a number nor a formula", places[p[4]:p[5]])
		}
		f.places = append(f.places, place{places[p[2]:p[3]], value})
	}
	return f, nil
}
