package data

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

const (
	checkedRows  = 4096 // rows up to which all entries are checked
	sampledRows  = 256  // rows of a larger matrix that are checked
	quotientRows = 512  // most rows of the part whose eigenvalues are looked at
	checkTile    = 256
)

// check fails if entries are not finite, if the matrix is not symmetric, or, unless mayBeNegative, if its diagonal is
// negative, all up to rounding, and returns a note if it is not positive semi-definite. It looks at all entries up
// to 4096 rows, or with whole; else at 256 random rows, and for the symmetry at columns of the same number. Negative
// eigenvalues are those of a part of at most 512 rows, whose Rayleigh quotients are some of the whole.
func (m *Matrix) check(ctx context.Context, whole, mayBeNegative bool) []remedy.Note {
	n := m.Rows
	rows, all := sequence(0, n), n <= checkedRows || whole
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	if !all {
		rows = rng.Perm(n)[:sampledRows]
	}
	c := checker{m: m, rows: rows, diagonal: make([]float64, len(rows)),
		others: ColumnSummary{Name: "other entries", Min: math.Inf(1), Max: math.Inf(-1)}}
	c.run(ctx, all, mayBeNegative)
	c.others.Mean /= float64(len(rows)*(len(rows)-1)) / 2
	m.summary = []ColumnSummary{{Name: "diagonal", Min: floats.Min(c.diagonal), Max: floats.Max(c.diagonal),
		Mean: floats.Sum(c.diagonal) / float64(len(rows))}, c.others}
	var notes []remedy.Note
	if !all {
		notes = remedy.Notes(fmt.Sprintf("symmetry and diagonal were checked at %d of %d rows; `gramscope data` checks all",
			len(rows), n))
	}
	if len(rows) > quotientRows {
		c.rows = rng.Perm(n)[:quotientRows]
	}
	return append(notes, c.quotient()...)
}

// checker looks at the entries of some rows and the same columns.
type checker struct {
	m    *Matrix
	rows []int

	diagonal []float64
	worst    float64       // the largest difference of entries that should be equal, relative to the diagonal or to them
	places   [2]int        // the row and the column of one of them
	values   [2]float64    // of both
	others   ColumnSummary // of the entries beside the diagonal
}

func (c *checker) run(ctx context.Context, all, mayBeNegative bool) {
	every := sequence(0, c.m.Rows)
	row := make([]float64, c.m.Rows)
	for i, r := range c.rows {
		if !all { // tiles read all columns otherwise
			c.m.Row(row, r, every)
		}
		c.m.Row(c.diagonal[i:i+1], r, c.rows[i:i+1])
	}
	for lo := 0; lo < len(c.rows); lo += checkTile {
		for from := lo; from < len(c.rows); from += checkTile {
			check(ctx.Err())
			c.compare(lo, min(lo+checkTile, len(c.rows)), from, min(from+checkTile, len(c.rows)))
		}
	}
	largest := max(floats.Norm(c.diagonal, math.Inf(1)), -c.others.Min, c.others.Max)
	at := floats.MinIdx(c.diagonal)
	if v := c.diagonal[at]; !mayBeNegative && v < -c.m.tolerance*largest {
		r := c.rows[at] + 1
		check(&Error{File: c.m.Path, Problem: fmt.Sprintf("the diagonal is negative: row %d, column %d holds %v", r, r, v),
			Want: "k(x, x) ≥ 0", Remedies: remedy.Do("correct it").Or(definite()).
				Or(remedy.Do("if these are negative distances −D, save a kernel of them such as exp(−D)"))})
	}
	if c.worst <= c.m.tolerance {
		return
	}
	i, j := c.places[0]+1, c.places[1]+1
	check(&Error{File: c.m.Path, Want: "the same number up to rounding",
		Problem: fmt.Sprintf("the matrix is not symmetric: row %d, column %d holds %v, and row %d, column %d holds %v",
			i, j, c.values[0], j, i, c.values[1]),
		Remedies: remedy.Do("correct it").Or(remedy.Do("if the mean of the two is meant, save (K + K.T)/2")).
			Or(remedy.Do("if one half was left out, save K + K.T - numpy.diag(K.diagonal())"))})
}

// compare compares the entries of the rows lo to hi in the columns from to to with those on the other side of
// the diagonal, and remembers the pair that differs most.
func (c *checker) compare(lo, hi, from, to int) {
	here, there := c.block(lo, hi, from, to), c.block(from, to, lo, hi)
	for i := lo; i < hi; i++ {
		for j := max(from, i+1); j < to; j++ {
			a, b := here.At(i-lo, j-from), there.At(j-from, i-lo)
			c.others.Min, c.others.Max = min(c.others.Min, a), max(c.others.Max, a)
			c.others.Mean += a
			if a == b {
				continue
			}
			scale := max(math.Abs(a), math.Abs(b), math.Sqrt(math.Abs(c.diagonal[i]))*math.Sqrt(math.Abs(c.diagonal[j])))
			if ratio := math.Abs(a-b) / scale; ratio > c.worst {
				c.worst, c.places, c.values = ratio, [2]int{c.rows[i], c.rows[j]}, [2]float64{a, b}
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

// extremes returns the least and the largest eigenvalue of the part of the given rows.
func (c *checker) extremes() (least, largest float64) {
	n := len(c.rows)
	k := c.block(0, n, 0, n).RawMatrix().Data
	// Entries of about 1, since gonum's eigenvalues of a tiny matrix panic.
	_, unit := math.Frexp(floats.Norm(k, math.Inf(1)))
	for i, v := range k {
		k[i] = math.Ldexp(v, -unit)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, k), false) {
		return 0, 0
	}
	values := eigen.Values(nil)
	return math.Ldexp(values[0], unit), math.Ldexp(values[n-1], unit)
}

// quotient returns a note with the least eigenvalue of the part of the given rows if that is negative, and not a
// rounding error.
func (c *checker) quotient() []remedy.Note {
	least, largest := c.extremes()
	if !(least < -10*c.m.tolerance*largest) {
		return nil
	}
	where := ""
	if len(c.rows) < c.m.Rows {
		where = fmt.Sprintf(" on %d of its rows", len(c.rows))
	}
	subject, remedies := filepath.Base(c.m.Path), definite()
	if floats.Max(c.diagonal) <= c.m.tolerance*c.others.Max && c.others.Min >= 0 {
		subject += " has the zero diagonal of distances, and"
		remedies = remedy.Do("if these are distances D, save a kernel of them such as exp(−γD)")
	}
	return []remedy.Note{{Text: fmt.Sprintf("%s is not positive semi-definite: a Rayleigh quotient of %.3g was found%s, "+
		"the largest is %.3g; a regression needs a ridge above %.3g, some methods fail, evidence and risk assume λ ≥ 0, "+
		"and d_eff, df_exact and gcv_exact count λ < 0 as 0", subject, least, where, largest, -least), Remedies: remedies}}
}

// What is done to the eigenvalues λ of a kernel matrix K = U·Λ·Uᵀ that is not positive semi-definite (Chen, Garcia,
// Gupta, Rahimi and Cazzanti, "Similarity-based classification", JMLR 2009).
const (
	Clip  = "clip"  // max(λ, 0)
	Flip  = "flip"  // |λ|
	Shift = "shift" // λ − min(λmin, 0): adds −λmin to the diagonal
)

// Indefinites returns the values of Choice.Indefinite beside "", which keeps K.
func Indefinites() []string { return []string{Clip, Flip, Shift} }

var meanings = map[string]string{Clip: "U·max(Λ, 0)·Uᵀ", Flip: "U·|Λ|·Uᵀ", Shift: "K − λmin·I"}

func definite() remedy.List {
	return remedy.By("set its negative eigenvalues to 0", "indefinite", Clip).
		Or(remedy.By("take their absolute values", "indefinite", Flip)).
		Or(remedy.By("add one number to its diagonal", "indefinite", Shift))
}

// makeDefinite replaces K = U·Λ·Uᵀ by U·f(Λ)·Uᵀ, which is then in memory, so that all sets, those for a test as well,
// are parts of one positive semi-definite matrix. It takes O(n³) time and 28·n² bytes, of which 8·n² stay.
func (m *Matrix) makeDefinite(ctx context.Context, how string, opts Options, memory *budget) []remedy.Note {
	n := int64(m.Rows)
	memory.takeFor(fmt.Sprintf("all %d eigenvalues and eigenvectors of the kernel matrix", n), 28*n*n)
	var note string
	defer memory.give(20 * n * n)
	c := checker{m: m, rows: sequence(0, m.Rows)}
	k := c.block(0, m.Rows, 0, m.Rows)
	check(opts.Spectral(ctx, k, func(values []float64) {
		least := slices.Min(values)
		rounding := 1e-15 * float64(n) * floats.Norm(values, math.Inf(1))
		count := 0
		for i, v := range values {
			if v < -rounding {
				count++
			}
			switch how {
			case Clip:
				values[i] = max(v, 0)
			case Flip:
				values[i] = math.Abs(v)
			case Shift:
				values[i] = v - min(least, 0)
			}
		}
		note = fmt.Sprintf("%s: %d of %d eigenvalues of K were negative, the least %.3g: all figures are of %s, "+
			"computed from all rows, those of the test as well", how, count, n, least, meanings[how])
		if count == 0 {
			note = how + " changes nothing but rounding errors: no eigenvalue of K is negative"
		}
	}))
	block := chunksOf(k.RawMatrix().Data)
	m.Indefinite, m.cells = how, make([]cells, m.Rows)
	for j := range m.cells {
		m.cells[j] = &strided{block, j, m.Rows}
	}
	return remedy.Notes(note)
}

func sequence(lo, hi int) []int {
	all := make([]int, hi-lo)
	for i := range all {
		all[i] = lo + i
	}
	return all
}
