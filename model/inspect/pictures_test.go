package inspect

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// pictured returns a plan with the program's methods, whose approximations the pictures show.
func pictured(t *testing.T, source string, n int, values model.Values, methods ...string) *sweep.Plan {
	t.Helper()
	s := sweep.DefaultSpec(n)
	s.Methods, s.Figures = methods, sweep.DefaultFigures(n).Without(sweep.FigureRegression, sweep.FigureExact)
	s.Assignment = s.WithAll(values)
	p, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, source)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// clustersOf returns so many clusters of the rows of a cell.
func clustersOf(t testing.TB, p *sweep.Plan, c trial.Setting, count int) *Clusters {
	t.Helper()
	groups, err := ClustersOf(t.Context(), p, c, count)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// matrices returns K and K̃ of a cell, computed with a new store.
func matrices(t *testing.T, p *sweep.Plan, c trial.Setting) (k, a *mat.Dense) {
	t.Helper()
	rows, err := p.Rows(c)
	if err != nil {
		t.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(rows.Train.X, c.Kernel.Family.Geometry), c.Kernel.Function())
	n := g.N()
	k, a = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	g.View().Block(k, nil, nil)
	fitted, err := c.Fitter().Fit(t.Context(), g.View(), c.Generator())
	if err != nil {
		t.Fatal(err)
	}
	fitted.Block(a, nil, nil)
	return k, a
}

func TestPicturesAreOfTheRowsFit(t *testing.T) {
	p := pictured(t, "bimodal", 120, model.Values{"gamma": 3, "m": 15, "clusters": 4}, "nystrom", "rls", "bka", "fourier")
	rows := collect(p.Run(t.Context(), 1))
	for i, c := range p.Cells {
		k, a := matrices(t, p, c)
		var difference mat.Dense
		difference.Sub(k, a)
		if got := mat.Norm(&difference, 2) / mat.Norm(k, 2); !scalar.EqualWithinRel(got, rows[i].Get("error"), 1e-6) {
			t.Errorf("%s: the error is %v, that of its row %v", c.Method.Name, got, rows[i].Get("error"))
		}
		values, err := ApproximateEigenvalues(t.Context(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		if trace := mat.Trace(a); !scalar.EqualWithinRel(sum, trace, 1e-8) ||
			!slices.IsSortedFunc(values, func(x, y float64) int { return -compare(x, y) }) {
			t.Errorf("%s: eigenvalues add up to %v, the trace is %v", c.Method.Name, sum, trace)
		}
		landmarks, err := Landmarks(t.Context(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{"nystrom": 15, "rls": 15}[c.Method.Name]; len(landmarks) != want {
			t.Errorf("%s: %d landmarks, want %d", c.Method.Name, len(landmarks), want)
		}
		for _, i := range landmarks { // where K̃ is exact
			if math.Abs(difference.At(i, i)) > 1e-8 {
				t.Errorf("%s: row %d is a landmark, and K̃ is %v off there", c.Method.Name, i, difference.At(i, i))
			}
		}
	}
	a, _ := p.Approximation(t.Context(), p.Cells[0])
	if b, _ := p.Approximation(t.Context(), p.Cells[0]); a != b {
		t.Error("the approximation is not cached")
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestScoresOfACell(t *testing.T) {
	p := pictured(t, "bimodal", 100, model.Values{"gamma": 3, "mu": 0.05}, "nystrom")
	c := p.Cells[0]
	row := collect(p.Run(t.Context(), 1))[0]
	scores, err := LeverageScores(t.Context(), p, c, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	sum, largest := 0.0, 0.0
	for _, v := range scores {
		sum, largest = sum+v, max(largest, v)
	}
	effective, maximal, err := Degrees(t.Context(), p, c, []float64{0.05})
	if err != nil {
		t.Fatal(err)
	}
	if !scalar.EqualWithinRel(sum, row.Get("d_eff"), 1e-9) ||
		!scalar.EqualWithinRel(effective[0], row.Get("d_eff"), 1e-9) ||
		!scalar.EqualWithinRel(maximal[0], 100*largest, 1e-9) {
		t.Errorf("Σ τ = %v, d_eff = %v and %v; n·max τ = %v, d_max = %v", sum, effective[0], row.Get("d_eff"), 100*largest,
			maximal[0])
	}
	values, err := Eigenvalues(t.Context(), p, c, 10)
	if err != nil || len(values) != 100 ||
		!scalar.EqualWithinRel(exact.DegreesOfFreedom(values, 0.05), row.Get("d_eff"), 1e-9) {
		t.Errorf("%d eigenvalues (%v)", len(values), err)
	}
	coherences, err := Coherences(t.Context(), p, c)
	if err != nil || len(coherences) != 100 || !(coherences[4] >= 1 && coherences[4] <= 20) {
		t.Errorf("coherences %v (%v)", coherences, err)
	}
	if NoScores(2000, 4096) != "" || !strings.Contains(NoScores(2001, 4096), "lower n") || NoScores(600, 500) == "" {
		t.Error("the limits of scores are off")
	}
	p.Spec.ExactLimit = 50
	if scores, err := LeverageScores(t.Context(), p, c, 0.05); err != nil || len(scores) > 0 {
		t.Errorf("%d scores above the limit (%v)", len(scores), err)
	}
}

func TestClustersOfACell(t *testing.T) {
	p := pictured(t, "bimodal", 150, model.Values{"gamma": 3, "clusters": 4, "m": 10}, "nystrom", "bka")
	var by []*Clusters
	for _, c := range p.Cells {
		found, err := ClustersOf(t.Context(), p, c, 4)
		if err != nil {
			t.Fatal(err)
		}
		by = append(by, found)
		sum := 0
		for _, size := range found.Sizes {
			sum += size
		}
		order := slices.Clone(found.Order)
		slices.Sort(order)
		if sum != 150 || order[0] != 0 || order[149] != 149 || len(slices.Compact(order)) != 150 {
			t.Errorf("%s: sizes %v, or an order that is none", c.Method.Name, found.Sizes)
		}
		at, before := 0, -1
		for s, size := range found.Sizes {
			for _, i := range found.Order[at : at+size] {
				if found.Owner[i] != s {
					t.Errorf("%s: row %d of cluster %d is listed in cluster %d", c.Method.Name, i, found.Owner[i], s)
				}
			}
			if size < 1 || s > 0 && size > found.Sizes[0] || before == s {
				t.Errorf("%s: sizes %v", c.Method.Name, found.Sizes)
			}
			at += size
		}
		if size := found.Sizes[found.Smallest()]; size != slices.Min(found.Sizes) {
			t.Errorf("the smallest of %v has %d", found.Sizes, size)
		}
	}
	_, a := matrices(t, p, p.Cells[1]) // bka is zero between its clusters, and nowhere else
	for i := range 150 {
		for j := range 150 {
			if (a.At(i, j) != 0) != (by[1].Owner[i] == by[1].Owner[j]) {
				t.Fatalf("bka has %v at (%d, %d), of clusters %d and %d", a.At(i, j), i, j, by[1].Owner[i], by[1].Owner[j])
			}
		}
	}
	if all, err := ClustersOf(t.Context(), p, p.Cells[0], 1000); err != nil || len(all.Sizes) != 150 {
		t.Errorf("more clusters than rows: %d (%v)", len(all.Sizes), err)
	}
}

// TestClustersUnderACondition: they are those of the m that is found, or of no method where none is.
func TestClustersUnderACondition(t *testing.T) {
	same := func(a, b *Clusters) bool { return reflect.DeepEqual(a, b) }
	at := func(method, bound string) (*sweep.Plan, *Clusters) {
		p := pictured(t, "bimodal", 150, model.Values{"gamma": 3, "clusters": 4}, method)
		p.Cells[0].Condition = trial.Condition{Figure: "error", Sign: "<=", Bound: bound}
		return p, clustersOf(t, p, p.Cells[0], 4)
	}
	p, got := at("localized-sketch", "0.3")
	found, err := p.Resolved(t.Context(), p.Cells[0])
	if err != nil || !same(got, clustersOf(t, p, found, 4)) {
		t.Errorf("other clusters than at m = %v (%v)", found.Params["m"], err)
	}
	p, got = at("localized-sketch", "-1")
	if _, err := p.Resolved(t.Context(), p.Cells[0]); err == nil || !same(got, clustersOf(t, p, p.Cells[0], 4)) {
		t.Errorf("without an m: %v", err)
	}
}

// TestOrderOfClusters: five centres on a line, one without rows. The largest cluster is
// first, and the one nearest to the previous one is next. Rows are sorted by their distance from the centre.
func TestOrderOfClusters(t *testing.T) {
	centres := mat.NewDense(5, 1, []float64{0, 10, 4, 100, 11})
	x := mat.NewDense(8, 1, []float64{10.5, -1, 4, 10.1, 0.5, 11.2, 9.7, 11})
	got := inOrderOf(x, centres, []int{1, 0, 2, 1, 0, 4, 1, 4})
	want := &Clusters{Owner: []int{0, 3, 2, 0, 3, 1, 0, 1}, Order: []int{3, 6, 0, 7, 5, 2, 4, 1}, Sizes: []int{3, 2, 1, 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Smallest() != 2 {
		t.Errorf("the smallest is %d", got.Smallest())
	}
	if first := (&Clusters{Sizes: []int{3, 1, 2, 1}}).Smallest(); first != 1 {
		t.Errorf("of two equal ones %d is the smallest, want the first", first)
	}
}

func TestCloudShowsMostOfTheVariance(t *testing.T) {
	p := pictured(t, "friedman", 200, model.Values{"gamma": 1}, "nystrom")
	cloud, err := CloudOf(t.Context(), p, p.Cells[0])
	if err != nil {
		t.Fatal(err)
	}
	n, d := cloud.Train.X.Dims()
	total := 0.0
	for j := range d {
		total += variance(mat.Col(nil, j, cloud.Train.X))
	}
	first, second := mat.Col(nil, 0, cloud.Principal), mat.Col(nil, 1, cloud.Principal)
	dot := 0.0
	for i := range n {
		dot += first[i] * second[i]
	}
	for k, v := range [][]float64{first, second} {
		if !scalar.EqualWithinRel(variance(v), cloud.Share[k]*total, 1e-9) {
			t.Errorf("component %d has the variance %v, its share is %v of %v", k+1, variance(v), cloud.Share[k], total)
		}
	}
	best := 0.0 // no column has more than the first component
	for j := range d {
		best = max(best, variance(mat.Col(nil, j, cloud.Train.X)))
	}
	if variance(first) < best || cloud.Share[0] < cloud.Share[1] || math.Abs(dot) > 1e-9*float64(n) {
		t.Errorf("shares %v, variance %v, the best column's %v, inner product %v", cloud.Share, variance(first), best, dot)
	}
	if again, _ := CloudOf(t.Context(), p, p.Cells[0]); again != cloud {
		t.Error("the cloud is not cached")
	}
	one := mat.NewDense(3, 1, []float64{1, 2, 6})
	flat, share, err := principal(t.Context(), one)
	if err != nil || share != [2]float64{1, 0} || flat.At(2, 0) != 3 || flat.At(2, 1) != 0 {
		t.Errorf("one column: %v, %v (%v)", mat.Formatted(flat), share, err)
	}
	if _, share, err := principal(t.Context(), mat.NewDense(2, 2, []float64{1, 1, 1, 1})); err != nil ||
		share != [2]float64{} {
		t.Errorf("equal rows: %v (%v)", share, err)
	}
}

// TestDirectionsOfTheCloud: on a line along (1, −3) the direction is (−1, 3)/√10, because its largest entry is
// positive. The coordinates are −√10 times the multiples of (1, −3).
func TestDirectionsOfTheCloud(t *testing.T) {
	for _, turn := range []float64{1, -1} {
		x := mat.NewDense(4, 2, nil)
		for i, at := range []float64{-2, 0, 1, 1} {
			x.SetRow(i, []float64{5 + turn*at, 7 - 3*turn*at})
		}
		out, share, err := principal(t.Context(), x)
		if err != nil || !scalar.EqualWithinAbs(share[0], 1, 1e-12) || !scalar.EqualWithinAbs(share[1], 0, 1e-12) {
			t.Fatalf("shares %v (%v)", share, err)
		}
		for i, at := range []float64{-2, 0, 1, 1} {
			if want := -math.Sqrt(10) * turn * at; !scalar.EqualWithinAbs(out.At(i, 0), want, 1e-12) {
				t.Errorf("point %d of %v times (1, -3) is at %v, want %v", i, turn, out.At(i, 0), want)
			}
		}
	}
}

// TestCloudOfManyRows: the directions come from every third row of 8001, not from the first ones, and from at
// most principalColumns columns.
func TestCloudOfManyRows(t *testing.T) {
	const n = 8001
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.Set(i, 0, []float64{-1, 1}[i%2])
		if i >= n/3 {
			x.Set(i, 1, []float64{-2, 2}[i%2]) // a third of the rows is flat in the second column
		}
	}
	_, share, err := principal(t.Context(), x)
	if err != nil || !scalar.EqualWithinAbs(share[0]+share[1], 1, 1e-12) {
		t.Fatalf("shares %v (%v)", share, err)
	}
	// Variances 1 and 8/3, covariance 4/3: eigenvalues (11/3 ± √(25/9+64/9))/2.
	if want := 0.5 + math.Sqrt(89)/22; !scalar.EqualWithinAbs(share[0], want, 0.001) {
		t.Errorf("the first component has %v of the variance, want %v", share[0], want)
	}
	wide := mat.NewDense(3, principalColumns+1, nil)
	for i, v := range []float64{1, 2, 6} {
		wide.Set(i, principalColumns, v)
	}
	if _, share, err := principal(t.Context(), wide); err != nil || share != [2]float64{} {
		t.Errorf("a column beyond the last that counts: %v (%v)", share, err)
	}
}

func variance(v []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		sum += (x - mean) * (x - mean)
	}
	return sum / float64(len(v))
}

func TestMapsAreBlockAverages(t *testing.T) {
	for _, n := range []int{1, 60, 300} {
		p := pictured(t, "bimodal", n, model.Values{"gamma": 3, "m": 8}, "nystrom")
		c := p.Cells[0]
		m, err := MapsOf(t.Context(), p, c, clustersOf(t, p, c, 3))
		if err != nil {
			t.Fatal(err)
		}
		k, a := matrices(t, p, c)
		bins := min(n, mapBins)
		if len(m.K) != bins || m.N != n || m.Cuts[len(m.Cuts)-1] != 1 {
			t.Fatalf("n = %d: %d bins, %d rows, cuts %v", n, len(m.K), m.N, m.Cuts)
		}
		checkCuts(t, m)
		members := make([][]int, bins)
		for at, i := range m.Clusters.Order {
			members[at*bins/n] = append(members[at*bins/n], i)
		}
		for x := range bins {
			for y := range bins {
				var sums [3]float64
				for _, i := range members[x] {
					for _, j := range members[y] {
						sums[0] += k.At(i, j)
						sums[1] += a.At(i, j)
						sums[2] += math.Abs(k.At(i, j) - a.At(i, j))
					}
				}
				count := float64(len(members[x]) * len(members[y]))
				for q, got := range []float64{m.K[x][y], m.Approx[x][y], m.Residual[x][y]} {
					if !scalar.EqualWithinAbsOrRel(got, sums[q]/count, 1e-12, 1e-9) {
						t.Fatalf("n = %d: map %d has %v at (%d, %d), the mean is %v", n, q, got, x, y, sums[q]/count)
					}
				}
			}
		}
	}
}

// checkCuts compares the cuts with the sizes of the clusters as shares of all rows.
func checkCuts(t *testing.T, m *Maps) {
	t.Helper()
	last := 0.0
	for i, cut := range m.Cuts {
		if got := (cut - last) * float64(m.N); math.Abs(got-float64(m.Clusters.Sizes[i])) > 1e-6 {
			t.Errorf("cuts %v between clusters of %v rows", m.Cuts, m.Clusters.Sizes)
		}
		last = cut
	}
	if len(m.Cuts) != len(m.Clusters.Sizes) || last != 1 {
		t.Errorf("cuts %v of %d clusters", m.Cuts, len(m.Clusters.Sizes))
	}
}

func TestMapsOfManyRowsAreSampled(t *testing.T) {
	p := pictured(t, "blobs", 1500, model.Values{"gamma": 0.01, "m": 20}, "nystrom")
	p.Spec.ExactLimit = 1000 // below n, and no reference is computed
	m, err := MapsOf(t.Context(), p, p.Cells[0], clustersOf(t, p, p.Cells[0], 4))
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for _, row := range m.K {
		for _, v := range row {
			mean += v / float64(len(m.K)*len(row))
		}
	}
	checkCuts(t, m)
	k, _ := matrices(t, p, p.Cells[0])
	if want := mat.Sum(k) / (1500 * 1500); m.N != 1500 || !scalar.EqualWithinRel(mean, want, 0.01) {
		t.Errorf("%d rows, mean %v, want %v", m.N, mean, want)
	}
}

func TestPicturesOfMethodsWithoutParts(t *testing.T) {
	p := toyPlan(t, func() error { return nil })
	if rows, err := Landmarks(t.Context(), p, p.Cells[0]); len(rows) > 0 || err != nil {
		t.Errorf("a toy has landmarks: %v (%v)", rows, err)
	}
	if values, err := ApproximateEigenvalues(t.Context(), p, p.Cells[0]); len(values) > 0 || err != nil {
		t.Errorf("K̃ = 0 has the eigenvalues %v (%v)", values, err)
	}
	p = toyPlan(t, func() error { return errors.New("no luck") })
	if _, err := Landmarks(t.Context(), p, p.Cells[0]); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("a method that fails: %v", err)
	}
	p = toyPlan(t, func() error { panic("five is right out") })
	if _, err := MapsOf(t.Context(), p, p.Cells[0], clustersOf(t, p, p.Cells[0], 2)); err == nil ||
		!strings.Contains(err.Error(), "five is right out") {
		t.Errorf("a method that panics: %v", err)
	}
}
