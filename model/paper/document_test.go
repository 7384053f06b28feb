package paper

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gramscope/model/claim"
)

const document = `# Someone 2000

A reference.

## one: a title: of two parts
---
item: figure 1
sweep: --workers 1 --methods rls --over m=2,4 --target RMSD --columns -CO,-NOX casp.csv.gz
# a comment
sweep: "a label" --methods rls --over m=2,4 bimodal
compute: sufficient 20 0.01 gcv "the smallest m"
table: m error
chart: log error "the error" over m "landmarks" by n also bound,floor of 1,2
claim: error of rls in "label" at m=2 <= 1
differs: error of rls in "label" at m=4 <= 1
---
Reported: It
holds.

Here: It differs.

## two: another
---
item: table 1
sweep: --methods rls bimodal
chart: error over log m
claim: error of rls <= 1
---
Reported: Nothing.
`

func TestDocument(t *testing.T) {
	entries, err := Parse(document)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%+v, %v", entries, err)
	}
	e := entries[0]
	if e.Name != "one" || e.Paper != "Someone 2000" || e.Source != "A reference." || e.Title != "a title: of two parts" ||
		e.Item != "figure 1" || e.Reports != "It\nholds." || e.Differs != "It differs." ||
		!slices.Equal(e.Columns, []string{"m", "error"}) || len(e.claims) != 2 || e.Outcome() != claim.Differs ||
		entries[1].Outcome() != claim.Holds || entries[1].Differs != "" {
		t.Errorf("%+v", e)
	}
	if first := e.Runs[0]; !first.Alone || first.Data != "casp.csv.gz" || first.Choice.Target != "RMSD" ||
		!slices.Equal(first.Choice.Columns, []string{"-CO", "-NOX"}) ||
		strings.Join(first.words, " ") != "--methods rls --over m=2,4 casp.csv.gz" || first.Label != "" {
		t.Errorf("%+v", first)
	}
	if second := e.Runs[1]; second.Alone || second.Label != "a label" || second.Compute != "sufficient" ||
		!slices.Equal(second.Arguments, []string{"20", "0.01", "gcv"}) || second.What != "the smallest m" {
		t.Errorf("%+v", second)
	}
	want := &Chart{Runs: []int{0, 1}, X: "m", Y: "error", LogY: true, Also: []string{"bound", "floor"}, By: "n",
		XTitle: "landmarks", YTitle: "the error"}
	if !reflect.DeepEqual(e.Chart, want) ||
		!reflect.DeepEqual(entries[1].Chart, &Chart{Runs: []int{0}, X: "m", Y: "error", LogX: true}) {
		t.Errorf("%+v, %+v", e.Chart, entries[1].Chart)
	}
	for _, c := range [][3]string{{"# Someone", "Someone", "1: the document"},
		{"sufficient", "nonsense", `11: "nonsense 20`}, {"log error", "log log error", `13: "log log error`}} {
		if _, err := Parse(strings.Replace(document, c[0], c[1], 1)); err == nil || !strings.HasPrefix(err.Error(), c[2]) {
			t.Errorf("%s: %v, want %s", c[1], err, c[2])
		}
	}
}
