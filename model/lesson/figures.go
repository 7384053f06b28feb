package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/model/sweep"
)

// Take returns a figure's column in all repetitions, at a value of the swept parameter or at all its values.
func (e *evidence) Take(f Figure, at map[string]float64) (list []float64, err error) {
	if row, given := at[rowAxis]; given {
		c, _ := sweep.ColumnNamed(f.Column)
		if v, ok := c.Number(e.rows[int(row)]); ok {
			return []float64{v}, nil
		}
		return nil, errLacks
	}
	name, values := e.lesson.Spec.Over[0].Name, e.swept()
	if v, given := at[string(name)]; given {
		if !e.lesson.sweeps(v) {
			e.Needs(fmt.Sprintf("%s: %s is not on the grid", e.otherKnobs(), e.lesson.setting(name, v)))
			return nil, errNoted
		}
		values = []float64{v}
	}
	if list = e.all(f.Method, f.Column, values...); list == nil {
		return nil, errNoted
	}
	return list, nil
}

// Values returns the values of the swept parameter, or the numbers of a method's rows.
func (e *evidence) Values(f Figure, axis string, _ map[string]float64) (list []float64) {
	if axis != rowAxis {
		return slices.Sorted(slices.Values(e.swept()))
	}
	for _, r := range e.rowsAt(f.Method, e.swept()...) {
		list = append(list, float64(slices.Index(e.rows, r)))
	}
	return list
}

// shown returns the text of an expression as a reader writes it: figures by their labels, parameters by their symbols.
func (e *evidence) shown(x expression) string {
	text, runes, end := "", []rune(x.text), 0
	for _, f := range x.figures {
		begin := f.column - x.column
		text += string(runes[end:begin]) + e.shownFigure(f)
		end = begin + utf8.RuneCountInString(f.text)
	}
	return text + string(runes[end:])
}

// shownFigure returns a figure as text, such as "least test error of rls at m = 80".
func (e *evidence) shownFigure(f Figure) string {
	c, _ := sweep.ColumnNamed(f.Column)
	text := strings.TrimSpace(f.choice + " " + InWords(c) + " of " + f.Method)
	if len(f.places) > 0 {
		if v, err := f.places[0].value.Value(e.known); err == nil {
			text += " " + e.where(v)
		}
	}
	return text
}

// InWords returns the label of a column, or its name as words.
func InWords(c sweep.Column) string { return cmp.Or(c.Label, strings.ReplaceAll(c.Name, "_", " ")) }

// where returns a value of the swept parameter as text.
func (e *evidence) where(value float64) string {
	return "at " + e.lesson.setting(e.lesson.Spec.Over[0].Name, value)
}
