package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model/ard"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/tune"
)

// learnWidths is the value of --widths that asks for widths from the data.
const learnWidths = "learn"

// learnedWidths finds the widths of spec's features and the noise, and prints what was found.
func (p *program) learnedWidths(ctx context.Context, spec tune.Spec, source data.Source) (*ard.Found, error) {
	found, err := await(ctx, func() (*ard.Found, error) { return tune.LearnWidths(ctx, spec, source, nil) })
	if err != nil {
		return nil, err
	}
	p.note("widths: learned from at most %d rows by the evidence, whose logarithm is %.5g with them and %.5g with one width for all features; the noise is μ = %.2g",
		tune.MostWidthRows, found.Bound, found.OneWidth, found.Mu)
	return found, nil
}

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
