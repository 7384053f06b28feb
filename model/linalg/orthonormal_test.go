package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// columns returns n×k matrices whose columns are closer and closer to linear dependence.
var columns = map[string]func(n, k int, rng *rand.Rand) *mat.Dense{
	"random": Gaussian,
	"vandermonde": func(n, k int, rng *rand.Rand) *mat.Dense {
		f := mat.NewDense(n, k, nil)
		for i := range n {
			for j := range k {
				f.Set(i, j, math.Pow(float64(i+1)/float64(n), float64(j)))
			}
		}
		return f
	},
	"condition 1e7": func(n, k int, rng *rand.Rand) *mat.Dense {
		f := Gaussian(n, k, rng)
		for i := range n {
			for j := range k {
				f.Set(i, j, f.At(i, 0)+math.Pow(10, -7*float64(j)/float64(k))*f.At(i, j))
			}
		}
		return f
	},
	"rank 2": func(n, k int, rng *rand.Rand) *mat.Dense {
		var f mat.Dense
		f.Mul(Gaussian(n, 2, rng), Gaussian(2, k, rng))
		return &f
	},
	"zero": func(n, k int, rng *rand.Rand) *mat.Dense { return mat.NewDense(n, k, nil) },
	"tiny": func(n, k int, rng *rand.Rand) *mat.Dense { return scaled(0x1p-800, Gaussian(n, k, rng)) },
	"huge": func(n, k int, rng *rand.Rand) *mat.Dense { return scaled(0x1p800, Gaussian(n, k, rng)) },
	"graded": func(n, k int, rng *rand.Rand) *mat.Dense {
		f := Gaussian(n, k, rng)
		for i := range n {
			for j := range k {
				f.Set(i, j, math.Pow(10, -10*float64(j))*f.At(i, j))
			}
		}
		return f
	},
}

func scaled(s float64, a *mat.Dense) *mat.Dense {
	a.Scale(s, a)
	return a
}

func TestOrthonormalise(t *testing.T) {
	for name, make := range columns {
		for _, shape := range [][2]int{{1, 1}, {7, 7}, {50, 3}, {200, 40}} {
			t.Run(fmt.Sprint(name, shape), func(t *testing.T) {
				n, k := shape[0], shape[1]
				f := make(n, k, rand.New(rand.NewPCG(1, uint64(n))))
				q := mat.DenseCopyOf(f)
				r := Orthonormalise(q)
				var gram, product mat.Dense
				gram.Mul(q.T(), q)
				for i := range k {
					gram.Set(i, i, gram.At(i, i)-1)
					for j := range i {
						if r.At(i, j) != 0 {
							t.Fatalf("R[%d,%d] = %g", i, j, r.At(i, j))
						}
					}
				}
				if dev := mat.Norm(&gram, 2); !(dev < 1e-14*float64(k)) {
					t.Errorf("‖QᵀQ−I‖ = %g", dev)
				}
				product.Mul(q, r)
				product.Sub(&product, f)
				largest := mat.Max(f) - mat.Min(f) + math.Abs(f.At(0, 0))
				if res := math.Max(mat.Max(&product), -mat.Min(&product)); !(res <= 1e-14*float64(k)*largest) {
					t.Errorf("|QR−F| = %g·|F|", res/largest)
				}
			})
		}
	}
}

func TestProject(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	q := Gaussian(60, 10, rng)
	Orthonormalise(q)
	w := Gaussian(60, 4, rng)
	before := mat.DenseCopyOf(w)
	Project(w, q)
	var left, whole, h mat.Dense
	left.Mul(q.T(), w)
	if dev := mat.Norm(&left, 2); dev > 1e-14 {
		t.Errorf("‖Qᵀw‖ = %g is left", dev)
	}
	h.Mul(q.T(), before)
	whole.Mul(q, &h)
	whole.Add(&whole, w)
	if !mat.EqualApprox(&whole, before, 1e-14) {
		t.Error("Q·h + w is not what it was")
	}
	v := mat.Col(nil, 0, before)
	ProjectVector(v, mat.DenseCopyOf(q.T()))
	for i, x := range v {
		if math.Abs(x-w.At(i, 0)) > 1e-14 {
			t.Fatalf("entry %d of a vector is %g, of a matrix %g", i, x, w.At(i, 0))
		}
	}
}
