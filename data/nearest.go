package data

import (
	"fmt"
	"strings"
)

// Unknown says that a name is not one of names, and what to write instead: the nearest, or one of all.
func Unknown(what, name string, names []string) (problem, remedy string) {
	remedy = "choose one of " + strings.Join(names, ", ")
	if near := Nearest(name, names); near != "" {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Sprintf("unknown %s %q", what, name), remedy
}

// Nearest returns the member of names that name was most likely meant to be: the first with
// the smallest edit distance (insertions, deletions and replacements; case is ignored). A
// member that begins with name counts as one edit. Nearest returns "" if even the best needs
// more than max(2, len(name)/3) edits, as a guess would then be misleading.
func Nearest(name string, names []string) string {
	best, bestEdits := "", max(2, len(name)/3)+1
	low := strings.ToLower(name)
	for _, candidate := range names {
		lowCandidate := strings.ToLower(candidate)
		edits := editDistance(low, lowCandidate)
		if len(low) > 1 && strings.HasPrefix(lowCandidate, low) {
			edits = min(edits, 1)
		}
		if edits < bestEdits && edits < max(len(name), len(candidate)) {
			best, bestEdits = candidate, edits
		}
	}
	return best
}

// editDistance returns the Levenshtein distance over bytes. It keeps one row of the table.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// DidYouMean returns " (did you mean …?)" with the result of Nearest, or "" if there is none.
func DidYouMean(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
