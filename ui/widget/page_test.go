package widget

import (
	"slices"
	"testing"
)

// TestFoundTextIsWhole: a search finds all lines of an entry, also by words on either side of a line's end, and of
// prose all.
func TestFoundTextIsWhole(t *testing.T) {
	all := []Section{
		{Head: "Keys", Lines: []string{"   w     write the", "         chart", "   f     freeze"}},
		{Head: "About", Lines: []string{"   One chart.", "   And more."}, Prose: true},
	}
	keys := []string{" Keys", "   w     write the", "         chart"}
	about := []string{" About", "   One chart.", "   And more."}
	for sought, want := range map[string][]string{
		"Chart":     slices.Concat(keys, []string{""}, about),
		"the chart": keys, "the  chart": keys,
		"more":    about,
		"keys":    append([]string{" Keys"}, all[0].Lines...),
		"":        slices.Concat([]string{" Keys"}, all[0].Lines, []string{""}, about),
		"nowhere": {"   nothing in the help contains nowhere"},
	} {
		var p Page
		p.Search.Start(sought)
		if got := p.Found(all); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", sought, got, want)
		}
	}
}
