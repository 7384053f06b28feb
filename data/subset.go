package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Subset is a Source of some rows of another one. Of a file these are rows of the file; of a built-in set, whose rows are drawn anew
// each time, they are rows that were drawn once, which it holds in memory. The rows that are left of the draw that they were chosen
// from are drawn in the same order by the same generator: those for training stay there, and so do those for tests. Other generators,
// those of other repetitions and seeds, draw both from all rows that are left.
type Subset struct {
	Source // the rows: a *File with fewer of them, or a pool
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

// chosen are rows of a draw that are kept or left out: training rows by their number, others by what they are.
type chosen struct {
	rows   []bool
	others func(*Set) []bool // which rows of a set; nil: none
	only   bool              // whether they are kept, and not all others
}

// stays reports whether a training row is kept.
func (c *chosen) stays(i int) bool { return c.rows[i] == c.only }

// stay says which of so many other rows are kept.
func (c *chosen) stay(rows int, set func() *Set) []bool {
	stays := make([]bool, rows)
	if c.others != nil {
		copy(stays, c.others(set()))
	}
	for i, is := range stays {
		stays[i] = is == c.only
	}
	return stays
}

// Restrict returns a source without some rows of another, or with only them. They are numbered in the order of the training set
// that the other source draws; see Source. Which other rows go with them says others, which must not change its argument; nil says none. Of
// a file it is asked about all rows beside the training set, of a built-in set about the test rows of that draw, which are the only other rows that
// the new source has. The error is one of Draw, or an *Error if no training row is left.
func Restrict(of Source, drawn Drawn, rows []int, others func(*Set) []bool, only bool) (*Subset, error) {
	with := &Subset{origin: WholeOf(of), drawn: drawn}
	test := drawn.Test
	if s, is := of.(*Subset); is {
		of, test = s.Source, s.share(drawn.N, test)
	}
	some := chosen{make([]bool, drawn.N), others, only}
	for _, i := range rows {
		some.rows[i] = true
	}
	if f, is := of.(*File); is {
		return with, with.restrictFile(f, test, some)
	}
	return with, with.restrictDrawn(of, test, some)
}

// restrictFile makes the source of some rows of a file. It looks at the rows in the order of the file, which is that of memory.
func (s *Subset) restrictFile(f *File, test float64, some chosen) error {
	n := s.drawn.N
	order := f.shuffled(f.Rows(), s.drawn.Rand())
	tests := min(TestRows(n, test, s.drawn.Rand()), len(order)-n)
	stays := make([]bool, f.table.Rows)
	for i, row := range order[:n] {
		stays[row] = some.stays(i)
	}
	for rows := range slices.Chunk(slices.Sorted(slices.Values(order[n:])), blockRows) {
		for i, is := range some.stay(len(rows), func() *Set { return f.set(rows) }) {
			stays[rows[i]] = is
		}
	}
	s.tests = tests
	kept := make([]int32, 0, len(order))
	for i, row := range order {
		switch {
		case !stays[row]:
			continue
		case i < n:
			s.left[0]++
		case i < n+tests:
			s.left[1]++
		}
		kept = append(kept, row)
	}
	if s.left[0] == 0 {
		return noRowLeft(f)
	}
	with := *f
	with.rows = make([]int32, len(kept))
	for i, at := range shuffledPlaces(len(kept), len(kept), s.drawn.Rand()) {
		with.rows[at] = kept[i]
	}
	s.Source = &with
	return nil
}

// restrictDrawn makes the source of some rows that another one draws.
func (s *Subset) restrictDrawn(of Source, test float64, some chosen) error {
	train, rest, err := of.Draw(s.drawn.N, test, s.drawn.Rand())
	if err != nil {
		return err
	}
	var kept, tests []int
	for i := range some.rows {
		if some.stays(i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return noRowLeft(of)
	}
	all := train.take(kept)
	if rest != nil {
		rows, _ := rest.X.Dims()
		s.tests = rows
		for i, stays := range some.stay(rows, func() *Set { return rest }) {
			if stays {
				tests = append(tests, i)
			}
		}
	}
	if len(tests) > 0 {
		all.append(rest.take(tests))
	}
	s.left = [2]int{len(kept), len(tests)}
	places := make([]int, len(kept)+len(tests))
	for i, at := range s.drawn.Rand().Perm(len(places)) {
		places[at] = i
	}
	if p, is := of.(*pool); is {
		of = p.Source
	}
	s.Source = &pool{of, all.take(places)}
	return nil
}

func noRowLeft(of Source) error {
	return &Error{File: of.Name(), Problem: "no training row is left", Want: "at least one", Remedies: remedy.Do("leave out fewer rows")}
}

// Draw draws rows as the source does. With the numbers that the rows were chosen from, it draws all training and test rows that are left
// of them.
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

// pool is a Source of rows in memory.
type pool struct {
	Source // that they were drawn from: names, classes and landmarks
	set    *Set
}

// append adds the rows of another set.
func (s *Set) append(more *Set) {
	var x mat.Dense
	x.Stack(s.X, more.X)
	s.X, s.Y, s.Truth = &x, append(s.Y, more.Y...), append(s.Truth, more.Truth...)
}

// take returns a set with copies of some rows.
func (s *Set) take(rows []int) *Set {
	_, d := s.X.Dims()
	some := *s
	some.X = mat.NewDense(len(rows), d, nil)
	pick := func(from []float64) (to []float64) {
		if from == nil {
			return nil
		}
		for _, i := range rows {
			to = append(to, from[i])
		}
		return to
	}
	for k, i := range rows {
		some.X.SetRow(k, s.X.RawRowView(i))
	}
	some.Y, some.Truth = pick(s.Y), pick(s.Truth)
	some.Columns, some.Classes, some.Landmarks = slices.Clone(s.Columns), slices.Clone(s.Classes), nil
	return &some
}

// Rows returns the number of rows.
func (p *pool) Rows() int {
	n, _ := p.set.X.Dims()
	return n
}

// Draw draws rows without replacement, as [File.Draw] does.
func (p *pool) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error) {
	rest, total := TestRows(n, test, rng), p.Rows()
	if n > total {
		return nil, nil, &Error{File: p.Name(), Problem: fmt.Sprintf("%d training rows were requested", n),
			Want: fmt.Sprintf("at most %d", total), Remedies: remedy.By(fmt.Sprintf("use %d rows or fewer", total), "n", strconv.Itoa(total))}
	}
	rest = min(rest, total-n)
	order := rng.Perm(total)
	trainSet = p.set.take(order[:n])
	trainSet.Landmarks = p.Landmarks().Points()
	if rest > 0 {
		testSet = p.set.take(order[n : n+rest])
	}
	return trainSet, testSet, nil
}
