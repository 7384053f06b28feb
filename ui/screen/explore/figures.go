package explore

import (
	"cmp"
	"slices"
	"strings"

	"gramscope/model/sweep"
)

// heading returns the label of a column with its unit.
func heading(c sweep.Column) string {
	text := c.Title() + ": " + c.Doc
	if strings.HasPrefix(c.Doc, c.Title()) {
		text = c.Doc
	}
	if c.Unit != "" {
		text += ","
	}
	return text + inUnit(c)
}

func inUnit(c sweep.Column) string {
	if c.Unit == "" {
		return ""
	}
	return " in " + c.Unit
}

// menuOf returns the columns that have a place, in the order of their places.
func menuOf(place func(sweep.Column) int) []sweep.Column {
	list := slices.DeleteFunc(sweep.AllColumns(), func(c sweep.Column) bool { return place(c) == 0 })
	slices.SortStableFunc(list, func(a, b sweep.Column) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// values are the columns that the key v offers, in this order.
func values() []sweep.Column { return menuOf(func(c sweep.Column) int { return c.Value }) }

// labels returns the labels of all columns that the first chart can show.
func labels() []string {
	var list []string
	for _, c := range values() {
		list = append(list, c.Title())
	}
	return list
}
