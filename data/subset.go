package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gramscope/data/remedy"
)

// Subset is a Source of some rows of another one. Of a file these are rows of the file; of a built-in set, whose rows
// are drawn anew each time, they are rows that were drawn once, which it holds in memory. The rows that are left of the
// draw that they were chosen from are drawn in the same order by the same generator: those for training stay there, and
// so do those for tests. Other generators, those of other repetitions and seeds, draw both from all rows that are left.
type Subset struct {
	Source // the rows: a *File
	origin Source
	drawn  Drawn
	left   [2]int // rows for training and for tests that are left of that draw
	tests  int    // rows for tests of that draw
}

// Drawn says how rows are drawn by [Source.Draw].
type Drawn struct {
	N    int
	Test float64
	Rand func() *rand.Rand // the same generator each time
}

// Restrict returns a source without some rows of another, or with only them. They are numbered in the order of the
// training set that the other source draws; see Source. Which other rows go with them says others, which must not
// change its argument; nil says none. Of a file it is asked about all rows beside the training set, of a built-in set
// about the test rows of that draw, which are the only other rows that the new source has. The error is one of Draw, or
// an *Error if no training row is left.
func Restrict(of Source, drawn Drawn, rows []int, others func(*Set) []bool, only bool) (*Subset, error) {
	s := &Subset{origin: WholeOf(of), drawn: drawn}
	test := drawn.Test
	if before, is := of.(*Subset); is {
		of, test = before.Source, before.share(drawn.N, test)
	}
	f, is := of.(*File)
	if !is {
		train, rest, err := of.Draw(drawn.N, test, drawn.Rand())
		if err != nil {
			return nil, err
		}
		f = held(of, train, rest, drawn.Rand())
	}
	n, order := drawn.N, f.shuffled(f.Rows(), drawn.Rand())
	s.tests = min(TestRows(n, test, drawn.Rand()), len(order)-n)
	stays := make([]bool, f.table.Rows)
	for _, row := range order[:n] {
		stays[row] = !only
	}
	for _, i := range rows {
		stays[order[i]] = only
	}
	// In the order of the file, which is that of memory.
	for rows := range slices.Chunk(slices.Sorted(slices.Values(order[n:])), blockRows) {
		marked := make([]bool, len(rows))
		if others != nil {
			copy(marked, others(f.set(rows)))
		}
		for i, is := range marked {
			stays[rows[i]] = is == only
		}
	}
	kept := make([]int32, 0, len(order))
	for i, row := range order {
		if !stays[row] {
			continue
		}
		if kept = append(kept, row); i < n {
			s.left[0]++
		} else if i < n+s.tests {
			s.left[1]++
		}
	}
	if s.left[0] == 0 {
		return nil, &Error{File: of.Name(), Problem: "no training row is left", Want: "at least one",
			Remedies: remedy.Do("leave out fewer rows")}
	}
	s.Source = f.inOrder(kept, drawn.Rand())
	return s, nil
}

// inOrder returns the file with only some rows, which the generator draws in this order.
func (f *File) inOrder(rows []int32, rng *rand.Rand) *File {
	with := *f
	with.rows = make([]int32, len(rows))
	for i, at := range shuffledPlaces(len(rows), len(rows), rng) {
		with.rows[at] = rows[i]
	}
	return &with
}

// held returns the rows that a built-in set has drawn as a file, from which the generator draws them in the same order.
// tests may be nil.
func held(of Source, train, tests *Set, rng *rand.Rand) *File {
	n, d := train.X.Dims()
	x, y, truth := train.X.RawMatrix().Data, train.Y, train.Truth
	if tests != nil {
		rows, _ := tests.X.Dims()
		n, x, y, truth = n+rows, append(x, tests.X.RawMatrix().Data...), append(y, tests.Y...), append(truth, tests.Truth...)
	}
	columns := array{n: n, d: d, block: chunksOf(x)}
	f := &File{table: &Table{Name: of.Name(), path: of.Name(), Rows: n}, target: d, values: strided{chunksOf(y), 0, 1},
		classes: of.Classes(), landmarks: of.Landmarks(), memory: budget{limit: math.MaxInt64},
		truth: truth, noise: train.Noise, isHeld: true}
	for j, name := range train.Columns {
		f.features = append(f.features, feature{name, columns.column(j), -1})
		f.table.Columns = append(f.table.Columns, Column{Name: name, cells: columns.column(j)})
	}
	f.table.Columns = append(f.table.Columns, Column{Name: train.Target, cells: f.values})
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return f.inOrder(all, rng)
}

// Draw draws rows as the source does. With the numbers that the rows were chosen from, it draws all training and test
// rows that are left of them.
func (s *Subset) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error) {
	return s.Source.Draw(n, s.share(n, test), rng)
}

// share returns the fraction of test rows that is drawn.
func (s *Subset) share(n int, test float64) float64 {
	if train, tests := s.left[0], s.left[1]; n == train && test == s.drawn.Test {
		return float64(tests) / float64(train+tests)
	}
	return test
}

// Left returns how many training and test rows are left of the draw that the rows were chosen from.
func (s *Subset) Left() (train, tests int) { return s.left[0], s.left[1] }

// Gone returns how many training and test rows of that draw are not there any more.
func (s *Subset) Gone() (train, tests int) { return s.drawn.N - s.left[0], s.tests - s.left[1] }

// Name returns the name of the whole source, and how many of its rows there are.
func (s *Subset) Name() string { return fmt.Sprintf("%s-%d-rows", s.origin.Name(), s.Rows()) }

// Origin returns the source with all rows.
func (s *Subset) Origin() Source { return s.origin }

// WholeOf returns the source with all rows of a Subset, and other sources as they are.
func WholeOf(s Source) Source {
	if sub, is := s.(*Subset); is {
		return sub.origin
	}
	return s
}
