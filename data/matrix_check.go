package data

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

const (
	checkedRows  = 4096 // rows up to which all entries are checked
	sampledRows  = 256  // rows of a larger matrix that are checked
	quotientRows = 1024 // most rows of the part whose Rayleigh quotients are looked at
	checkTile    = 256
	lanczosSteps = 40
)

// check returns an error if entries are not finite, if the matrix is not symmetric, or if its diagonal is
// negative, all up to rounding, and a note if it is not positive semi-definite. It looks at all entries up
// to 4096 rows, or with whole; else at 256 random rows, and at their entries in the columns of the same number
// for the symmetry. Entries that it does not see are checked for being finite when they are used.
//
// It looks for negative Rayleigh quotients by Lanczos' iteration, on a part of at most 1024 rows and the
// same columns: a negative quotient of a part is one of the whole.
func (m *Matrix) check(ctx context.Context, whole bool) ([]remedy.Note, error) {
	n := m.Rows
	rows, all := sequence(0, n), n <= checkedRows || whole
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	if !all {
		rows = rng.Perm(n)[:sampledRows]
	}
	c := checker{m: m, ctx: ctx, rows: rows, tolerance: 1e-8, diagonal: make([]float64, len(rows)),
		others: ColumnSummary{Name: "other entries", Min: math.Inf(1), Max: math.Inf(-1)}}
	if m.cells == nil && m.number.size == 4 && m.descr[1] == 'f' {
		c.tolerance = 1e-5
	}
	if err := c.run(all); err != nil {
		return nil, err
	}
	c.others.Mean /= float64(c.pairs)
	m.summary = []ColumnSummary{{Name: "diagonal", Min: floats.Min(c.diagonal), Max: floats.Max(c.diagonal), Mean: floats.Sum(c.diagonal) / float64(len(rows))}, c.others}
	part := rows
	if len(part) > quotientRows {
		part = rng.Perm(n)[:quotientRows]
	}
	note, err := m.quotient(ctx, part, c.tolerance)
	if err != nil {
		return nil, err
	}
	var notes []remedy.Note
	if !all {
		notes = remedy.Notes(fmt.Sprintf("symmetry and diagonal were checked at %d of %d rows; `gramscope data` checks all", len(rows), n))
	}
	return append(notes, note...), nil
}

// checker looks at the entries of some rows and the same columns.
type checker struct {
	m         *Matrix
	ctx       context.Context
	rows      []int
	tolerance float64 // relative to the diagonal, or to the entries if they are larger

	diagonal []float64
	worst    asymmetry
	others   ColumnSummary // of the entries beside the diagonal
	pairs    int
}

// asymmetry is a pair of entries that should be equal.
type asymmetry struct {
	row, column int
	here, there float64
	ratio       float64
}

func (c *checker) run(all bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			unreadable, ok := remedy.Unreadable(p)
			if !ok {
				panic(p)
			}
			err = unreadable
		}
	}()
	every := sequence(0, c.m.Rows)
	row := make([]float64, c.m.Rows)
	for i, r := range c.rows {
		if !all { // tiles read all columns otherwise
			c.m.Row(row, r, every)
			c.diagonal[i] = row[r]
		} else {
			c.m.Row(c.diagonal[i:i+1], r, c.rows[i:i+1])
		}
	}
	for lo := 0; lo < len(c.rows); lo += checkTile {
		for from := lo; from < len(c.rows); from += checkTile {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			c.compare(lo, min(lo+checkTile, len(c.rows)), from, min(from+checkTile, len(c.rows)))
		}
	}
	if err := c.checkDiagonal(); err != nil {
		return err
	}
	w := c.worst
	if w.ratio <= c.tolerance {
		return nil
	}
	return &Error{File: c.m.path, Problem: fmt.Sprintf("the matrix is not symmetric: row %d, column %d holds %v, and row %d, column %d holds %v", w.row+1, w.column+1, w.here, w.column+1, w.row+1, w.there),
		Want:     "the same number up to rounding",
		Remedies: remedy.Do("correct it").Or(remedy.Do("if the mean of the two is meant, save (K + K.T)/2"))}
}

func (c *checker) checkDiagonal() error {
	largest := max(floats.Norm(c.diagonal, math.Inf(1)), -c.others.Min, c.others.Max)
	at := floats.MinIdx(c.diagonal)
	if v := c.diagonal[at]; (c.m.Indefinite == "" || c.m.whole != nil) && v < -c.tolerance*largest {
		r := c.rows[at] + 1
		return &Error{File: c.m.path, Problem: fmt.Sprintf("the diagonal is negative: row %d, column %d holds %v", r, r, v), Want: "k(x, x) ≥ 0",
			Remedies: remedy.Do("correct it").Or(definite()).Or(remedy.Do("if these are negative distances −D, save a kernel of them such as exp(−D)"))}
	}
	return nil
}

// compare compares the entries of the rows lo to hi in the columns from to to with those on the other side of
// the diagonal, and remembers the pair that differs most.
func (c *checker) compare(lo, hi, from, to int) {
	here, there := c.block(lo, hi, from, to), c.block(from, to, lo, hi)
	for i := lo; i < hi; i++ {
		for j := max(from, i+1); j < to; j++ {
			a, b := here.At(i-lo, j-from), there.At(j-from, i-lo)
			c.others.Min, c.others.Max, c.others.Mean, c.pairs = min(c.others.Min, a), max(c.others.Max, a), c.others.Mean+a, c.pairs+1
			if a == b {
				continue
			}
			scale := max(math.Abs(a), math.Abs(b), math.Sqrt(math.Abs(c.diagonal[i]))*math.Sqrt(math.Abs(c.diagonal[j])))
			if ratio := math.Abs(a-b) / scale; ratio > c.worst.ratio {
				c.worst = asymmetry{c.rows[i], c.rows[j], a, b, ratio}
			}
		}
	}
}

func (c *checker) block(lo, hi, from, to int) *mat.Dense {
	out := mat.NewDense(hi-lo, to-from, nil)
	for i := lo; i < hi; i++ {
		c.m.Row(out.RawRowView(i-lo), c.rows[i], c.rows[from:to])
	}
	return out
}

// quotient returns a note with the most negative Rayleigh quotient xᵀKx/xᵀx that it finds for vectors x on the
// given rows, if that is not a rounding error.
func (m *Matrix) quotient(ctx context.Context, rows []int, tolerance float64) ([]remedy.Note, error) {
	c := checker{m: m, rows: rows}
	k := c.block(0, len(rows), 0, len(rows))
	unit := toUnit(k)
	least, largest, err := extremes(ctx, k)
	least, largest = math.Ldexp(least, unit), math.Ldexp(largest, unit)
	if err != nil || !(least < -10*tolerance*largest) {
		return nil, err
	}
	where := ""
	if len(rows) < m.Rows {
		where = fmt.Sprintf(" on %d of its rows", len(rows))
	}
	return []remedy.Note{{Text: fmt.Sprintf("%s is not positive semi-definite: a Rayleigh quotient of %.3g was found%s, the largest is %.3g; a regression needs a ridge above %.3g, and some methods fail",
		filepath.Base(m.path), least, where, largest, -least),
		Remedies: definite().Or(remedy.Do("if these are distances D, save a kernel of them such as exp(−D)"))}}, nil
}

// definite returns the remedy of an indefinite matrix.
func definite() remedy.List {
	return remedy.By("set its negative eigenvalues to 0", "indefinite", Clip).
		Or(remedy.By("take their absolute values", "indefinite", Flip)).
		Or(remedy.By("add one number to its diagonal", "indefinite", Shift))
}

// toUnit divides k by 2^exponent, so that its largest entry is about 1: squares of tiny entries underflow, and gonum's
// eigenvalues of a tiny matrix panic.
func toUnit(k *mat.Dense) (exponent int) {
	data := k.RawMatrix().Data
	_, exponent = math.Frexp(floats.Norm(data, math.Inf(1)))
	for i, v := range data {
		data[i] = math.Ldexp(v, -exponent)
	}
	return exponent
}

// extremes returns the smallest and the largest Ritz value of a symmetric matrix after some steps of Lanczos'
// iteration with full re-orthogonalisation (Golub and Van Loan, 10.1 and 10.3). Both are Rayleigh quotients.
func extremes(ctx context.Context, k *mat.Dense) (least, largest float64, err error) {
	n, _ := k.Dims()
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	steps := min(lanczosSteps, n)
	q, w := make([][]float64, 0, steps), mat.NewVecDense(n, nil)
	next := make([]float64, n)
	for i := range next {
		next[i] = rng.NormFloat64()
	}
	t := mat.NewSymDense(steps, nil)
	beta := floats.Norm(next, 2)
	size := 0
	for ; size < steps; size++ {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		floats.Scale(1/beta, next)
		q = append(q, append([]float64(nil), next...))
		w.MulVec(k, mat.NewVecDense(n, q[size]))
		copy(next, w.RawVector().Data)
		t.SetSym(size, size, floats.Dot(next, q[size]))
		for range 2 {
			for _, v := range q {
				floats.AddScaled(next, -floats.Dot(v, next), v)
			}
		}
		if beta = floats.Norm(next, 2); size+1 < steps {
			if beta <= 1e-12*math.Abs(t.At(0, 0)) || beta == 0 {
				size++
				break
			}
			t.SetSym(size, size+1, beta)
		}
	}
	var ritz mat.EigenSym
	if !ritz.Factorize(t.SliceSym(0, size), false) {
		return 0, 0, nil
	}
	values := ritz.Values(nil)
	return values[0], values[len(values)-1], nil
}

// sequence returns the numbers lo ≤ i < hi.
func sequence(lo, hi int) []int {
	all := make([]int, hi-lo)
	for i := range all {
		all[i] = lo + i
	}
	return all
}
