package approx

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

func mekaPromises() map[string]approxtest.Promise {
	return map[string]approxtest.Promise{
		"meka": {
			OwnForm: true,
			Full: func(n int) model.Values {
				return model.Values{"m": float64(n), "rank": float64(n), "clusters": 4}
			},
			Improves: "m",
			Entries:  mekaEntries,
			MaxRank:  mekaMaxRank,
			Bytes:    mekaBytes,
		},
	}
}

// mekaEntries is Σn_s·m_s + Σv_s·v_t at equal ranks, ρ = 2 and no dropped blocks.
func mekaEntries(f approxtest.Fit) int64 {
	a := f.Approximation.(*form.Coupled)
	k, sum := mekaRank(f), 0
	for s, rows := range a.Members() {
		sum += len(rows) * min(2*k, len(rows))
		for _, others := range a.Members()[s+1:] {
			sum += min(3*k, len(rows)) * min(3*k, len(others))
		}
	}
	return int64(sum)
}

// mekaRank is k, the rank a cluster.
func mekaRank(f approxtest.Fit) int {
	if k := f.Clamped("rank"); k > 0 {
		return k
	}
	c := len(f.Approximation.(*form.Coupled).Members())
	return (f.Clamped("m") + c - 1) / c
}

// mekaMaxRank is c·k, and up to c more where every cluster gets at least 1.
func mekaMaxRank(f approxtest.Fit) int {
	c := len(f.Approximation.(*form.Coupled).Members())
	if f.Params["ranks"] != RanksEqual {
		return min(f.N, c*(mekaRank(f)+1))
	}
	return min(f.N, c*mekaRank(f))
}

// mekaBytes is Σn_s·k_s + (Σk_s)² numbers.
func mekaBytes(f approxtest.Fit) int64 {
	a, q, sum := f.Approximation.(*form.Coupled), 0, 0
	for _, rows := range a.Members() {
		k := min(mekaRank(f), len(rows))
		q += k
		sum += len(rows) * k
	}
	return 8 * int64(sum+q*q)
}

// c = 1 is Nyström of rank k on 2k landmarks.
func TestMEKAOneClusterIsNystrom(t *testing.T) {
	for _, gamma := range []float64{0.01, 0.3, 5} {
		g := gramOf(t, normal(120, 3, seeded(1)), "gaussian", gamma)
		for _, k := range []int{1, 7, 20, 120} {
			a := fitted(t, g, &MEKA{M: k, Clusters: 1, Rho: 2}, seeded(2)).(*form.Coupled)
			if len(a.Landmarks()) != min(2*k, 120) {
				t.Fatalf("k = %d: %d landmarks", k, len(a.Landmarks()))
			}
			ny, err := nystromOn(context.Background(), g, a.Landmarks(), k, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, got := whole(g, a)
			_, want := whole(g, ny)
			if r := apart(got, want); !(r <= 1e-12) {
				t.Errorf("γ = %v, k = %d: %.3g from Nyström", gamma, k, r)
			}
		}
	}
}

// η = 1 with full ranks leaves the diagonal blocks: BKA on the same clusters.
func TestMEKAWithoutBlocksBetweenIsBKA(t *testing.T) {
	const n = 90
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 1)
	_, got := whole(g, fitted(t, g, &MEKA{M: 1, Rank: n, Clusters: 6, Rho: 2, Drop: 1}, seeded(2)))
	_, want := whole(g, fitted(t, g, &BKA{Clusters: 6}, seeded(2)))
	if r := apart(got, want); !(r <= 1e-10) {
		t.Errorf("%.3g from BKA", r)
	}
}

// Of n = 1000, c = 10, k = 15 the rank is 150 and the memory a quarter of that of
// a factor of that rank.
func TestMEKAMemory(t *testing.T) {
	g := gramOf(t, normal(1000, 5, seeded(1)), "gaussian", 1)
	a := fitted(t, g, &MEKA{M: 150, Clusters: 10, Rho: 2}, seeded(1))
	if a.Rank() != 150 || a.Bytes() != 8*37500 {
		t.Errorf("rank %d, %d numbers, want 150 and 37500", a.Rank(), a.Bytes()/8)
	}
}

// With all rows in the least squares L_st is optimal for each block, and so the
// error rises with the fraction dropped.
func TestMEKADropping(t *testing.T) {
	for _, gamma := range []float64{0.05, 1} {
		g := gramOf(t, normal(150, 2, seeded(1)), "gaussian", gamma)
		before := 0.0
		for _, drop := range []float64{0, 0.1, 0.5, 0.9, 1} {
			e := errorOf(t, g, &MEKA{M: 1, Rank: 10, Clusters: 6, Rho: 20, Drop: drop}, seeded(2))
			if e < before*(1-1e-12) {
				t.Errorf("γ = %v: error %.4g at drop = %v, %.4g with fewer dropped", gamma, e, drop, before)
			}
			before = e
		}
	}
}

// Which blocks are left out: ⌊η·c(c−1)/2⌋, those of the farthest centres.
func TestMEKADropsTheFarthest(t *testing.T) {
	g := gramOf(t, normal(50, 1, seeded(1)), "gaussian", 0.01)
	centres := mat.NewDense(4, 1, []float64{0, 10, 1, 4}) // distances 10 1 4, 9 6, 3
	order := [][2]int{{0, 1}, {1, 2}, {1, 3}, {0, 3}, {2, 3}, {0, 2}}
	for drop, want := range map[float64]int{0: 0, 0.1: 0, 0.17: 1, 0.5: 3, 0.99: 5, 1: 6} {
		view := g.View()
		pairs, err := (&MEKA{Drop: drop}).pairs(view, cluster.Space{}, centres)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range order {
			if got := !slices.Contains(pairs, p); got != (i < want) {
				t.Errorf("drop = %v: block %v dropped is %v", drop, p, got)
			}
		}
		if read := view.Entries(); read != 0 && (want == 0 || want == 6) || read != 16 && want != 0 && want != 6 {
			t.Errorf("drop = %v: %d entries", drop, read)
		}
	}
	space := cluster.Space{From: new(model.PredictorPart)} // the products are 0 0 0, 10 40, 4
	pairs, err := (&MEKA{Drop: 0.7}).pairs(g, space, centres)
	if err != nil || !slices.Equal(pairs, [][2]int{{1, 2}, {1, 3}}) || g.Entries() != 0 {
		t.Errorf("by products of features: %v, %d entries, %v", pairs, g.Entries(), err)
	}
}

// The ways to give ranks: c·k in all, by size, and by spectrum.
func TestMEKARanks(t *testing.T) {
	const n, k = 200, 12
	rng := seeded(1)
	x := mat.NewDense(n, 3, nil) // 120 rows close together, 60 spread, 20 close together
	members := [][]int{nil, nil, nil}
	for i := range n {
		s, width := 0, 0.05
		switch {
		case i >= 180:
			s = 2
		case i >= 120:
			s, width = 1, 2
		}
		members[s] = append(members[s], i)
		for j := range 3 {
			x.Set(i, j, float64(20*s)+width*rng.NormFloat64())
		}
	}
	g := gramOf(t, x, "gaussian", 0.5)
	ranks := func(f *MEKA) []int {
		t.Helper()
		out, err := f.ranks(context.Background(), g.View(), members, seeded(2), new([]string))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := ranks(&MEKA{Rank: 30}); !slices.Equal(got, []int{30, 30, 20}) {
		t.Errorf("equal: %v", got)
	}
	if got := ranks(&MEKA{M: 3*k - 2}); !slices.Equal(got, []int{12, 12, 12}) {
		t.Errorf("equal by m: %v", got)
	}
	// of 36: 21.6 10.8 3.6
	if got := ranks(&MEKA{Rank: k, Ranks: RanksProportional}); !slices.Equal(got, []int{22, 10, 4}) {
		t.Errorf("proportional: %v", got)
	}
	got := ranks(&MEKA{Rank: k, Ranks: RanksAdaptive})
	if floats.Sum([]float64{float64(got[0]), float64(got[1]), float64(got[2])}) != 3*k || got[1] <= k || got[2] >= k {
		t.Errorf("adaptive: %v", got)
	}
	proportional := errorOf(t, g, &MEKA{Rank: k, M: 1, Clusters: 3, Rho: 2, Ranks: RanksProportional}, seeded(3))
	adaptive := errorOf(t, g, &MEKA{Rank: k, M: 1, Clusters: 3, Rho: 2, Ranks: RanksAdaptive}, seeded(3))
	if !(adaptive < proportional) {
		t.Errorf("error %.4g with adaptive ranks, %.4g with proportional ones", adaptive, proportional)
	}
}

// What adaptive ranks and the choice of dropped blocks read comes on top.
func TestMEKAEntries(t *testing.T) {
	g := gramOf(t, normal(200, 2, seeded(1)), "gaussian", 1)
	f := &MEKA{M: 24, Clusters: 4, Rho: 1.5, Ranks: RanksAdaptive, Drop: 0.5}
	view := g.View()
	d, err := f.draw(context.Background(), view, seeded(3), new([]string))
	if err != nil {
		t.Fatal(err)
	}
	want := 16 // of the centres
	for s, rows := range d.members {
		sample := min(12, len(rows))
		want += sample*sample + len(rows)*min(2*d.ranks[s], len(rows))
		for u := s + 1; u < 4; u++ {
			if slices.Contains(d.pairs, [2]int{s, u}) {
				want += len(d.fitted[s]) * len(d.fitted[u])
			}
		}
		if v := int(math.Ceil(2.5 * float64(d.ranks[s]))); len(d.fitted[s]) != min(v, len(rows)) {
			t.Errorf("cluster %d of rank %d: %d rows in the least squares", s, d.ranks[s], len(d.fitted[s]))
		}
	}
	view = g.View()
	fitted(t, view, f, seeded(3))
	if got := view.Entries(); got != int64(want) {
		t.Errorf("%d entries, want %d", got, want)
	}
}

// An indefinite K̃ gives a warning and refuses a small μ; psd = yes repairs it without raising the error.
func TestMEKAIndefinite(t *testing.T) {
	const n = 150
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.05)
	f := MEKA{M: 30, Clusters: 5, Rho: 2, Drop: 0.3} // a wide kernel without some blocks
	a := fitted(t, g, &f, seeded(2)).(*form.Coupled)
	k, approx := whole(g, a)
	values := eigenvalues(t, linalg.Symmetric(approx))
	near(t, "least eigenvalue", a.Negative(), values[n-1], 1e-10)
	if !(a.Negative() < -0.1) {
		t.Fatalf("least eigenvalue %.3g", a.Negative())
	}
	f.PSD = 1
	repaired := fitted(t, g, &f, seeded(2)).(*form.Coupled)
	_, psd := whole(g, repaired)
	if values := eigenvalues(t, linalg.Symmetric(psd)); values[n-1] < -1e-12*values[0] || repaired.Negative() != 0 {
		t.Errorf("repaired: λmin = %.3g, told as %v", values[n-1], repaired.Negative())
	}
	if apart(psd, k) >= apart(approx, k) {
		t.Errorf("error %.4g after the repair, %.4g before", apart(psd, k), apart(approx, k))
	}
	if repaired.Rank() >= a.Rank() || repaired.Bytes() != a.Bytes() {
		t.Errorf("rank %d and %d bytes, before %d and %d", repaired.Rank(), repaired.Bytes(), a.Rank(), a.Bytes())
	}
}

// There are clusters with a kernel of zero, and a kernel that overflows.
func TestMEKAZeroAndInfinite(t *testing.T) {
	x := mat.NewDense(40, 1, nil)
	for i := 20; i < 40; i++ {
		x.Set(i, 0, 5+float64(i)/100)
	}
	g := gramOf(t, x, "linear", 1)
	a := fitted(t, g, &MEKA{M: 8, Clusters: 2, Rho: 2}, seeded(1)).(*form.Coupled)
	k, approx := whole(g, a)
	if r := apart(approx, k); r > 1e-12 || a.Rank() != 1 {
		t.Errorf("a zero cluster: error %.3g, rank %d", r, a.Rank())
	}
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := e.Features(mat.NewDense(2, 1, []float64{0, 5.1}))
	if zero, other := mat.Norm(f.RowView(0), 2), mat.Norm(f.RowView(1), 2); zero != 0 || other == 0 {
		t.Errorf("new points in a zero cluster and in the other have features of length %v and %v", zero, other)
	}
	x.Set(39, 0, 1e200)
	_, err = (&MEKA{M: 8, Clusters: 2, Rho: 2}).Fit(context.Background(), gramOf(t, x, "linear", 1), seeded(1))
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) {
		t.Errorf("a kernel that overflows: %v", err)
	}
}

// On rows that see every column of a basis the pseudo-inverse is a left inverse;
// a column that they hardly see is left out of it.
func TestPseudoInverse(t *testing.T) {
	const n, k, v = 400, 5, 20
	q := normal(n, k, seeded(1))
	for i := range v {
		q.Set(i, k-1, 1e-3*q.At(i, k-1)) // the last column lives on rows that are not sampled
	}
	linalg.Orthonormalise(q)
	rows := make([]int, v)
	for i := range rows {
		rows[i] = i
	}
	a := linalg.Rows(q, rows)
	var unseenLeft, seen, product mat.Dense
	all := pseudoInverse(a, n)
	unseenLeft.Mul(all, a)
	if trace := mat.Trace(&unseenLeft); math.Abs(trace-(k-1)) > 1e-10 || mat.Norm(all, 2) > 20 {
		t.Errorf("A⁺A has the trace %.12g, want %d; ‖A⁺‖ = %.3g", trace, k-1, mat.Norm(all, 2))
	}
	seen.CloneFrom(a.Slice(0, v, 0, k-1))
	seen.Scale(0.2, &seen) // a fifth of what is expected is still seen
	product.Mul(pseudoInverse(&seen, n), &seen)
	for i := range k - 1 {
		product.Set(i, i, product.At(i, i)-1)
	}
	if e := mat.Norm(&product, 2); e > 1e-12 {
		t.Errorf("‖A⁺A − I‖ = %.3g", e)
	}
}

// eigenvalues are those of a, descending.
func eigenvalues(t *testing.T, a *mat.SymDense) []float64 {
	t.Helper()
	values, err := linalg.Eigenvalues(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// Rows of few distinct values leave clusters empty: the centres that remain are those of the groups, in their order.
func TestClusteredCentres(t *testing.T) {
	values := []float64{3, -1, 7, 3, 12, -1, 7, 30}
	g := gramOf(t, mat.NewDense(8, 1, values), "gaussian", 1)
	var warnings []string
	members, centres, _, err := clustered(t.Context(), g, 7, seeded(1), &warnings)
	if err != nil || len(members) != 5 || len(warnings) != 1 {
		t.Fatal(members, warnings, err)
	}
	for s, rows := range members {
		for _, i := range rows {
			if got := centres.At(s, 0); math.Abs(got-values[i]) > 1e-12 {
				t.Errorf("row %d at %v is in group %d, whose centre is %v", i, values[i], s, got)
			}
		}
	}
}
