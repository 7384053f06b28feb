package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// values returns the values of all sides.
func (e *evidence) values(s statement) ([]float64, bool) {
	values := make([]float64, len(s.sides))
	for i, x := range s.sides {
		v, ok := e.value(x)
		if !ok {
			return nil, false
		}
		values[i] = v
	}
	return values, true
}

// value returns the value of an expression. If a figure is missing ok is false, and the verdict is Waiting.
func (e *evidence) value(x expression) (v float64, ok bool) {
	known := map[string]float64{}
	for name, v := range e.known {
		known[name] = v
	}
	for i, f := range x.figures {
		if known[stand(i)], ok = e.figure(f); !ok {
			return 0, false
		}
	}
	v, err := x.formula.Value(known)
	if err != nil {
		e.Needs("finite numbers: " + x.text + ": " + err.Error())
	}
	return v, err == nil
}

// figure returns a figure's value.
func (e *evidence) figure(f figure) (v float64, ok bool) {
	values := e.swept()
	if f.value != nil {
		v, err := f.value.Value(e.known)
		if err == nil && !slices.ContainsFunc(e.swept(), func(w float64) bool { return equal(v, w) }) {
			err = fmt.Errorf("%s is not on the grid", setting(e.lesson.Spec.Over[0].Name, v))
		}
		if err != nil {
			e.Needs(e.otherKnobs() + ": " + err.Error())
			return 0, false
		}
		values = []float64{v}
	}
	var list []float64
	for _, v := range values {
		some := e.all(f.method, f.name, v)
		if some == nil {
			return 0, false
		}
		list = append(list, some...)
	}
	switch f.choice {
	case leastRow:
		return slices.Min(list), true
	case mostRow:
		return slices.Max(list), true
	}
	return mean(list), true
}

// shown returns the text of an expression as a reader writes it: figures by their labels, parameters by their symbols.
func (e *evidence) shown(x expression) string {
	text := x.text
	for _, f := range x.figures {
		text = strings.Replace(text, f.text, e.shownFigure(f), 1)
	}
	return text
}

// shownFigure returns a figure as text, such as "least test error of rls at m = 80".
func (e *evidence) shownFigure(f figure) string {
	c, _ := columnNamed(f.name)
	text := strings.TrimSpace(f.choice + " " + cmp.Or(c.Label, strings.ReplaceAll(c.Name, "_", " ")) + " of " + f.method)
	if f.value != nil {
		if v, err := f.value.Value(e.known); err == nil {
			text += " " + e.where(v)
		}
	}
	return text
}

// where returns a value of the swept parameter as text.
func (e *evidence) where(value float64) string {
	return "at " + setting(e.lesson.Spec.Over[0].Name, value)
}
