package sweep

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"gramscope/model"
	"gramscope/model/exact"
)

// Column describes one column of the results. Files, tables, menus and charts read all properties
// of a column from here. The columns are listed in columns*.go.
type Column struct {
	Name  string // in CSV and JSON
	Label string // in menus and titles; "" for Name
	Doc   string
	Unit  string // "" for a plain number
	Input bool   // whether it is a setting, not a result

	Figure Figure // the figure that it belongs to; "" if every run computes it
	Target Target // the target that it needs, for regression columns
	Exact  string // the column with this value for exact regression, "" for none
	Floor  string // the column with the lower bound of this one, "" for none

	Better Direction
	Varies bool    // whether repeating a run changes it: times do, and are shorter if entries of K were cached
	Least  float64 // lower bound of exact values, where an axis begins; 0 for none
	Scale  Scale   // of an axis
	Format Format  // of a value on the screen

	Group Group // of figures in menus
	Value int   // position in the explore chart's list of values, from 1; 0 if it is not listed
	Axis  int   // position in the explore chart's list of x axes, from 1; 0 if it is not listed
	Line  Cell  // in the table that the command sweep writes
	Table Cell  // in the explorer's table of methods

	Solver    bool // whether only iterative solvers have it
	Estimated bool // whether values may be estimates, with standard errors in the column that [StandardErrorOf] names

	content content           // valid cells in a file
	index   int               // in the table of all columns
	setting func(*Result) any // of a column that is not computed: a string, bool, int64 or float64, nil for no value
	of      figure            // computes the value; nil for a setting and for a standard error

	compare func(*exact.Comparison, context.Context) (exact.Estimate, error) // of comparisonColumns alone
}

// figure computes the value of a column in a run's row. The value is NaN where it does not apply. An error that wraps a
// *model.SingularError leaves the column empty and becomes a warning of the row; any other fails the row.
type figure func(*visit) (exact.Estimate, error)

// Direction says which values of a column are better.
type Direction int

const (
	Neutral Direction = iota // neither
	Lower                    // an error: lower is better
	Higher                   // an accuracy: higher is better
	Cost                     // time, memory: lower is better for the same quality
)

// Ranks reports whether values of the direction rank methods by quality.
func (d Direction) Ranks() bool { return d == Lower || d == Higher }

// Scale is the default scale of a column's axis. The user can choose another. It does not depend
// on the values, so that an axis is the same before the first of them and after the last.
type Scale int

const (
	ScaleLinear Scale = iota // shares, and figures that may be negative or whose zeros count
	ScaleLog
)

// Format is a number format on the screen.
type Format int

const (
	FormatPlain    Format = iota // 0.312, 3.1e+06
	FormatError                  // 3.1e-02
	FormatCount                  // 950, 100 k
	FormatDuration               // 4.1 ms
	FormatBytes                  // 1.2 MB
	FormatPercent                // 97.5 %
)

// Group is the heading under which menus list a figure.
type Group string

// The groups, in the order of menus.
const (
	GroupError          Group = "error"
	GroupSpectrum       Group = "spectrum"
	GroupCost           Group = "cost"
	GroupRegression     Group = "regression"
	GroupEvidence       Group = "evidence"
	GroupClassification Group = "classes"
	GroupDiagnostics    Group = "diagnostics"
)

// Target is the kind of target that a column needs.
type Target int

const (
	AnyTarget Target = iota
	NumberTarget
	ClassTarget
)

// Suits reports whether the column applies to a target of classes, or else of numbers.
func (t Target) Suits(classes bool) bool {
	return t == AnyTarget || (t == ClassTarget) == classes
}

// Cell is a column's cell in the rows of a table.
type Cell struct {
	Place int    // columns are sorted by it, from left to right
	Width int    // in characters, negative for text at the left of the cell; 0: not in the table
	Head  string // "" for the column's name
}

// Title returns the label, or the name of a column without one.
func (c Column) Title() string { return cmp.Or(c.Label, c.Name) }

// Needs returns the figures that must be computed to fill the column.
func (c Column) Needs() Figures {
	for _, f := range figureTable {
		if f.figure == c.Figure {
			return append(slices.Clip(f.needs), f.figure)
		}
	}
	return nil
}

// Share reports whether the column's values are true or false. Their mean is then the share of
// runs for which it is true.
func (c Column) Share() bool { return c.content.kind == booleanCells }

// value returns the column's value in a row, which a run has computed or which was read from a file.
func (c Column) value(r *Result) any {
	switch {
	case r.file != nil:
		return r.typed(c.Name)
	case c.setting != nil:
		return c.setting(r)
	case r.values == nil || math.IsNaN(r.values[c.index]):
		return nil
	}
	switch v := r.values[c.index]; c.content.kind {
	case booleanCells:
		return v == 1
	case wholeCells:
		return int64(v)
	default:
		return v
	}
}

// Number returns the column's value in a row, with 1 for true and 0 for false. ok is false, and v is NaN, if it is text
// or missing.
func (c Column) Number(r *Result) (v float64, ok bool) {
	v = math.NaN()
	switch {
	case r.file != nil:
		v = r.Get(c.Name)
	case c.setting != nil:
		switch set := c.setting(r).(type) {
		case float64:
			v = set
		case int64:
			v = float64(set)
		}
	case r.values != nil:
		v = r.values[c.index]
	}
	return v, !math.IsNaN(v)
}

// Text returns the column's value in a row as it is written to files: in the shortest form that reads back the same, ""
// if there is none.
func (c Column) Text(r *Result) string {
	switch v := c.value(r).(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// parameterColumns returns the columns of parameters. Their cells are numbers or the names of
// choices, and are empty for methods without the parameter.
func parameterColumns(params []model.Param) (columns []Column) {
	for _, p := range params {
		columns = append(columns, Column{
			Name: p.Name.Column(), Doc: p.Doc, Input: true, content: valuesOf(p),
			setting: func(r *Result) any {
				v, ok := r.Params[p.Name]
				switch {
				case !ok:
					return nil
				case p.Choices != nil:
					return p.Format(v)
				}
				return v
			},
		})
	}
	return columns
}

// StandardErrorOf returns the name of the column with a column's standard error.
func StandardErrorOf(name string) string { return name + "_se" }

// withStandardErrors returns columns, followed by those of the standard errors of estimates. Figures of the exact
// regression are estimates only if they come with the traces of K.
func withStandardErrors(columns []Column) []Column {
	list := slices.Clone(columns)
	for _, c := range columns {
		if c.Estimated {
			from := c.Figure
			if from == FigureExact || from == FigureEvidenceExact {
				from = FigureTraces
			}
			list = append(list, Column{
				Name: StandardErrorOf(c.Name), Figure: from, Target: c.Target, content: nonNegative(),
				Doc: "standard error of " + c.Name + " if it is an estimate: ± 1.96 of it is a 95 % interval, or a bound",
			})
		}
	}
	return list
}

func namesOf(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// NamesFor returns the names of the columns that a figure fills. Package exact documents the assumptions of bounds.
func NamesFor(f Figure) (names []string) {
	for _, c := range AllColumns() {
		if c.Figure == f && !c.Input {
			names = append(names, c.Name)
		}
	}
	return names
}
