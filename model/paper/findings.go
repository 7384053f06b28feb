package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model/claim"
	"gramscope/model/lesson"
)

// Findings are the results of an entry's experiments.
type Findings struct {
	Entry Entry
	Rows  [][]Row // run by run
}

// at selects rows by the values of their columns.
type at map[string]float64

// Verdict says whether the claims hold.
func (f *Findings) Verdict() claim.Verdict {
	claims, err := lesson.ParseClaims(f.Entry.claims)
	if err != nil {
		panic("paper: " + f.Entry.Name + ": " + err.Error())
	}
	names, number := methods(f.Rows...), 0.0
	for run, rows := range f.Rows {
		for _, r := range rows { // claims name the number of a row, of its run and of its method
			number++
			r.Values["row"], r.Values["run"] = number, float64(run)
			r.Values["method"] = float64(slices.Index(names, r.Method))
		}
	}
	if v := claims.Check(f); v.Figures != "" {
		return v
	}
	return claim.Verdict{State: claim.Fails, Figures: "there are no figures"}
}

// methods returns the methods of some runs, in their order.
func methods(runs ...[]Row) (list []string) {
	for _, rows := range runs {
		for _, r := range rows {
			if !slices.Contains(list, r.Method) {
				list = append(list, r.Method)
			}
		}
	}
	return list
}

// of returns the rows of a figure at some settings.
func (f *Findings) of(figure lesson.Figure, where at) (list []Row) {
	for run, rows := range f.Rows {
		for _, r := range rows {
			isOf := figure.Method == "method" || figure.Method == r.Method
			if isOf && strings.Contains(f.Entry.Runs[run].Label, figure.Label) && where.fits(r) {
				list = append(list, r)
			}
		}
	}
	return list
}

func (a at) fits(r Row) bool {
	for name, want := range a {
		got, has := r.Values[name]
		if !has || math.Abs(got-want) > 1e-9*max(math.Abs(got), math.Abs(want)) {
			return false
		}
	}
	return true
}

// Take returns a column in the rows of a figure at some settings.
func (f *Findings) Take(figure lesson.Figure, where map[string]float64) (list []float64, err error) {
	for _, r := range f.of(figure, where) {
		v, has := r.Values[figure.Column]
		switch {
		case r.Failed != "":
			err = fmt.Errorf("a run of %s that failed: %s", r.Method, r.Failed)
		case !has:
			err = fmt.Errorf("the column %s of %s", figure.Column, r.Method)
		}
		list = append(list, v)
	}
	if list == nil {
		err = fmt.Errorf("rows of %s at %v", figure.Method, at(where))
	}
	return list, err
}

// Values returns the values of a column in the rows of a figure, in ascending order.
func (f *Findings) Values(figure lesson.Figure, axis string, where map[string]float64) (list []float64) {
	for _, r := range f.of(figure, where) {
		if v, has := r.Values[axis]; has {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Table returns the means over the repetitions of the entry's columns as text. It omits columns
// that a run does not have.
func (f *Findings) Table() string {
	var b strings.Builder
	for i, rows := range f.Rows {
		if i > 0 {
			b.WriteString("\n")
		}
		if label := f.Entry.Runs[i].Label; label != "" {
			b.WriteString(label + "\n")
		}
		var columns []string
		line := fmt.Sprintf("%-20s", "method")
		for _, c := range f.Entry.Columns {
			if slices.ContainsFunc(rows, func(r Row) bool { _, has := r.Values[c]; return has }) {
				columns, line = append(columns, c), line+fmt.Sprintf(" %11s", c)
			}
		}
		b.WriteString(line + "\n")
		for _, r := range means(rows) {
			line := fmt.Sprintf("%-20s", r.Method)
			for _, c := range columns {
				text := ""
				if v, has := r.Values[c]; has {
					text = fmt.Sprintf("%.4g", v)
				}
				line += fmt.Sprintf(" %11s", text)
			}
			if r.Failed != "" {
				line += "  failed: " + r.Failed
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// means returns a row for each setting, with the means over the repetitions that have a column.
func means(rows []Row) (list []Row) {
	place, counts := map[string]int{}, []map[string]float64{}
	for _, r := range rows {
		key := fmt.Sprint(r.Method, r.Asked) // maps are printed in order
		at, known := place[key]
		if !known {
			at = len(list)
			place[key], counts = at, append(counts, map[string]float64{})
			list = append(list, Row{Method: r.Method, Values: map[string]float64{}, Asked: r.Asked, Failed: r.Failed})
		}
		for name, v := range r.Values {
			counts[at][name]++
			list[at].Values[name] += (v - list[at].Values[name]) / counts[at][name]
		}
	}
	return list
}
