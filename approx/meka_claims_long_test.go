//go:build long

package approx

import (
	"compress/gzip"
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

// The claims on alternating least squares: the error of the best of rank r is the floor
// for als, which stays of its order and falls with r as it does.
func TestALSClaims(t *testing.T) {
	for _, set := range []string{"blobs", "ijcnn1"} {
		t.Run(set, func(t *testing.T) {
			x := blobs(500, 10, 10)
			if set == "ijcnn1" {
				x = ijcnn(t, 500)
			}
			for _, gamma := range []float64{0.003, 0.03, 0.3} {
				g := gramOf(t, x, "gaussian", gamma)
				before := math.Inf(1)
				for _, r := range []int{2, 5, 10, 20} {
					floor := errorOf(t, g, &Best{M: r}, seeded(1))
					e := errorOf(t, g, &ALS{M: r, Iterations: 15, Samples: 3}, seeded(2))
					t.Logf("γ = %v, r = %d: als %.4g, best %.4g", gamma, r, e, floor)
					if e < floor*(1-1e-9) || e > 2*floor || e > before {
						t.Errorf("γ = %v, r = %d: als %.4g, best %.4g, als of lower rank %.4g", gamma, r, e, floor, before)
					}
					before = e
				}
			}
		})
	}
}

// The claims of figure 1 of the paper on MEKA (Si, Hsieh and Dhillon 2017): over γ, from
// wide kernels to narrow ones, BKA's error falls, Nyström's rises, MEKA is below
// Nyström of equal memory everywhere and at most 1.2 times the better of the two
// at most γ. It is not where kernels are so narrow that blocks within clusters are
// all there is: BKA stores them whole, Σn_s² numbers, several times MEKA's.
func TestMEKAClaims(t *testing.T) {
	for _, set := range []string{"blobs", "ijcnn1"} {
		t.Run(set, func(t *testing.T) {
			const n, c, k, count = 1000, 10, 15, 12
			x := blobs(n, 10, c)
			if set == "ijcnn1" {
				x = ijcnn(t, n)
			}
			const equal = (n*k + c*c*k*k) / n // the rank of a factor of MEKA's size
			good, nystromBefore, bkaBefore := 0, 0.0, 1.0
			for i := range count {
				gamma := math.Pow(10, -3+3*float64(i)/(count-1))
				g := gramOf(t, x, "gaussian", gamma)
				if err := g.Store(context.Background()); err != nil {
					t.Fatal(err)
				}
				var meka, nystrom, bka float64
				const seeds = 3
				for seed := range uint64(seeds) {
					meka += errorOf(t, g, &MEKA{M: c * k, Clusters: c, Rho: 2}, seeded(seed)) / seeds
					nystrom += errorOf(t, g, &Nystrom{M: equal}, seeded(seed)) / seeds
					bka += errorOf(t, g, &BKA{Clusters: c}, seeded(seed)) / seeds
				}
				t.Logf("γ = %.3g: meka %.3g, nystrom %.3g, bka %.3g", gamma, meka, nystrom, bka)
				if nystrom < nystromBefore || bka > bkaBefore {
					t.Errorf("γ = %.3g: nystrom %.4g after %.4g should rise, bka %.4g after %.4g should fall", gamma, nystrom,
						nystromBefore, bka, bkaBefore)
				}
				if meka > nystrom {
					t.Errorf("γ = %.3g: meka %.4g is above nystrom of equal memory, %.4g", gamma, meka, nystrom)
				}
				if meka <= 1.2*min(nystrom, bka) {
					good++
				}
				nystromBefore, bkaBefore = nystrom, bka
			}
			if good < 8 {
				t.Errorf("meka is at most 1.2 times the better of the two at %d of %d γ", good, count)
			}
		})
	}
}

// blobs is n standardised points in c Gaussian clusters of unequal width.
func blobs(n, d, c int) *mat.Dense {
	rng := seeded(1)
	centres, x := normal(c, d, rng), mat.NewDense(n, d, nil)
	for i := range n {
		s := i % c
		for j := range d {
			x.Set(i, j, 3*centres.At(s, j)+(0.4+0.8*float64(s)/float64(c))*rng.NormFloat64())
		}
	}
	set := &data.Set{X: x, Columns: make([]string, d)}
	scaling, _ := data.NewScaling(set)
	scaling.Apply(set.X)
	return set.X
}

// ijcnn is n standardised rows of ijcnn1.
func ijcnn(t *testing.T, n int) *mat.Dense {
	t.Helper()
	f, err := os.Open(filepath.Join(realData(t), "ijcnn1_10k.libsvm.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	table, err := data.ReadTable(context.Background(), unzipped, "ijcnn1_10k.libsvm", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := file.Draw(n, 0, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	scaling, _ := data.NewScaling(drawn)
	scaling.Apply(drawn.X)
	return drawn.X
}
