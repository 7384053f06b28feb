package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/kernel"
	"gramscope/model/number"
)

// learnWidths is the value of --widths that asks for widths from the data.
const learnWidths = "learn"

// relevanceBar is the length of the largest bar of relevance.
const relevanceBar = 24

// mostRelevant is the number of features that relevance lists.
const mostRelevant = 20

// relevance returns a bar chart of the features' relevance 1/ℓ, the largest first, a line each.
func relevance(w kernel.Widths, features []string) []string {
	widths := w.Numbers()
	order := make([]int, len(widths))
	longest := 0
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(widths[a], widths[b]) })
	shown := order[:min(len(order), mostRelevant)]
	for _, j := range shown {
		longest = max(longest, min(ansi.StringWidth(features[j]), relevanceBar))
	}
	lines := []string{"relevance of the features, 1/width:"}
	for _, j := range shown {
		name := ansi.Truncate(features[j], relevanceBar, "…")
		bar := strings.Repeat("█", int(relevanceBar*widths[order[0]]/widths[j]+0.5))
		lines = append(lines, fmt.Sprintf("  %s%s  %s %s", name, strings.Repeat(" ", longest-ansi.StringWidth(name)), bar, number.Short(1/widths[j])))
	}
	if hidden := len(order) - len(shown); hidden > 0 {
		lines = append(lines, fmt.Sprintf("  and %d that are less relevant", hidden))
	}
	return lines
}
