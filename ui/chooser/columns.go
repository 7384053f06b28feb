package chooser

import (
	"fmt"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// ColumnChoice is the choice of a table's target and features.
type ColumnChoice struct {
	table       *data.Table
	At          int
	target      int // −1 for none
	used        []bool
	Text        []bool // columns treated as text although some cells are numbers
	DropMissing bool
	preview     [][]string
	landmarks   string // the data's file of landmarks; "" for none
}

const (
	previewRows  = 6
	mostColumns  = 1000 // columns listed; further columns are always features
	columnsWidth = 18
)

func newColumnChoice(t *data.Table) ColumnChoice {
	n := min(t.Width(), mostColumns)
	c := ColumnChoice{table: t, target: t.Width() - 1, used: make([]bool, n), Text: make([]bool, n),
		preview: t.Preview(previewRows, n)}
	if t.Width() == 1 {
		c.target = -1
	}
	for i := range c.used {
		c.used[i] = true
	}
	c.At = max(0, min(c.target, n-1))
	return c
}

// presentColumns returns the choice of columns in a file.
func presentColumns(f *data.File) ColumnChoice {
	c := newColumnChoice(f.Table)
	target, features, texts := f.Chosen()
	c.target, c.At = target, max(0, min(target, len(c.used)-1))
	for i := range c.used {
		c.used[i], c.Text[i] = features[i] || i == target, texts[i]
	}
	_, choice := f.Origin()
	c.DropMissing = choice.DropMissing
	if l := f.Landmarks(); l != nil {
		c.landmarks = l.Path
	}
	return c
}

// choice returns the choice for package data.
func (c *ColumnChoice) choice() data.Choice {
	choice := data.Choice{Target: "none", DropMissing: c.DropMissing}
	if c.target == c.table.Width()-1 && !c.isMatrix() {
		choice.Target = "" // the usual one, in whose place another may be of use
	} else if c.target >= 0 {
		choice.Target = c.name(c.target)
	}
	for i, used := range c.used {
		if !used && i != c.target {
			choice.Columns = append(choice.Columns, "-"+c.name(i))
		}
		if c.Text[i] && (used || i == c.target) {
			choice.Categorical = append(choice.Categorical, c.name(i))
		}
	}
	return choice
}

// name returns a column's name, or its number if another column has the same name or it is that of no target.
func (c *ColumnChoice) name(i int) string {
	name := c.table.Column(i).Name
	for j := range c.table.Width() {
		if name == "none" || j != i && c.table.Column(j).Name == name {
			return strconv.Itoa(i + 1)
		}
	}
	return name
}

// isMatrix reports whether the table is a kernel matrix. Its columns are the numbers of its rows, which are always
// used, and its target, if a file of the target was read.
func (c *ColumnChoice) isMatrix() bool { return c.table.Matrix != nil }

// Move moves the pointer down by a number of columns.
func (c *ColumnChoice) Move(by int) { c.At = min(max(c.At+by, 0), len(c.used)-1) }

// ToggleText treats the column pointed at as text, or no longer.
func (c *ColumnChoice) ToggleText() {
	if !c.isMatrix() || c.At == c.target {
		c.Text[c.At] = !c.Text[c.At]
	}
}

// ToggleUsed makes the column pointed at a feature, or no longer a feature.
func (c *ColumnChoice) ToggleUsed() {
	switch {
	case c.isMatrix():
	case c.At == c.target:
		c.target = -1
	default:
		c.used[c.At] = !c.used[c.At]
	}
}

// lines draws the columns, one a line, with the cells of the first rows beside them.
func (c *ColumnChoice) lines(w, h int, l *look.Look) []string {
	title := fmt.Sprintf(" %s  %s, %d rows", c.table.Name, c.table.Format, c.table.Rows)
	if !c.isMatrix() {
		title += ", " + number.Plural(c.table.Width(), "column")
	}
	head := []string{l.Strong.Render(l.Fit(l.Text(title), w))}
	say := func(text string) { head = append(head, " "+l.Text(text)) }
	for _, note := range c.table.Notes[:min(len(c.table.Notes), 3)] {
		say(lab.NoteText(note))
	}
	switch {
	case c.isMatrix() && c.target < 0:
		say("a kernel matrix without a target: --target FILE names one; g: these are points")
	case c.isMatrix():
		say("a kernel matrix; g: these are points")
	case data.CanBeMatrix(c.table):
		say("as many columns as rows: g reads it as a kernel matrix")
	}
	switch {
	case c.table.HasMissing() && c.DropMissing:
		say("missing values: their rows are dropped (m switches)")
	case c.table.HasMissing():
		say("missing values: refused (m switches)")
	}
	head = append(head, "", l.Strong.Render(l.Fit("   use      "+l.Fit("column", columnsWidth)+" kind     first rows", w)))
	var lines []string
	for i := range c.used {
		text := "   " + l.Fit(c.role(i), 9) + l.Fit(l.Text(c.table.Column(i).Name), columnsWidth) + " " + l.Fit(c.kind(i), 9)
		for _, row := range c.preview {
			text += l.Fit(l.Text(row[i]), 11) + " "
		}
		switch {
		case i == c.At:
			text = l.Accent.Render(l.Fit(" "+l.Text("▸")+ansi.TruncateLeft(text, 2, ""), w))
		case i != c.target && !c.used[i]:
			text = l.Dim.Render(l.Fit(text, w))
		}
		lines = append(lines, text)
	}
	lines, _ = widget.Window(lines, c.At, 0, h-len(head))
	return append(head, lines...)
}

func (c *ColumnChoice) role(i int) string {
	switch {
	case i == c.target:
		return "target"
	case c.isMatrix():
		return "points"
	case c.used[i]:
		return "feature"
	}
	return "-"
}

func (c *ColumnChoice) kind(i int) string {
	if c.Text[i] {
		return "as text"
	}
	return c.table.Column(i).Kind.String()
}
