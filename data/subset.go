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
// each time, they are rows that were drawn once, which it holds in memory.
type Subset struct {
	Source // the rows: a *File with fewer of them, or a pool
	origin Source
}

// Restrict returns a source without some rows of another, or with only them. They are numbered in the order of the training set
// that the other source draws for the given arguments; see Source. Of a built-in set, the source without rows has the other
// training rows and the test rows of that draw. The error is one of Draw, or an *Error if no row is left.
func Restrict(of Source, n int, test float64, rng *rand.Rand, rows []int, only bool) (*Subset, error) {
	origin := of
	if s, is := of.(*Subset); is {
		of, origin = s.Source, s.origin
	}
	chosen := make([]bool, n)
	for _, i := range rows {
		chosen[i] = true
	}
	if f, is := of.(*File); is {
		drawn := f.shuffled(n, rng)[:n]
		left := make(map[int]bool, len(rows))
		for i, row := range drawn {
			if chosen[i] {
				left[int(row)] = true
			}
		}
		with := *f
		with.rows = nil
		for i := range f.Rows() {
			if row := f.row(i); left[row] == only {
				with.rows = append(with.rows, int32(row))
			}
		}
		if len(with.rows) == 0 {
			return nil, noRowLeft(of)
		}
		return &Subset{&with, origin}, nil
	}
	train, rest, err := of.Draw(n, test, rng)
	if err != nil {
		return nil, err
	}
	var kept []int
	for i, is := range chosen {
		if is == only {
			kept = append(kept, i)
		}
	}
	if only {
		rest = nil
	}
	if len(kept) == 0 {
		return nil, noRowLeft(of)
	}
	return &Subset{newPool(of, train, kept, rest), origin}, nil
}

func noRowLeft(of Source) error {
	return &Error{File: of.Name(), Problem: "no row is left", Want: "at least one", Remedies: remedy.Do("leave out fewer rows")}
}

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

// newPool returns a pool of some rows of a set, and of all rows of another unless it is nil.
func newPool(of Source, set *Set, rows []int, more *Set) *pool {
	if p, is := of.(*pool); is {
		of = p.Source
	}
	all := set.take(rows)
	if more != nil {
		var x mat.Dense
		x.Stack(all.X, more.X)
		all.X, all.Y, all.Truth = &x, append(all.Y, more.Y...), append(all.Truth, more.Truth...)
	}
	return &pool{of, all}
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
