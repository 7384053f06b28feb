package explore

import (
	"cmp"
	"slices"

	"gramscope/model/sweep"
)

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
