package linalg

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestHadamardAgainstNumPy multiplies by a matrix of given signs and lengths, from
// testdata/approx/golden_frequencies.py.
func TestHadamardAgainstNumPy(t *testing.T) {
	text, err := os.ReadFile("../../testdata/approx/golden_frequencies.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Hadamard struct {
			Columns int
			Lengths []float64
			Last    []bool
			Signs   [][2][]bool
			Entries [][3]float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	g := golden.Hadamard
	signs := func(negative []bool) (out []float64) {
		for _, yes := range negative {
			if out = append(out, 1); yes {
				out[len(out)-1] = -1
			}
		}
		return out
	}
	p := &Hadamard{columns: g.Columns, last: signs(g.Last)}
	for _, block := range g.Signs {
		p.signs = append(p.signs, [2][]float64{signs(block[0]), signs(block[1])})
	}
	for _, l := range g.Lengths {
		p.lengths = append(p.lengths, l*math.Pow(float64(HadamardSize(g.Columns)), -1.5))
	}
	w := p.Dense()
	if h, d := w.Dims(); h != len(g.Lengths) || d != g.Columns || len(g.Entries) == 0 {
		t.Fatalf("W is %d×%d", h, d)
	}
	for _, e := range g.Entries {
		if got := w.At(int(e[0]), int(e[1])); math.Abs(got-e[2]) > 1e-14 {
			t.Errorf("W[%v,%v] = %v, NumPy has %v", e[0], e[1], got, e[2])
		}
	}
}

// TestHadamardProduct compares products with those of the dense matrix, for sizes that fill no block, no
// batch of rows and no register, and with the products of single rows, which have the same bits.
func TestHadamardProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ rows, h, d int }{{1, 1, 1}, {33, 7, 3}, {70, 130, 64}, {37, 200, 65}, {6, 128, 128}} {
		lengths := make([]float64, c.h)
		for i := range lengths {
			lengths[i] = 1 + rng.Float64()
		}
		p, z := NewHadamard(lengths, c.d, rng), Gaussian(c.rows, c.d, rng)
		got, want := mat.NewDense(c.rows, c.h+3, nil), mat.NewDense(c.rows, c.h, nil)
		inside := got.Slice(0, c.rows, 1, c.h+1).(*mat.Dense)
		p.ProductTo(inside, z)
		w := p.Dense()
		want.Mul(z, w.T())
		if !mat.EqualApprox(inside, want, 1e-12) {
			t.Errorf("%+v: the product differs from that of the dense matrix", c)
		}
		if mat.Norm(got.ColView(0), 2) != 0 || mat.Norm(got.Slice(0, c.rows, c.h+1, c.h+3), 2) != 0 {
			t.Errorf("%+v: columns outside of the result were written", c)
		}
		single := mat.NewDense(1, c.h, nil)
		for i := range c.rows {
			p.ProductTo(single, z.Slice(i, i+1, 0, c.d).(*mat.Dense))
			for j := range c.h {
				if single.At(0, j) != inside.At(i, j) {
					t.Fatalf("%+v: row %d alone has other bits", c, i)
				}
			}
		}
		// With as many columns as the order, the rows of a block are orthogonal and as long as asked for.
		if c.d != HadamardSize(c.d) {
			continue
		}
		for i := range c.h {
			for j := range i + 1 {
				dot := mat.Dot(w.RowView(i), w.RowView(j))
				switch {
				case i == j && math.Abs(math.Sqrt(dot)-lengths[i]) > 1e-13:
					t.Errorf("%+v: row %d has the length %v, want %v", c, i, math.Sqrt(dot), lengths[i])
				case i != j && i/c.d == j/c.d && math.Abs(dot) > 1e-13:
					t.Errorf("%+v: rows %d and %d have the inner product %v", c, i, j, dot)
				}
			}
		}
	}
	if text := said(func() {
		NewHadamard([]float64{1}, 3, rng).ProductTo(mat.NewDense(2, 2, nil),
			mat.NewDense(2, 3, nil))
	}); !strings.Contains(text, "of 1 rows in 2×2") {
		t.Errorf("a wrong shape: %s", text)
	}
}

// TestWalshHadamardSameBits compares transforms on all instruction sets with a loop over pairs of entries, from near
// ones to far ones, bit for bit.
func TestWalshHadamardSameBits(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		use(t, i)
		rng := rand.New(rand.NewPCG(5, 6))
		for s := 64; s <= 4096; s *= 2 {
			x, by := Gaussian(1, s, rng).RawRowView(0), randomSigns(s, rng)
			want := make([]float64, s)
			floats.MulTo(want, x, by)
			for half := 1; half < s; half *= 2 {
				for p := range want {
					if q := p + half; p/half%2 == 0 {
						want[p], want[q] = want[p]+want[q], want[q]-want[p]
					}
				}
			}
			got := make([]float64, s)
			walshHadamard(got, x, by)
			walshHadamard(x, x, by)
			if !slices.Equal(got, want) || !slices.Equal(x, want) {
				t.Errorf("order %d: not the sums of the loop", s)
			}
		}
	})
}

// TestHadamardDirections compares the fourth moment of coordinates with that of uniform directions, 3/(s(s+2)).
func TestHadamardDirections(t *testing.T) {
	const s, draws = 64, 300
	rng := rand.New(rand.NewPCG(3, 3))
	ones := make([]float64, s)
	for i := range ones {
		ones[i] = 1
	}
	sum, count := 0.0, 0.0
	for range draws {
		for _, v := range NewHadamard(ones, s, rng).Dense().RawMatrix().Data {
			sum += v * v * v * v
			count++
		}
	}
	want := 3.0 / (s * (s + 2))
	if got := sum / count; math.Abs(got-want) > 8.0/(s*s)*math.Pow(s, -2)+0.01*want {
		t.Errorf("E w⁴ = %.6g, want %.6g", got, want)
	}
}

func BenchmarkHadamard(b *testing.B) {
	const n, h, d = 1000, 500, 500
	rng := rand.New(rand.NewPCG(1, 1))
	z, w, dst := Gaussian(n, d, rng), Gaussian(h, d, rng), mat.NewDense(n, h, nil)
	p := NewHadamard(make([]float64, h), d, rng)
	b.Run("dense", func(b *testing.B) {
		for b.Loop() {
			dst.Mul(z, w.T())
		}
	})
	b.Run("transforms", func(b *testing.B) {
		for b.Loop() {
			p.ProductTo(dst, z)
		}
	})
}
