package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/save"
)

// plotted is a figure of recorded rows.
type plotted struct {
	lines chart.Lines
	name  string // for a file, without an ending
	notes []remedy.Note
}

// draw makes the figure of the rows. The chart is that of the explorer, without the marks of its present setting.
func (s *plotSettings) draw(ctx context.Context, rows *lab.Recorded, methods []model.Method) (*plotted, error) {
	params := sweep.Parameters(methods)
	y, err := findColumn(rows, params, "y", s.y)
	if err != nil {
		return nil, err
	}
	if err := s.keep(rows); err != nil {
		return nil, err
	}
	runner := job.NewRunner(ctx)
	defer runner.Close(time.Second)
	b := lab.NewFromFiles(*rows, methods, runner, time.Now)
	var x sweep.Column
	if s.x != "" {
		if x, err = findColumn(rows, params, "x", s.x); err != nil {
			return nil, err
		}
		if x.Name == y.Name {
			return nil, usage("--x and --y are the same column, "+x.Name, "name two")
		}
	}
	if x.Input {
		if err := sweepOver(b, x.Name); err != nil {
			return nil, err
		}
	}
	if y.Input && !slices.Contains(b.Tied(), y.Name) { // m may follow from a condition
		return nil, usage(fmt.Sprintf("--y %s is a setting and no result", s.y), "name it with --x, and a result with --y")
	}
	switch s.bars { // the default is the standard error
	case "sd":
		b.Spread = lab.StandardDeviation
	case "quantiles":
		b.Spread = lab.Quartiles
	}
	b.Restart()
	curves := curve.Curves{State: &b.State}
	axes := &curve.Axes{X: decided(s.xScale), Y: decided(s.yScale)}
	var lines chart.Lines
	if overResult := x.Name != "" && !x.Input; overResult {
		lines = curves.OverResult(axes, x, y, false)
	} else {
		lines = curves.OverSwept(axes, y, false)
		x = sweep.Column{Name: string(b.AxisParam().Name), Input: true}
		doc, _, _ := strings.Cut(strings.NewReplacer(";", ":", ",", ":").Replace(b.AxisParam().Doc), ":")
		if title := doc + " " + lines.X.Title; doc != "" && utf8.RuneCountInString(title) <= longestLabel {
			lines.X.Title = title
		}
	}
	s.dress(&lines, curves, y)
	for _, label := range s.labels {
		names := mapped(lines.Series, func(one chart.Series) string { return one.Name })
		at := slices.Index(names, label[0])
		if at < 0 {
			return nil, unknown("curve in --label", label[0], names)
		}
		lines.Series[at].Name = label[1]
	}
	if !slices.ContainsFunc(lines.Series, func(one chart.Series) bool { return one.Color >= 0 }) {
		return nil, errors.New(rows.Files[0] + ": " + b.WhyEmpty(""))
	}
	name := save.FigureName(b.Rows()[0].Data, y.Title(), x.Name, b.Rows()[0].Kernel)
	return &plotted{lines: lines, name: name, notes: remedy.Notes(s.notes(b, lines, x)...)}, nil
}

// longestLabel is the most characters of an axis's label that says more than the name of its column.
const longestLabel = 34

// decided returns the scale that a flag chooses for an axis, or leaves the choice to the axis if name is "".
func decided(name string) curve.Log { return curve.Log{Decided: name != "", Log: name == "log"} }

// dress sets the title of the y axis, turns bands into bars, and removes curves without samples and unwanted bars.
func (s *plotSettings) dress(lines *chart.Lines, curves curve.Curves, y sweep.Column) {
	lines.Y.Title = y.Title() + curve.InUnit(y)
	lines.Series = slices.DeleteFunc(lines.Series, func(one chart.Series) bool { return len(one.Y) == 0 })
	slices.SortStableFunc(lines.Series, func(a, b chart.Series) int { // a front is the last in the legend
		return map[bool]int{true: 1}[a.NoMarkers] - map[bool]int{true: 1}[b.NoMarkers]
	})
	for i := range lines.Series {
		one := &lines.Series[i]
		switch {
		case s.bars == "none":
			one.Lo, one.Hi, one.XLo, one.XHi = nil, nil, nil, nil
		case len(one.Lo) > 0 && one.XLo == nil:
			one.XLo, one.XHi = one.X, one.X
		}
	}
	curves.NameBand(lines)
	showBars(lines)
}

// showBars extends the y axis to the bars' lower ends, on a logarithmic axis to no less than a third of a value.
func showBars(lines *chart.Lines) {
	var ends []float64
	for _, one := range lines.Series {
		for k, lo := range one.Lo {
			if lines.Y.Scale == chart.Log {
				lo = max(lo, one.Y[k]/3)
			}
			if !lines.Y.Sinks(one.Y[k]) {
				ends = append(ends, lo)
			}
		}
	}
	lines.Y.Lo, lines.Y.Hi, _ = chart.Range(lines.Y.Scale, []float64{lines.Y.Lo, lines.Y.Hi}, ends)
}

// notes says which of several values of a setting the figure shows, and what it leaves out.
func (s *plotSettings) notes(b *lab.Bench, lines chart.Lines, x sweep.Column) (notes []string) {
	notes = b.Remarks()
	var taken, others []string
	for _, f := range b.Facets() {
		name, shown := f.Name.Column(), b.KnobText(f)
		taken = append(taken, fmt.Sprintf("%s=%s of %s", name, shown, strings.Join(f.Choices, ", ")))
		at := slices.IndexFunc(f.Choices, func(v string) bool { return v != shown })
		others = append(others, legible.Shell("--where", name+"="+f.Choices[max(at, 0)]))
	}
	if taken != nil {
		notes = append(notes, "of several values of a setting the figure has one: "+strings.Join(taken, "; ")+
			". To choose another: "+strings.Join(others, ", "))
	}
	shown, failed := b.Rows(), 0
	for i := range shown {
		if shown[i].Failure != "" {
			failed++
		}
	}
	if failed > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d runs failed; means over them are not in the figure", failed, len(shown)))
	}
	if x.Varies && slices.ContainsFunc(shown, func(r sweep.Result) bool { return r.Cached() }) {
		notes = append(notes, "some times are shorter because an earlier run had computed the kernel entries; "+
			"--x entries compares costs without that")
	}
	if settled, ok := lines.Settled(); ok && settled.Hidden() != "" {
		notes = append(notes, settled.Hidden())
	}
	return notes
}

// oneOfThese returns the remedy for a name that is not one of names.
func oneOfThese(name string, names []string) remedy.List {
	return remedy.Do(data.Instead(name, names, "choose one of "+strings.Join(names, ", ")))
}

// wrong returns an error at a position in files of results.
func wrong(at sweep.Position, remedies remedy.List, format string, args ...any) error {
	problem := fmt.Sprintf(format, args...)
	return &data.Error{File: at.File, Line: at.Line, Column: at.Column, Problem: problem, Remedies: remedies}
}

// findColumn returns the column of a name or a label. It is an error if the files have no number in the column.
func findColumn(rows *lab.Recorded, params []model.Param, axis, name string) (sweep.Column, error) {
	all, names := sweep.AllColumns(), slices.Clone(rows.Header)
	for _, own := range rows.Header {
		switch c, known := sweep.ColumnNamed(own); {
		case !known:
			_, isParameter := sweep.Parameter(params, model.Name(strings.ReplaceAll(own, "_", "-")))
			all = append(all, sweep.Column{Name: own, Doc: "a column of the files", Input: isParameter})
		case c.Label != "":
			names = append(names, c.Label)
		}
	}
	at := slices.IndexFunc(all, func(c sweep.Column) bool { return c.Name == name })
	if at < 0 {
		at = slices.IndexFunc(all, func(c sweep.Column) bool { return c.Title() == name })
	}
	place := sweep.Position{File: rows.Files[0], Line: 1, Column: 1}
	if at < 0 {
		return sweep.Column{}, wrong(place, oneOfThese(name, names), "--%s: there is no column %q", axis, name)
	}
	column := all[at]
	if own, there := rows.Positions[column.Name]; there {
		place = own
	}
	if !slices.ContainsFunc(rows.Rows, func(r sweep.Result) bool { _, ok := column.Number(&r); return ok }) {
		return column, wrong(place, computed(column), "no row has a number in the column %s (%s)", column.Name, column.Doc)
	}
	return column, nil
}

// computed returns the remedy for a column that was not computed.
func computed(c sweep.Column) remedy.List {
	another, compute := remedy.Do("name another column"), "have sweep compute it"
	if c.Figure == "" {
		return another
	}
	if c.Target != sweep.AnyTarget {
		compute += " on data with a target,"
	}
	return remedy.By(compute, "figures", c.Name).Or(another)
}

// keep keeps the rows of the chosen methods and values.
func (s *plotSettings) keep(rows *lab.Recorded) error {
	there := mapped(rows.Rows, func(r sweep.Result) string { return r.Method })
	slices.Sort(there)
	there = slices.Compact(there)
	for _, name := range s.methods {
		if !slices.Contains(there, name) {
			return wrong(rows.Positions["method"], oneOfThese(name, there), "no row is of the method %q", name)
		}
	}
	if s.methods != nil {
		rows.Rows = slices.DeleteFunc(rows.Rows, func(r sweep.Result) bool { return !slices.Contains(s.methods, r.Method) })
	}
	for _, w := range s.where {
		name := model.Name(w[0]).Column()
		place, there := rows.Positions[name]
		if !there {
			return unknown("column in --where", name, rows.Header)
		}
		if values, found := rows.Where(name, w[1]); !found {
			another := remedy.Do("it has " + cmp.Or(strings.Join(values, ", "), "none"))
			return wrong(place, another, "no row has the value %s in the column %s", w[1], name)
		}
	}
	return nil
}

// sweepOver makes a parameter the swept one.
func sweepOver(b *lab.Bench, name string) error {
	names := mapped(b.Sweepables(), func(p model.Param) string { return string(p.Name) })
	name = strings.ReplaceAll(name, "_", "-")
	if !slices.Contains(names, name) {
		return usage("--x "+name+": the rows do not have several numbers of it", oneOfThese(name, names).In(flagged()))
	}
	b.Sweep(model.Name(name))
	return nil
}
