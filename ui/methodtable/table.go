// Package methodtable is the table of methods with their figures.
package methodtable

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/advice"
	"gramscope/model/lab"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Table is the present contents of the table of methods.
type Table struct {
	*lab.State
	*Order
	Look    *look.Look
	About   []string // columns of the results that the screen is about, which come first
	Verdict advice.Verdict
	All     bool // whether it has all columns
}

// Order is the arrangement of the table that the user has chosen.
type Order struct {
	Sorted string // the head of the column by which the table is sorted; "": by none
	skip   int    // columns that are left out on the left
}

// listed returns the methods that have a row, as indices of the bench's methods: the ticked ones, and the one
// pointed at, so that space ticks again what space has unticked.
func (t Table) listed() []int {
	var list []int
	for i, method := range t.Methods {
		if t.ticked(method.Name) || i == t.Pointed {
			list = append(list, i)
		}
	}
	return list
}

func (t Table) ticked(name string) bool { return slices.Contains(t.Setting.Spec.Methods, name) }

// folded returns the number of methods without a row.
func (t Table) folded() int { return len(t.Methods) - len(t.listed()) }

// Lines returns how many lines the table has below its head. The last is of the methods without a
// row; if there are none it is blank, as space for a note.
func (t Table) Lines() int { return len(t.listed()) + 1 }

// Move returns the method that is by rows below the one pointed at.
func (t Table) Move(by int) (method int) {
	order := t.sorted(t.Columns())
	return order[min(max(slices.Index(order, t.Pointed)+by, 0), len(order)-1)]
}

// sorted returns the methods that have a row, in their order or sorted by a column, the ticked ones first.
func (t Table) sorted(columns []Column) []int {
	list := t.listed()
	at := slices.IndexFunc(columns, func(c Column) bool { return c.Head == t.Sorted })
	if at < 0 {
		return list
	}
	by := make([]float64, len(t.Methods))
	for i, method := range t.Methods {
		v := columns[at].value(method.Name)
		switch {
		case !t.ticked(method.Name):
			v = math.Inf(1)
		case math.IsNaN(v):
			v = math.MaxFloat64
		case columns[at].higher:
			v = -v
		}
		by[i] = v
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(by[i], by[j]) })
	return list
}

// Sort sorts the table by its next column, and after the last column restores the order of the methods. It returns a
// message for the user.
func (t Table) Sort() string {
	columns := t.Columns()
	return t.sortBy(columns, slices.IndexFunc(columns, func(c Column) bool { return c.Head == t.Sorted })+1)
}

// sortBy sorts the table by a column; after the last one it restores the order of the methods.
func (t Table) sortBy(columns []Column, at int) string {
	if t.Order.Sorted = ""; at == len(columns) {
		return "methods in their original order"
	}
	t.Order.Sorted = columns[at].Head
	first := "smallest"
	if columns[at].higher {
		first = "largest"
	}
	return "methods sorted by " + strings.TrimSuffix(t.Sorted, " ±se") + ", the " + first + " first"
}

// names returns the width of pointer, marker, box and name together. Long names are cut if figures need the space.
func (t Table) names(w int) int {
	longest := 0
	for _, i := range t.listed() {
		longest = max(longest, ansi.StringWidth(t.Look.Text(t.Methods[i].Name)))
	}
	return min(beforeTick+1+ansi.StringWidth(t.Look.Text("☑"))+longest, max(12, w-16), w)
}

// Fit returns the table with as many columns as fit into w cells, after those left out on the left.
func (t Table) Fit(w int) Fitted {
	columns := t.Columns()
	fitted := Fitted{Table: t, Rows: t.sorted(columns), columns: columns, wide: t.names(w)}
	fitted.from = min(t.skip, len(columns)-1)
	room := w - fitted.wide
	for _, c := range columns[fitted.from:] {
		if room -= c.Width; room < 0 {
			break
		}
		fitted.shown = append(fitted.shown, c)
	}
	return fitted
}

// about describes a method in w cells, and says whether it reads all of K where that is large. If there is room, it
// says when to take the method.
func (t Table) about(i, w int) string {
	method := t.Methods[i]
	text := method.Title()
	if t.Setting.ReadsAll(method) {
		text = "reads all of K; " + text
	}
	if method.When == "" {
		return text
	}
	return t.Look.Longest(w, text+"; take it "+method.When, text)
}

// Items returns all methods for a menu, with boxes; the box of a method that runs is ticked.
func (t Table) Items() []widget.Item {
	var list []widget.Item
	for i, method := range t.Methods {
		marker := curve.Sign(t.State, i)
		it := widget.Item{Group: string(method.Family), Name: method.Name, Note: t.about(i, math.MaxInt)}
		it.Unmet = t.Setting.Unmet(method)
		if it.Sign, it.Paint = "☐ ", func(s string) string { return t.Look.Dim.Render(s) }; t.ticked(method.Name) {
			it.Sign, it.Paint = "☑ ", func(s string) string { return t.Look.Colored(s, marker) }
		}
		it.Sign += t.Look.Marker(marker) + " "
		list = append(list, it)
	}
	return list
}
