package data

import "strings"

// Nearest is the member of names that name was most likely meant to be: the first of
// smallest edit distance (insert, delete, replace; case does not count), where one that
// begins with name counts as one edit. It is "" where even the best needs more than
// max(2, len(name)/3): no guess is better than a wild one.
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

// editDistance is Levenshtein's, over bytes, with one row of the table kept.
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

// didYouMean is " (did you mean …?)", or "" where nothing is near.
func didYouMean(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
