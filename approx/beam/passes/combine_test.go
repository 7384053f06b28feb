package passes

import (
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gramscope/model/kernel"
)

// fold runs a pass over one part, as a worker does it, and gives what it emits.
func fold[T any](t *testing.T, process func(emit func(T)) error) T {
	t.Helper()
	var out []T
	if err := process(func(v T) { out = append(out, v) }); err != nil {
		t.Fatal(err)
	}
	if len(out) != 1 {
		t.Fatalf("%d accumulators of a part, want 1", len(out))
	}
	return out[0]
}

// A part that is read again gives the same bits, and combining depends only on its arguments: if a runner
// retries a bundle and drops its earlier results, no row counts twice. Prism does not retry, so the functions
// are tested directly.
func TestCombining(t *testing.T) {
	rows := friedman(240, 11)
	pattern := written(t, rows[:50], rows[50:90], rows[90:])
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) != 3 {
		t.Fatal(paths, err)
	}
	s := settings(t, "--input", pattern, "--target", "y", "--gamma", "0.1", "--m", "20", "--mu", "0.5")
	ctx := t.Context()
	var cols []columns
	for _, path := range paths {
		c := fold(t, func(emit func(columns)) error { return (&columnsFn{s}).ProcessElement(ctx, path, emit) })
		cols = append(cols, c)
	}
	all := cols[0]
	for _, c := range cols[1:] {
		all = mergeColumns(all, c)
	}
	if all.Kinds.Rows != 240 {
		t.Errorf("%d rows", all.Kinds.Rows)
	}

	var moments []standard
	for _, path := range paths {
		once := func() standard {
			return fold(t, func(emit func(standard)) error {
				return (&standardFn{s}).ProcessElement(ctx, path, all, emit)
			})
		}
		first, again := once(), once()
		if !reflect.DeepEqual(first, again) {
			t.Error("moments of a part that is read again are others")
		}
		moments = append(moments, first)
	}
	merge := &mergeStandard{s}
	copied := func(v standard) standard { return sent(t, v) }
	left := merge.MergeAccumulators(merge.MergeAccumulators(copied(moments[0]), copied(moments[1])), copied(moments[2]))
	right := merge.MergeAccumulators(copied(moments[2]), merge.MergeAccumulators(copied(moments[1]), copied(moments[0])))
	if !reflect.DeepEqual(left.Sample, right.Sample) || len(left.Sample) != left.Moments.Rows ||
		left.HeldOut != right.HeldOut || left.Moments.Rows != right.Moments.Rows {
		t.Error("the sample depends on the order of parts")
	}
	if left.Moments.Rows+left.HeldOut != 240 {
		t.Errorf("%d rows and %d held out of 240", left.Moments.Rows, left.HeldOut)
	}
	for j, v := range left.Moments.Squares {
		if math.Abs(v-right.Moments.Squares[j]) > 1e-12*v {
			t.Errorf("column %d: squares of %v and %v", j, v, right.Moments.Squares[j])
		}
	}
	in := (&frameFn{s}).ProcessElement(ctx, left, all)

	var dictionaries []dictionary
	for _, path := range paths {
		once := func() dictionary {
			return fold(t, func(emit func(dictionary)) error { return (&dictionaryFn{s}).ProcessElement(ctx, path, in, emit) })
		}
		first, again := once(), once()
		if !reflect.DeepEqual(first, again) {
			t.Error("the dictionary of a part that is read again is another")
		}
		dictionaries = append(dictionaries, first)
	}
	dict := &mergeDictionaries{s}
	pair := func(a, b dictionary) dictionary {
		return dict.MergeAccumulators(sent(t, a), sent(t, b))
	}
	ab, ba := pair(dictionaries[0], dictionaries[1]), pair(dictionaries[1], dictionaries[0])
	if !reflect.DeepEqual(ab, ba) {
		t.Error("a merge depends on which dictionary is named first")
	}
	whole := pair(ab, dictionaries[2])
	if whole.Partial.Seen != in.Rows || len(whole.Partial.Copies) > s.budget() {
		t.Errorf("%d points seen of %d, %d held", whole.Partial.Seen, in.Rows, len(whole.Partial.Copies))
	}
	other := *dict
	other.S.Spec.Seed = 2
	if reseeded := other.MergeAccumulators(dictionaries[0], dictionaries[1]); reflect.DeepEqual(reseeded, ab) {
		t.Error("the seed changes nothing")
	}
	nothing := dictionary{Values: kernel.Values{"gamma": 0.1}}
	if got := pair(nothing, ab); !reflect.DeepEqual(got.Partial, ab.Partial) {
		t.Error("a part without rows changes the dictionary")
	}

	z := (&dictionaryLandmarksFn{s}).ProcessElement(ctx, whole, in)
	if err := failed(in.Failure, whole.Failure, z.Failure); err != nil {
		t.Fatal(err)
	}
	var equations []sums
	for _, path := range paths {
		once := func() sums {
			return fold(t, func(emit func(sums)) error { return (&sumsFn{s}).ProcessElement(ctx, path, in, z, emit) })
		}
		first, again := once(), once()
		if !reflect.DeepEqual(first, again) {
			t.Error("sums of a part that is read again are others")
		}
		equations = append(equations, first)
	}
	add := func(a, b sums) sums { return mergeSums(sent(t, a), sent(t, b)) }
	one, two := add(add(equations[0], equations[1]), equations[2]), add(equations[2], add(equations[0], equations[1]))
	if one.Rows != in.Rows || two.Rows != in.Rows {
		t.Errorf("%d and %d rows of %d", one.Rows, two.Rows, in.Rows)
	}
	for i, v := range one.Gram {
		if math.Abs(v-two.Gram[i]) > 1e-12*math.Abs(one.Gram[0]) {
			t.Errorf("sums differ by %g", v-two.Gram[i])
		}
	}
}

// sent is a value as it arrives at another worker.
func sent[T any](t *testing.T, v T) T {
	t.Helper()
	b, err := encode(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := decode(reflect.TypeFor[T](), b)
	if err != nil {
		t.Fatal(err)
	}
	return out.(T)
}

// Every place is sampled with the same probability, and draws of texts that differ in one digit are unrelated.
func TestFractions(t *testing.T) {
	s := settings(t, "--seed", "3")
	var drawn []float64
	for line := range 10000 {
		drawn = append(drawn, s.drawnAt("part-0.csv", line))
	}
	slices.Sort(drawn)
	worst := 0.0
	for i, v := range drawn {
		worst = max(worst, math.Abs(v-(float64(i)+0.5)/10000))
	}
	if worst > 0.02 { // Kolmogorov's statistic, of which 0.0163 is the 99% quantile
		t.Errorf("numbers of places are up to %.3f from uniform", worst)
	}
}
