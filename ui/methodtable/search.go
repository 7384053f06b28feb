package methodtable

import (
	"slices"
	"strings"

	"gramscope/model"
)

// matches reports whether a method has every word that is sought in its name, its family, its title or the clause that
// says when to take it, in capitals or not.
func matches(m model.Method, sought string) bool {
	text := strings.ToLower(strings.Join([]string{m.Name, string(m.Family), m.Title(), m.When}, "\n"))
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(sought)), func(word string) bool { return !strings.Contains(text, word) })
}

// Filters reports whether the table lists the methods that match a filter, ticked or not.
func (t Table) Filters() bool { return t.Filter.Open || t.Filter.Text() != "" }

// matching returns the methods that match the filter, as indices of those of the bench.
func (t Table) matching() []int {
	var list []int
	for i, method := range t.Methods() {
		if matches(method, t.Filter.Text()) {
			list = append(list, i)
		}
	}
	return list
}

// Seek opens the filter.
func (o *Order) Seek() {
	o.OnFold = false
	o.Filter.Start(o.Filter.Text())
}

// Unfilter ends the filter.
func (o *Order) Unfilter() { o.Filter.Start(""); o.Filter.Stop() }

// Keep ends the typing of the filter, which stays. It returns the method that is pointed at then.
func (t Table) Keep() (method int) {
	t.Filter.Stop()
	return t.pointed(t.sorted(t.Columns()))
}

// pointed returns the method of a list that is pointed at: the first if the filter has left out the one that charts are
// of.
func (t Table) pointed(list []int) int {
	if len(list) == 0 || slices.Contains(list, t.Pointed()) {
		return t.Pointed()
	}
	return list[0]
}

// Headings returns how many families have a heading if there is room for it: none for a table that is sorted, or in
// which families have less than two methods each.
func (t Table) Headings() int {
	families, list := 0, t.listed()
	for k, i := range list {
		if k == 0 || t.Methods()[i].Family != t.Methods()[list[k-1]].Family {
			families++
		}
	}
	if t.Sorted != "" || families < 2 || 2*families > len(list) {
		return 0
	}
	return families
}

// leastScrolled is the least number of lines of a list in which headings may push rows out of sight.
const leastScrolled = 12

// headed reports whether a list of so many lines has headings: where all fit, or where it scrolls anyway and is long.
func headed(rows, headings, lines int) bool {
	return rows+headings <= lines || rows > lines && lines >= leastScrolled
}
