package approx

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

func volumePromises() map[string]approxtest.Promise {
	full := func(n int) model.Values { return model.Values{"m": float64(n)} }
	budget := func(f approxtest.Fit) int { return f.Clamped("m") }
	return map[string]approxtest.Promise{
		"volume-nystrom": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 {
				n := int64(f.N)
				if f.Params["basis"] == BasisEigenvectors {
					return n * n
				}
				q := min(f.N, f.Clamped("m")*int(f.Params["basis-size"]))
				e, err := (&RPCholesky{M: q, Block: max(10, q/10)}).eliminate(context.Background(), f.Gram.View(), f.Rand)
				if err != nil {
					panic(err)
				}
				return n * int64(e.filled+1+len(f.Landmarks()))
			},
			MaxRank: budget, Bytes: approxtest.FactorBytes,
		},
		"kdpp": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { return int64(f.N) * int64(f.N) },
			MaxRank: budget, Bytes: approxtest.FactorBytes,
		},
	}
}

// setLaw is the distribution of a set of rows, by enumeration.
type setLaw struct {
	Sets      [][]int
	P         []float64
	Inclusion []float64
	Trace     float64 // the expected trace of K−K̃
}

// volumeCase is one record of testdata/approx/golden_volume.json, made by golden_volume.py.
type volumeCase struct {
	Kernel string
	Gamma  float64

	K                int
	Bound            float64
	KDPP, Projection setLaw

	Rows   []int
	Traces []float64

	Values, Logs []float64
}

// compare fits with many seeds, and compares the sets of landmarks and the trace left with the law.
func (law setLaw) compare(t *testing.T, g *model.Gram, f model.Fitter) {
	t.Helper()
	const draws = 400
	p, count := map[string]float64{}, map[string]int{}
	for i, s := range law.Sets {
		p[fmt.Sprint(s)] = law.P[i]
	}
	k, _ := whole(g, fitted(t, g, &Best{M: 1}, seeded(1)))
	var inclusion [6]float64
	lefts, diag := make([]float64, draws), make([]float64, 6)
	for seed := range lefts {
		a := fitted(t, g, f, seeded(uint64(seed)))
		drawn := slices.Sorted(slices.Values(a.Landmarks()))
		count[fmt.Sprint(drawn)]++
		for _, i := range drawn {
			inclusion[i] += 1.0 / draws
		}
		a.Diag(diag)
		lefts[seed] = mat.Trace(k) - floats.Sum(diag)
	}
	if p := pearson(count, p, draws); p < 1e-3 {
		t.Errorf("chi-square has p = %.2g", p)
	}
	for i, got := range inclusion {
		if want := law.Inclusion[i]; math.Abs(got-want) > 4.5*math.Sqrt(want*(1-want)/draws) {
			t.Errorf("row %d is drawn with probability %.4f, NumPy has %.4f", i, got, want)
		}
	}
	mean, sd := stat.MeanStdDev(lefts, nil)
	if !(math.Abs(mean-law.Trace) <= 4.5*sd/math.Sqrt(draws)) {
		t.Errorf("mean trace left %.4g ± %.2g, NumPy has %.4g", mean, sd/math.Sqrt(draws), law.Trace)
	}
}

func TestVolumeGolden(t *testing.T) {
	x, cases := goldenCases[volumeCase](t, "golden_volume.json", 12)
	for _, c := range cases {
		switch {
		case c.K > 0:
			six := gramOf(t, mat.DenseCopyOf(x.Slice(0, 6, 0, 2)), c.Kernel, c.Gamma)
			name := fmt.Sprintf("%s %v k = %d", c.Kernel, c.Gamma, c.K)
			t.Run(name+" kdpp", func(t *testing.T) { c.KDPP.compare(t, six, &KDPP{M: c.K}) })
			t.Run(name+" volume", func(t *testing.T) {
				c.Projection.compare(t, six, &VolumeNystrom{M: c.K, Basis: BasisEigenvectors, BasisSize: 1})
			})
		case c.Rows != nil:
			t.Run(fmt.Sprintf("%s %v nuclear", c.Kernel, c.Gamma), func(t *testing.T) {
				c.greedy(t, gramOf(t, x, c.Kernel, c.Gamma))
			})
		default:
			for l, logs := range logSymmetric(c.Values, len(c.Logs)-1) {
				near(t, fmt.Sprintf("ln e_%d", l), logs[len(c.Values)], c.Logs[l], 1e-13)
			}
		}
	}
}

// greedy selects by nuclear score with a basis of full rank, from eigenvectors and from pivots.
func (c volumeCase) greedy(t *testing.T, g *model.Gram) {
	n := g.N()
	k, _ := whole(g, fitted(t, g, &Best{M: 1}, seeded(1)))
	diag := make([]float64, n)
	for _, basis := range []int{BasisPivots, BasisEigenvectors} {
		a := fitted(t, g, &VolumeNystrom{M: len(c.Rows), Selection: SelectNuclear, Basis: basis, BasisSize: 20},
			seeded(1))
		if got := a.Landmarks(); !slices.Equal(got, c.Rows) {
			t.Errorf("basis %d: rows %v, NumPy has %v", basis, got, c.Rows)
		}
		a.Diag(diag)
		near(t, "trace left", mat.Trace(k)-floats.Sum(diag), c.Traces[len(c.Rows)-1], 1e-8)
	}
}

// TestNuclearScores compares the scores after many steps, and several renewals, with those of the residual. Some rows
// that are selected ahead have to be dropped, as 64 candidates do not include the best row then.
func TestNuclearScores(t *testing.T) {
	const n = 600
	f := normal(n, 30, seeded(1))
	for i := range n {
		for j := range 30 { // singular values fall fast
			f.Set(i, j, f.At(i, j)*math.Pow(0.4, float64(j)))
		}
	}
	residual := mat.DenseCopyOf(f)
	rows, err := byNuclearScore(t.Context(), f, 16, nil)
	if err != nil {
		t.Fatal(err)
	}
	for step, s := range rows {
		var r mat.Dense
		r.Mul(residual, residual.T())
		best := 0.0
		score := func(i int) float64 { return floats.Dot(r.RawRowView(i), r.RawRowView(i)) / r.At(i, i) }
		for i := range n {
			if !slices.Contains(rows[:step], i) {
				best = max(best, score(i))
			}
		}
		if got := score(s); got < best*(1-1e-9) {
			t.Errorf("step %d takes row %d of score %.6g, the largest is %.6g", step, s, got, best)
		}
		var along mat.VecDense
		row := mat.NewVecDense(30, slices.Clone(residual.RawRowView(s)))
		row.ScaleVec(1/mat.Norm(row, 2), row)
		along.MulVec(residual, row)
		var part mat.Dense
		part.Outer(1, &along, row)
		residual.Sub(residual, &part)
	}
}

// TestNuclearScoresOfASample: of many rows a sample is scored. The first landmark has the largest score of it, where
// the scores are of all entries of its column.
func TestNuclearScoresOfASample(t *testing.T) {
	const n, q = 70000, 5
	f := normal(n, q, seeded(1))
	var gram mat.Dense
	gram.Mul(f.T(), f)
	score := func(i int) float64 {
		row := mat.NewVecDense(q, f.RawRowView(i))
		return mat.Inner(row, &gram, row) / mat.Dot(row, row)
	}
	sample := model.SampleRows(n, scoredRows(n, 3), seeded(2))
	best := slices.MaxFunc(sample, func(a, b int) int { return cmp.Compare(score(a), score(b)) })
	rows, err := byNuclearScore(t.Context(), mat.DenseCopyOf(f), 3, seeded(2))
	if err != nil || len(rows) != 3 || rows[0] != best {
		t.Errorf("rows %v, %v; the largest score of %d rows has row %d", rows, err, len(sample), best)
	}
	for _, i := range rows {
		if !slices.Contains(sample, i) {
			t.Errorf("row %d is not in the sample", i)
		}
	}
}

func TestLeftVectors(t *testing.T) {
	f := normal(50, 12, seeded(3))
	f.SetCol(11, mat.Col(nil, 0, f)) // rank 11
	var svd mat.SVD
	if !svd.Factorize(f, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var u, want, got mat.Dense
	svd.UTo(&u)
	for _, k := range []int{4, 12} {
		v, err := leftVectors(t.Context(), mat.DenseCopyOf(f), k)
		if err != nil {
			t.Fatal(err)
		}
		k = min(k, 11)
		if _, c := v.Dims(); c != k {
			t.Fatalf("%d vectors, want %d", c, k)
		}
		got.Reset()
		want.Reset()
		got.Mul(v, v.T())
		first := u.Slice(0, 50, 0, k)
		want.Mul(first, first.T())
		if r := apart(&got, &want); r > 1e-12 {
			t.Errorf("k = %d: projection %.3g from that of the singular vectors", k, r)
		}
	}
}

// A k-DPP of as many rows as there are draws them all, and n above the limit is refused.
func TestKDPPEnds(t *testing.T) {
	g := gramOf(t, normal(40, 3, seeded(1)), "gaussian", 2)
	if got := fitted(t, g, &KDPP{M: 40}, seeded(1)).Landmarks(); len(got) != 40 {
		t.Errorf("%d of 40 rows", len(got))
	}
	if why := kdpp().Unmet(nil, g.Kernel(), 2001, 0, 0); why != "kdpp is for n up to 2000, not 2001" {
		t.Errorf("2001 rows: %q", why)
	}
}

// By eigenvectors all of K is read once.
func TestVolumeByEigenvectorsReadsOnce(t *testing.T) {
	for _, selection := range []int{SelectVolume, SelectNuclear} {
		g := gramOf(t, normal(40, 2, seeded(1)), "gaussian", 1)
		fitted(t, g, &VolumeNystrom{M: 5, Selection: selection, Basis: BasisEigenvectors, BasisSize: 2}, seeded(1))
		if got := g.Entries(); got != 1600 {
			t.Errorf("selection %d: %d entries were read", selection, got)
		}
	}
}
