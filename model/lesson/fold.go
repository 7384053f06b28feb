package lesson

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gramscope/model/claim"
)

// fold is a function of the values that an expression has over the values of an axis, such as
//
//	max(error of meka / error of nystrom over gamma from 0.01 to 1)
//	exponent(entries of rls over n)
//	value(rank_used of squeak where epsilon_s of squeak = 0.25 over qbar)
//
// An axis is a setting of rows, or run, method or row, which stand for each experiment, method and row of the first
// figure. Within a fold the name of its axis is the value there.
type fold struct {
	name     string
	axis     string
	from, to float64
	of       expression
	by, want *expression // of value only
}

// foldFunctions are the functions of folds besides value. x are the values of the axis, y the values of the expression.
var foldFunctions = map[string]func(x, y []float64) float64{
	"min":     func(_, y []float64) float64 { return slices.Min(y) },
	"max":     func(_, y []float64) float64 { return slices.Max(y) },
	"mean":    func(_, y []float64) float64 { return stat.Mean(y, nil) },
	"geomean": func(_, y []float64) float64 { return stat.GeometricMean(y, nil) },
	"argmin":  func(x, y []float64) float64 { return x[floats.MinIdx(y)] }, // where the least is
	"exponent": func(x, y []float64) float64 {
		_, slope := stat.LinearRegression(logs(x), logs(y), nil, false)
		return slope
	},
	"growth": growth,
}

func logs(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i] = math.Log(v)
	}
	return out
}

// growth returns the largest ratio of a value to the one before.
func growth(_, y []float64) float64 {
	most := math.Inf(-1)
	for i := 1; i < len(y); i++ {
		most = max(most, y[i]/y[i-1])
	}
	return most
}

// valueFold is the function that finds where another expression has a value.
const valueFold = "value"

var (
	foldPattern  = regexp.MustCompile(`\b([a-z]+)\(`)
	overPattern  = regexp.MustCompile(`^(.*\S) +over +([a-z0-9_]+)(?: +from +([0-9.e-]+))?(?: +to +([0-9.e-]+))?\s*$`)
	wherePattern = regexp.MustCompile(`^(.*\S) +where +(.*?[^ <>≤≥]) += +(.*)$`)
)

// readFolds reads the folds of an expression, and returns its text with their names in their place.
func (x *expression) readFolds() (text string, err error) {
	text = x.text
	for at := 0; ; {
		found := foldPattern.FindStringSubmatchIndex(text[at:])
		if found == nil {
			return text, nil
		}
		begin, open, name := at+found[0], at+found[1], text[at+found[2]:at+found[3]]
		at = open
		inside := inParentheses(text[open:])
		over := overPattern.FindStringSubmatch(inside)
		if over == nil || name != valueFold && foldFunctions[name] == nil {
			continue // a function of formulas, or an unknown one
		}
		f := fold{name: name, axis: over[2], from: math.Inf(-1), to: math.Inf(1)}
		column := x.column + utf8.RuneCountInString(text[:open])
		for i, end := range []*float64{&f.from, &f.to} {
			if over[3+i] == "" {
				continue
			}
			if *end, err = strconv.ParseFloat(over[3+i], 64); err != nil {
				return "", fault(column, "", "%q is not a number", over[3+i])
			}
		}
		if err := f.read(over[1], column); err != nil {
			return "", err
		}
		end := open + len(inside) + 1
		stand := padded(foldStand(len(x.folds)), text[begin:end])
		text, x.folds, at = text[:begin]+stand+text[end:], append(x.folds, f), begin+len(stand)
	}
}

// inParentheses returns the text up to the parenthesis that closes it, "" without one.
func inParentheses(text string) string {
	depth := 1
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[:i]
		}
	}
	return ""
}

// read reads what is folded.
func (f *fold) read(text string, column int) (err error) {
	parts := []int{0, 0, 0, len(text)}
	if f.name == valueFold {
		if parts = wherePattern.FindStringSubmatchIndex(text); parts == nil {
			return fault(column, "", "%q is not FIGURE where FIGURE = VALUE", text)
		}
		f.by, f.want = new(expression), new(expression)
	}
	for i, part := range f.parts() {
		from, to := parts[2+2*i], parts[3+2*i]
		if *part, err = parseExpression(text[from:to], column+utf8.RuneCountInString(text[:from])); err != nil {
			return err
		}
	}
	if len(f.of.all()) == 0 {
		return fault(column, "", "%q has no figure", f.of.text)
	}
	return nil
}

// parts returns the expressions of a fold.
func (f *fold) parts() []*expression {
	if f.by == nil {
		return []*expression{&f.of}
	}
	return []*expression{&f.of, f.by, f.want}
}

// value returns the fold's value.
func (f fold) value(rows Rows, known, pinned map[string]float64) (float64, error) {
	first, within := f.of.all()[0], joined(pinned, nil) // settings that depend on the axis are not known yet
	first.places = slices.DeleteFunc(slices.Clone(first.places), func(p place) bool {
		depends := p.name == f.axis || slices.Contains(p.value.Names(), f.axis)
		if depends {
			delete(within, p.name)
		}
		return depends
	})
	where, err := first.where(known, within)
	if err != nil {
		return 0, err
	}
	var x, y, by []float64
	for _, v := range rows.Values(first, f.axis, where) {
		if v < f.from || v > f.to {
			continue
		}
		at := joined(pinned, map[string]float64{f.axis: v})
		one, err := f.of.value(rows, known, at)
		if err != nil {
			return 0, err
		}
		x, y = append(x, v), append(y, one)
		if f.by != nil {
			if one, err = f.by.value(rows, known, at); err != nil {
				return 0, err
			}
			by = append(by, one)
		}
	}
	switch {
	case len(y) == 0:
		return 0, fmt.Errorf("%s has no value over %s", f.of.text, f.axis)
	case f.by == nil:
		return foldFunctions[f.name](x, y), nil
	}
	want, err := f.want.value(rows, known, pinned)
	if err != nil {
		return 0, err
	}
	return valueWhere(y, by, want, f)
}

// valueWhere returns y where by is want: on the line fitted to the logarithms of the three nearest points.
func valueWhere(y, by []float64, want float64, f fold) (float64, error) {
	if len(y) < 3 || slices.Min(by) > want || slices.Max(by) < want {
		return 0, fmt.Errorf("%s does not come to %s over %s", f.by.text, claim.Number(want), f.axis)
	}
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	away := func(i int) float64 { return math.Abs(math.Log(by[i] / want)) }
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(away(i), away(j)) })
	var u, v []float64
	for _, i := range order[:3] {
		u, v = append(u, math.Log(by[i]/want)), append(v, math.Log(y[i]))
	}
	size, _ := stat.LinearRegression(u, v, nil, false)
	return math.Exp(size), nil
}
