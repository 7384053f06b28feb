package command

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// oneOfThese returns the remedy of a name that is not one of some.
func oneOfThese(name string, names []string) remedy.List {
	_, advice := data.Unknown("", name, names)
	return remedy.Do(advice)
}

// wrong returns the error of a place in files of results.
func wrong(at sweep.Place, remedies remedy.List, format string, args ...any) error {
	return &data.Error{File: at.File, Line: at.Line, Column: at.Column, Problem: fmt.Sprintf(format, args...), Remedies: remedies}
}

// numberColumns returns the names and the labels of the columns that have numbers.
func numberColumns(rows *lab.Recorded) (names []string) {
	for _, name := range rows.Header {
		c := sweep.Column{Name: name}
		if slices.ContainsFunc(rows.Rows, func(r sweep.Result) bool { _, ok := c.Number(&r); return ok }) {
			if names = append(names, name); lab.AllColumns()[name].Label != "" {
				names = append(names, lab.AllColumns()[name].Label)
			}
		}
	}
	return names
}

// findColumn returns the column that has a name or a label, whatever its case and with - or a blank for _. The files must have numbers in it.
func findColumn(rows *lab.Recorded, params []model.Param, axis, name string) (sweep.Column, error) {
	same := func(a string) bool {
		plain := strings.NewReplacer("-", "_", " ", "_")
		return strings.EqualFold(plain.Replace(a), plain.Replace(name))
	}
	all := sweep.AllColumns()
	at := slices.IndexFunc(all, func(c sweep.Column) bool { return same(c.Name) })
	if at < 0 {
		at = slices.IndexFunc(all, func(c sweep.Column) bool { return same(c.Title()) })
	}
	column := sweep.Column{}
	if own := slices.IndexFunc(rows.Header, same); own >= 0 && at < 0 {
		_, isParameter := sweep.Parameter(params, model.Name(strings.ReplaceAll(rows.Header[own], "_", "-")))
		column = sweep.Column{Name: rows.Header[own], Doc: "a column of the files", Input: isParameter}
	} else if at >= 0 {
		column = all[at]
	}
	place, there := rows.Places[column.Name]
	first := sweep.Place{File: rows.Files[0], Line: 1, Column: 1}
	switch {
	case column.Name == "":
		return column, wrong(first, oneOfThese(name, numberColumns(rows)), "--%s: there is no column %q", axis, name)
	case !there:
		return column, wrong(first, computed(column), "the files have no column %s (%s)", column.Name, column.Doc)
	}
	for i := range rows.Rows {
		if _, ok := column.Number(&rows.Rows[i]); ok {
			return column, nil
		}
	}
	return column, wrong(place, computed(column), "no row has a number in the column %s", column.Name)
}

// computed returns how to have a column computed.
func computed(c sweep.Column) remedy.List {
	switch {
	case c.Figure == "":
		return remedy.Do("name another column")
	case c.Target != sweep.AnyTarget:
		return remedy.By("have sweep compute it on data with a target,", "figures", c.Name).Or(remedy.Do("name another column"))
	}
	return remedy.By("have sweep compute it", "figures", c.Name).Or(remedy.Do("name another column"))
}

// keep keeps the rows of the chosen methods and values.
func (s *plotSettings) keep(rows *lab.Recorded) error {
	var there []string
	for i := range rows.Rows {
		if name := rows.Rows[i].Method; !slices.Contains(there, name) {
			there = append(there, name)
		}
	}
	for _, name := range s.methods {
		if !slices.Contains(there, name) {
			return wrong(rows.Places["method"], oneOfThese(name, there), "no row is of the method %q", name)
		}
	}
	if s.methods != nil {
		rows.Rows = slices.DeleteFunc(rows.Rows, func(r sweep.Result) bool { return !slices.Contains(s.methods, r.Method) })
	}
	for _, w := range s.where {
		name := model.Name(w[0]).Column()
		place, there := rows.Places[name]
		if !there {
			return unknown("column in --where", name, rows.Header)
		}
		if values, found := rows.Where(name, w[1]); !found {
			return wrong(place, remedy.Do("choose one of "+strings.Join(values, ", ")), "no row has the value %s in the column %s", w[1], name)
		}
	}
	return nil
}

// sweep chooses the swept parameter: the x axis if it is one, else that of --over.
func (s *plotSettings) sweep(b *lab.Bench, x sweep.Column) error {
	name, from := s.over, "over"
	if x.Input {
		if s.over != "" {
			return usage("--over is for an x axis that is a result, and "+x.Name+" is a parameter", "leave it out")
		}
		name, from = x.Name, "x"
	}
	if name == "" {
		return nil
	}
	var names []string
	for _, p := range b.Sweepables() {
		names = append(names, string(p.Name))
	}
	name = strings.ReplaceAll(name, "_", "-")
	if !slices.Contains(names, name) {
		return usage(fmt.Sprintf("--%s %s: the rows do not have several numbers of it", from, name), oneOfThese(name, names).In(flagged()))
	}
	b.Sweep(model.Name(name))
	return nil
}
