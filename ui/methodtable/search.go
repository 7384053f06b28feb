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

// leastScrolled is the least number of lines of a list in which headings may push rows out of sight.
const leastScrolled = 12

// headed reports whether a list of so many lines has headings: where all fit, or where it scrolls anyway and is long.
func headed(rows, headings, lines int) bool {
	return rows+headings <= lines || rows > lines && lines >= leastScrolled
}
