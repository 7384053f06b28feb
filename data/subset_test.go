package data_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
)

func stream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// firsts are the values of the first feature, sorted.
func firsts(sets ...*data.Set) (list []float64) {
	for _, s := range sets {
		if s != nil {
			n, _ := s.X.Dims()
			for i := range n {
				list = append(list, s.X.At(i, 0))
			}
		}
	}
	slices.Sort(list)
	return list
}

// restricted draws from a source without some of its rows, and with only them, and compares with all.
func restricted(t *testing.T, source data.Source) {
	t.Helper()
	const n = 12
	train, test, err := source.Draw(n, 0.25, stream())
	if err != nil {
		t.Fatal(err)
	}
	out := []int{1, 5, 6}
	var gone []float64
	for _, i := range out {
		gone = append(gone, train.X.At(i, 0))
	}
	slices.Sort(gone)
	only, err := data.Restrict(source, n, 0.25, stream(), out, true)
	if err != nil {
		t.Fatal(err)
	}
	kept, _, err := only.Draw(3, 0, stream())
	if err != nil || only.Rows() != 3 || !slices.Equal(firsts(kept), gone) {
		t.Fatalf("only the rows are %v of %d, want %v (%v)", firsts(kept), only.Rows(), gone, err)
	}
	without, err := data.Restrict(source, n, 0.25, stream(), out, false)
	if err != nil {
		t.Fatal(err)
	}
	rest, _, err := without.Draw(without.Rows(), 0, stream())
	if err != nil {
		t.Fatal(err)
	}
	have := firsts(rest)
	for _, v := range gone {
		if slices.Contains(have, v) {
			t.Errorf("%v was left out, and is drawn", v)
		}
	}
	for _, v := range firsts(train, test) {
		if !slices.Contains(have, v) && !slices.Contains(gone, v) {
			t.Errorf("%v was not left out, and is not there", v)
		}
	}
	all := map[uint64]bool{data.Fingerprint(source): true, data.Fingerprint(only): true, data.Fingerprint(without): true}
	other, err := data.Restrict(source, n, 0.25, stream(), []int{2, 5, 6}, false)
	if err != nil {
		t.Fatal(err)
	}
	if all[data.Fingerprint(other)] = true; len(all) != 4 || other.Rows() != without.Rows() {
		t.Errorf("different rows have one fingerprint: %v", all)
	}
	if data.WholeOf(without) != source || data.WholeOf(source) != source || without.Name() == source.Name() {
		t.Error("the whole source is lost")
	}
	twice, err := data.Restrict(only, 3, 0, stream(), []int{0}, false)
	if err != nil || twice.Rows() != 2 || data.WholeOf(twice) != source {
		t.Errorf("restricted twice: %v", err)
	}
	if _, err := data.Restrict(only, 3, 0, stream(), []int{0, 1, 2}, false); err == nil || !strings.Contains(err.Error(), "no row is left") {
		t.Errorf("without all rows: %v", err)
	}
	if _, _, err := only.Draw(4, 0, stream()); err == nil {
		t.Error("4 of 3 rows are drawn")
	}
}

func TestSubsetOfABuiltInSet(t *testing.T) { restricted(t, &synthetic.Generators()[0]) }

func TestSubsetOfAFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b,y\n")
	for i := range 40 {
		text.WriteString(strings.Join([]string{string(rune('0'+i/10)) + string(rune('0'+i%10)), "1", "2"}, ",") + "\n")
	}
	table, err := data.ReadTable(t.Context(), strings.NewReader(text.String()), "t.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	restricted(t, file)
}
