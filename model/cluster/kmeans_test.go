package cluster

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// slowLloyd is Lloyd's iteration as the textbook has it.
func slowLloyd(x, centres *mat.Dense) (*mat.Dense, []int) {
	n, d := x.Dims()
	c, _ := centres.Dims()
	z := mat.DenseCopyOf(centres)
	nearest := func() []int {
		owner := make([]int, n)
		for i := range n {
			least := math.Inf(1)
			for s := range c {
				d2 := 0.0
				for j := range d {
					d2 += math.Pow(x.At(i, j)-z.At(s, j), 2)
				}
				if d2 < least {
					least, owner[i] = d2, s
				}
			}
		}
		return owner
	}
	for range 20 {
		owner := nearest()
		for s := range c {
			count := 0.0
			mean := make([]float64, d)
			for i := range n {
				if owner[i] == s {
					count++
					for j := range d {
						mean[j] += x.At(i, j)
					}
				}
			}
			for j := range d {
				z.Set(s, j, mean[j]/count)
			}
		}
	}
	return z, nearest()
}

func TestLloydAgainstTextbook(t *testing.T) {
	for seed := range uint64(5) {
		x := normal(300, 3, seeded(seed))
		start, err := plusPlus(context.Background(), x, 7, seeded(seed))
		if err != nil {
			t.Fatal(err)
		}
		want, wantOwner := slowLloyd(x, start)
		if err := lloyd(context.Background(), x, start); err != nil {
			t.Fatal(err)
		}
		owner, _ := assigned(t, x, start)
		if !slices.Equal(owner, wantOwner) || apart(start, want) > 1e-12 {
			t.Errorf("seed %d: centres are %.3g apart", seed, apart(start, want))
		}
	}
}

// Far from the origin the distances must not cancel, and clusters that are
// plain to see must be found.
func TestKMeansFindsClusters(t *testing.T) {
	x := mat.NewDense(90, 2, nil)
	rng := seeded(1)
	for i := range 90 {
		x.SetRow(i, []float64{1e9 + 10*float64(i%3) + 0.1*rng.NormFloat64(), -1e9 + 0.1*rng.NormFloat64()})
	}
	_, owner, err := KMeans(context.Background(), x, 3, seeded(2))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range owner {
		if s != owner[i%3] {
			t.Fatalf("row %d is with cluster %d, rows like it with %d", i, s, owner[i%3])
		}
	}
	if owner[0] == owner[1] || owner[1] == owner[2] || owner[0] == owner[2] {
		t.Error("clusters were merged")
	}
}

// Centres without rows move to the rows farthest from their own centres, each
// to another one.
func TestLloydReseedsEmpty(t *testing.T) {
	for _, start := range [][]float64{{0, 1e6, 50}, {0, 1e6, 2e6}} { // nothing is near 1e6
		x := mat.NewDense(6, 1, []float64{0, 0.1, 0.2, 9, 50, 50.1})
		centres := mat.NewDense(3, 1, slices.Clone(start))
		before := mat.DenseCopyOf(centres)
		owner, d2 := assigned(t, x, centres)
		moveCentres(x, centres, owner, d2)
		for s, v := range before.RawMatrix().Data {
			if v >= 1e6 && centres.At(s, 0) > 51 {
				t.Errorf("from %v: centre %d stays at %v", start, s, centres.At(s, 0))
			}
		}
		if centres.At(1, 0) == centres.At(2, 0) {
			t.Errorf("from %v: two centres at %v", start, centres.At(1, 0))
		}
		if err := lloyd(context.Background(), x, centres); err != nil {
			t.Fatal(err)
		}
		owner, _ = assigned(t, x, centres)
		slices.Sort(owner)
		if got := slices.Compact(owner); len(got) != 3 {
			t.Errorf("from %v: only clusters %v have rows", start, got)
		}
	}
}

// Of equally near centres the first owns the row.
func TestAssignTies(t *testing.T) {
	x, centres := mat.NewDense(2, 1, []float64{0, 3}), mat.NewDense(4, 1, []float64{-2, 2, 2, -2})
	owner, d2 := assigned(t, x, centres)
	if !slices.Equal(owner, []int{0, 1}) || !slices.Equal(d2, []float64{4, 1}) {
		t.Errorf("owners %v at %v", owner, d2)
	}
}

// k-means++ draws by squared distance: never a point that is a centre
// already, and the far cluster nearly always.
func TestPlusPlus(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 1, 100})
	far := 0
	for seed := range uint64(200) {
		z, err := plusPlus(context.Background(), x, 3, seeded(seed))
		if err != nil {
			t.Fatal(err)
		}
		got := mat.Col(nil, 0, z)
		if got[0] == 100 || got[1] == 100 {
			far++
		}
		slices.Sort(got)
		if !slices.Equal(got, []float64{0, 1, 100}) {
			t.Fatalf("seed %d: centres %v", seed, got)
		}
	}
	if far < 195 {
		t.Errorf("the far point was drawn first or second in %d of 200 seeds", far)
	}
}

// Centres beat uniform landmarks on a smooth kernel.
func TestKMeansSamples(t *testing.T) {
	x := normal(kmeansSample+500, 1, seeded(4))
	centres, owner, err := KMeans(context.Background(), x, 4, seeded(5))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := assigned(t, x, centres)
	if len(owner) != kmeansSample+500 || !slices.Equal(owner, want) {
		t.Error("rows outside the sample have no owner, or a wrong one")
	}
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// normal is an n×d matrix of standard normal numbers.
func normal(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return x
}

// apart returns ‖a−b‖_F/‖b‖_F.
func apart(a, b *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(a, b)
	return mat.Norm(&d, 2) / mat.Norm(b, 2)
}

func assigned(t *testing.T, x, centres *mat.Dense) (owner []int, d2 []float64) {
	t.Helper()
	owner, d2, err := toCentres(context.Background(), x, nil, centres)
	if err != nil {
		t.Fatal(err)
	}
	return owner, d2
}

func TestKMeansSeparatesWhatIsApart(t *testing.T) {
	rng := seeded(9)
	x := mat.NewDense(90, 2, nil)
	for i := range 90 {
		x.SetRow(i, []float64{float64(10*(i%3)) + rng.Float64(), rng.Float64()})
	}
	centres, owner, err := KMeans(t.Context(), x, 3, rng)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range owner {
		if s != owner[i%3] {
			t.Errorf("row %d is with %d, its cluster with %d", i, s, owner[i%3])
		}
		if d := math.Abs(centres.At(s, 0) - float64(10*(i%3)) - 0.5); d > 0.3 {
			t.Errorf("row %d: its centre is %v off", i, d)
		}
	}
	if owner[0] == owner[1] || owner[1] == owner[2] || owner[0] == owner[2] {
		t.Errorf("clusters share a centre: %v", owner[:3])
	}
}
