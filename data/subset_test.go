package data_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/synthetic"
)

func stream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func drawn(n int, test float64) data.Drawn { return data.Drawn{N: n, Test: test, Rand: stream} }

// column returns the values of the first feature.
func column(s *data.Set) []float64 {
	if s == nil {
		return nil
	}
	return mat.Col(nil, 0, s.X)
}

// splitStays leaves rows out of a source, or keeps only them, and compares training and test rows with those before, in their order.
func splitStays(t *testing.T, source data.Source, n int, test float64, only bool) *data.Subset {
	t.Helper()
	train, rest, err := source.Draw(n, test, stream())
	if err != nil {
		t.Fatal(err)
	}
	middle := slices.Sorted(slices.Values(column(train)))[n/2]
	marked := func(s *data.Set) []bool {
		var list []bool
		for _, v := range column(s) {
			list = append(list, v < middle)
		}
		return list
	}
	left := func(s *data.Set) (list []float64) {
		for i, is := range marked(s) {
			if is == only {
				list = append(list, s.X.At(i, 0))
			}
		}
		return list
	}
	var rows []int
	for i, is := range marked(train) {
		if is {
			rows = append(rows, i)
		}
	}
	some, err := data.Restrict(source, drawn(n, test), rows, marked, only)
	if err != nil {
		t.Fatal(err)
	}
	count, tests := some.Left()
	now, nowRest, err := some.Draw(count, test, stream())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(column(now), left(train)) || !slices.Equal(column(nowRest), left(rest)) || tests != len(left(rest)) || tests == 0 {
		t.Errorf("%s, only %t: training rows %v and test rows %v, want %v and %v", source.Name(), only, column(now), column(nowRest), left(train), left(rest))
	}
	if fewer, _, err := some.Draw(count-1, test, stream()); err != nil || !slices.Equal(column(fewer), left(train)[:count-1]) {
		t.Errorf("one training row fewer: %v (%v)", column(fewer), err)
	}
	other, otherRest, err := some.Draw(count, test, rand.New(rand.NewPCG(3, 4)))
	if err != nil || slices.Equal(column(other), left(train)) {
		t.Errorf("another repetition has the same split (%v)", err)
	}
	for _, s := range []*data.Set{other, otherRest} {
		for i, is := range marked(s) {
			if is != only {
				t.Errorf("another repetition draws %v", s.X.At(i, 0))
			}
		}
	}
	return some
}

// What is left out or kept leaves all other rows where they were, for training or tests: also when it is done twice.
func TestSubsetKeepsTheSplit(t *testing.T) {
	for _, source := range []data.Source{&synthetic.Generators()[0], numbered(t, 200)} {
		for _, only := range []bool{false, true} {
			some := splitStays(t, source, 60, 0.3, only)
			count, _ := some.Left()
			for _, again := range []bool{false, true} {
				splitStays(t, some, count, 0.3, again)
			}
		}
	}
}

// The training rows of a file have the numbers that they have there, whatever was left out before.
func TestNumbers(t *testing.T) {
	file := numbered(t, 40)
	without, err := data.Restrict(file, drawn(12, 0.25), []int{0, 3}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []data.Source{file, without} {
		train, _, err := source.Draw(9, 0.25, stream())
		if err != nil {
			t.Fatal(err)
		}
		for i, number := range data.Numbers(source, 9, stream()) {
			if float64(number-1) != train.X.At(i, 0) {
				t.Errorf("row %d is number %d, and has %v", i, number, train.X.At(i, 0))
			}
		}
	}
	if numbers := data.Numbers(&synthetic.Generators()[0], 9, stream()); numbers != nil {
		t.Errorf("rows of a built-in set have the numbers %v", numbers)
	}
}

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
	only, err := data.Restrict(source, drawn(n, 0.25), out, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	kept, _, err := only.Draw(3, 0, stream())
	if err != nil || only.Rows() != 3 || !slices.Equal(firsts(kept), gone) {
		t.Fatalf("only the rows are %v of %d, want %v (%v)", firsts(kept), only.Rows(), gone, err)
	}
	without, err := data.Restrict(source, drawn(n, 0.25), out, nil, false)
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
	other, err := data.Restrict(source, drawn(n, 0.25), []int{2, 5, 6}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if all[data.Fingerprint(other)] = true; len(all) != 4 || other.Rows() != without.Rows() {
		t.Errorf("different rows have one fingerprint: %v", all)
	}
	if data.WholeOf(without) != source || data.WholeOf(source) != source || without.Name() == source.Name() {
		t.Error("the whole source is lost")
	}
	twice, err := data.Restrict(only, drawn(3, 0), []int{0}, nil, false)
	if err != nil || twice.Rows() != 2 || data.WholeOf(twice) != source {
		t.Errorf("restricted twice: %v", err)
	}
	if _, err := data.Restrict(only, drawn(3, 0), []int{0, 1, 2}, nil, false); err == nil || !strings.Contains(err.Error(), "no training row is left") {
		t.Errorf("without all rows: %v", err)
	}
	if _, _, err := only.Draw(4, 0, stream()); err == nil {
		t.Error("4 of 3 rows are drawn")
	}
}

func TestSubsetOfABuiltInSet(t *testing.T) { restricted(t, &synthetic.Generators()[0]) }

func TestSubsetOfAFile(t *testing.T) { restricted(t, numbered(t, 40)) }

// numbered returns a file of so many rows with their number, from 0, as the first feature.
func numbered(t *testing.T, rows int) data.Source {
	t.Helper()
	var text strings.Builder
	text.WriteString("a,b,y\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,1,2\n", i)
	}
	table, err := data.ReadTable(t.Context(), strings.NewReader(text.String()), "t.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	return file
}
