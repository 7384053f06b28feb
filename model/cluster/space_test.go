package cluster

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
)

const folder = "../../testdata/data"

// words returns the kernel matrix of kernel.py.
func words(t *testing.T) *model.Gram {
	t.Helper()
	table, err := data.OpenMatrix(t.Context(), filepath.Join(folder, "kernel_f8.npy"), nil, data.Choice{}, data.Options{},
		false)
	if err != nil {
		t.Fatal(err)
	}
	numbers := mat.NewDense(table.Rows, 1, nil)
	for i := range table.Rows {
		numbers.Set(i, 0, float64(i+1))
	}
	return model.NewGram(model.NewPoints(numbers, model.Entry), &model.Precomputed{Row: table.Matrix.Row, Symmetric: true})
}

// TestKernelKMeans: clusters of words, which have no coordinates, are those of Lloyd's iteration on K in NumPy, with
// the same sum of squared distances in the feature space.
func TestKernelKMeans(t *testing.T) {
	var want struct {
		Owner   []int
		Inertia float64
	}
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	g := words(t)
	least := math.Inf(1)
	for seed := range uint64(8) { // k-means may end in another optimum
		rng := seeded(seed)
		space, err := SpaceOf(t.Context(), g.View(), 3, rng)
		if err != nil {
			t.Fatal(err)
		}
		centres, owner, err := KMeans(t.Context(), space.X, 3, rng)
		if err != nil {
			t.Fatal(err)
		}
		inertia := 0.0
		for i, s := range owner {
			for j, v := range space.X.RawRowView(i) {
				inertia += (v - centres.At(s, j)) * (v - centres.At(s, j))
			}
		}
		if inertia >= least {
			continue
		}
		least = inertia
		number := map[int]int{}
		for i, s := range owner {
			if at, seen := number[want.Owner[i]]; seen && at != s {
				t.Errorf("seed %d: word %d is in cluster %d, others of its kind in %d", seed, i, s, at)
			}
			number[want.Owner[i]] = s
		}
	}
	if math.Abs(least-want.Inertia) > 1e-9*want.Inertia {
		t.Errorf("the clusters have the squared distance %.12g, in NumPy %.12g", least, want.Inertia)
	}
}

// TestSpaceIsNystrom: distances in a space on some landmarks are those of Nyström's approximation, the points'
// own on all, and what From makes of the points is X. Points with coordinates are their own space.
func TestSpaceIsNystrom(t *testing.T) {
	g := words(t)
	n := g.N()
	k := mat.NewDense(n, n, nil)
	g.Block(k, nil, nil)
	for _, m := range []int{10, n, 100} {
		view := g.View()
		space, err := NystromSpace(t.Context(), view, m, seeded(3))
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(n * min(m, n)); view.Entries() != want {
			t.Errorf("m = %d: %d entries, want %d", m, view.Entries(), want)
		}
		if again := space.From.Values(g.Kernel(), g.X()); !mat.EqualApprox(again, space.X, 1e-10) {
			t.Errorf("m = %d: From makes other coordinates", m)
		}
		marks, _ := space.From.Landmarks.Dims()
		e, w, inverse := mat.NewDense(n, marks, nil), mat.NewDense(marks, marks, nil), new(mat.Dense)
		g.Cross(e, 0, n, space.From.Landmarks)
		g.Among(w, space.From.Landmarks)
		if err := inverse.Inverse(w); err != nil {
			t.Fatal(err)
		}
		var left, nystrom, product mat.Dense
		left.Mul(e, inverse)
		nystrom.Mul(&left, e.T())
		product.Mul(space.X, space.X.T())
		if !mat.EqualApprox(&product, &nystrom, 1e-8) || m >= n && !mat.EqualApprox(&product, k, 1e-8) {
			t.Errorf("m = %d: the inner products are not those of Nyström's approximation", m)
		}
	}
	points := model.NewGram(model.NewPoints(normal(20, 2, seeded(1)), model.InnerProduct), linear{})
	if space, err := SpaceOf(t.Context(), points, 3, nil); err != nil || space.X != points.X() || space.From != nil {
		t.Errorf("points are not their own space: %v", err)
	}
}

type linear struct{}

func (linear) Name() string             { return "linear" }
func (linear) Geometry() model.Geometry { return model.InnerProduct }
func (linear) Diagonal() float64        { panic("varies") }
func (linear) Apply([]float64)          {}

// TestSpaceOfNothing: a matrix without a positive eigenvalue has no space, and too little memory is refused.
func TestSpaceOfNothing(t *testing.T) {
	g := words(t)
	zero := model.NewGram(g.Points(),
		&model.Precomputed{Row: func(dst []float64, _ int, _ []int) { clear(dst) }, Symmetric: true})
	var degenerate *model.DegenerateError
	if _, err := SpaceOf(t.Context(), zero, 3, seeded(1)); !errors.As(err, &degenerate) {
		t.Errorf("K = 0: %v", err)
	}
	refused := errors.New("too much")
	view := g.View()
	view.Allow(func(model.Memory) error { return refused })
	if _, err := SpaceOf(t.Context(), view, 3, seeded(1)); !errors.Is(err, refused) {
		t.Errorf("without memory: %v", err)
	}
}
