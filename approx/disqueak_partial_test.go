package approx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// places finds the rows of x that a dictionary's points are.
func places(t *testing.T, x *mat.Dense, p *Partial) []int {
	t.Helper()
	at := map[string]int{}
	n, _ := x.Dims()
	for i := range n {
		at[fmt.Sprint(x.RawRowView(i))] = i
	}
	var index []int
	for point := range slices.Chunk(p.Points, p.Width) {
		i, known := at[fmt.Sprint(point)]
		if !known {
			t.Fatalf("%v is no row", point)
		}
		index = append(index, i)
	}
	return index
}

// randomTree merges leaves of the rows of x, in random order, two at a time drawn at random: chains, balanced trees
// and all between.
func randomTree(t *testing.T, f *Disqueak, k model.Kernel, x *mat.Dense, leaf int, rng *rand.Rand) *Partial {
	t.Helper()
	n, _ := x.Dims()
	var nodes []*Partial
	for rows := range slices.Chunk(rng.Perm(n), leaf) {
		nodes = append(nodes, f.Leaf(linalg.Rows(x, rows)))
	}
	seed := rng.Uint64()
	for len(nodes) > 1 {
		rng.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		last := len(nodes) - 1
		nodes[last-1] = must(f.Merge(k, nodes[last-1], nodes[last], seed))
		nodes = nodes[:last]
	}
	if nodes[0].Seen != n {
		t.Fatalf("%d points seen of %d", nodes[0].Seen, n)
	}
	return nodes[0]
}

func TestPartialUnbiased(t *testing.T) {
	g := fivePoints(t)
	for _, f := range []Disqueak{
		{Ridge: 0.1, Epsilon: 0.5, QBar: 5, M: 5, Budget: model.SizeByRidge},
		{Ridge: 0.1, Epsilon: 0.5, QBar: 9, M: 3},
	} {
		unbiased(t, "a random tree", 5, func(rng *rand.Rand) *packed {
			p := randomTree(t, &f, g.Kernel(), g.X(), 2, rng)
			return &packed{index: places(t, g.X(), p), copies: p.Copies, rate: p.Rate}
		})
	}
}

// A merge is a function of the two dictionaries, whichever comes first, and changes neither.
func TestPartialMerge(t *testing.T) {
	x := normal(200, 3, seeded(5))
	k := gramOf(t, x, "gaussian", 0.3).Kernel()
	f := &Disqueak{M: 40, Ridge: 0.1, Epsilon: 0.5, QBar: 20}
	a, b := f.Leaf(linalg.Rows(x, all(200)[:90])), f.Leaf(linalg.Rows(x, all(200)[90:]))
	one := must(f.Merge(k, a, b, 7))
	if two := must(f.Merge(k, b, a, 7)); !reflect.DeepEqual(one, two) {
		t.Error("a merge depends on which dictionary is named first")
	}
	if three := must(f.Merge(k, a, b, 8)); reflect.DeepEqual(one, three) {
		t.Error("the seed changes nothing")
	}
	// The same points elsewhere have the same K, and draw by themselves.
	moved := mat.DenseCopyOf(x)
	moved.Apply(func(_, _ int, v float64) float64 { return v + 16 }, moved)
	other := must(f.Merge(k, f.Leaf(linalg.Rows(moved, all(200)[:90])), f.Leaf(linalg.Rows(moved, all(200)[90:])), 7))
	if slices.Equal(places(t, moved, other), places(t, x, one)) {
		t.Error("two merges draw the same")
	}
	if !reflect.DeepEqual(a, f.Leaf(linalg.Rows(x, all(200)[:90]))) {
		t.Error("a merge changes what it is of")
	}
	if len(one.Copies) > 40 || one.Seen != 200 || one.Ridge <= 0.1 {
		t.Errorf("%d points of %d, at the ridge %g", len(one.Copies), one.Seen, one.Ridge)
	}
	if same := must(f.Merge(k, &Partial{}, one, 7)); !reflect.DeepEqual(same, one) {
		t.Error("no points change a dictionary")
	}

	z := must(f.Landmarks(t.Context(), k, one, x, 9))
	index := places(t, x, &Partial{Points: z.RawMatrix().Data, Width: 3})
	if slices.Sort(index); len(slices.Compact(slices.Clone(index))) != 40 {
		t.Errorf("%d landmarks, want 40 that differ", len(index))
	}
	for _, i := range places(t, x, one) {
		if !slices.Contains(index, i) {
			t.Errorf("row %d is in the dictionary, and no landmark", i)
		}
	}
	if lone := must(f.Landmarks(t.Context(), k, a, nil, 9)); lone.RawMatrix().Rows > 40 || lone.RawMatrix().Rows < 20 {
		t.Errorf("%d landmarks of a leaf of 90, want at most 40", lone.RawMatrix().Rows)
	}
	free := &Disqueak{M: 5, Ridge: 0.1, Epsilon: 0.5, QBar: 20, Budget: model.SizeByRidge}
	if many := must(free.Landmarks(t.Context(), k, free.Leaf(x), x, 9)); many.RawMatrix().Rows != 200 {
		t.Errorf("%d landmarks of a leaf of 200 where the ridge decides", many.RawMatrix().Rows)
	}
	if plain := must(f.Landmarks(t.Context(), k, one, nil, 9)); len(plain.RawMatrix().Data) != len(one.Points) {
		t.Error("landmarks without candidates are more than the dictionary")
	}
	var none *model.DegenerateError
	if _, err := f.Landmarks(t.Context(), k, &Partial{}, x, 9); !errors.As(err, &none) {
		t.Errorf("no points: %v", err)
	}
}

// K̃ is Nyström's: K itself between the landmarks, though some stand twice.
func TestOnLandmarks(t *testing.T) {
	x := normal(60, 2, seeded(6))
	g := gramOf(t, x, "gaussian", 0.8)
	rows := append(all(60)[:12], 0, 5)
	e := must(OnLandmarks(t.Context(), g.Kernel(), linalg.Rows(x, rows)))
	if e.Parts[0].Width != 12 {
		t.Fatalf("%d features, want 12", e.Parts[0].Width)
	}
	phi := mat.DenseCopyOf(e.Features(x))
	var low, off mat.Dense
	low.Mul(phi, phi.T())
	k := mat.NewDense(60, 60, nil)
	g.Block(k, nil, nil)
	off.Sub(k.Slice(0, 60, 0, 12), low.Slice(0, 60, 0, 12))
	if worst := mat.Norm(&off, 2); worst > 1e-10 {
		t.Errorf("columns of the landmarks are %g off", worst)
	}
	off.Reset()
	if off.Sub(k, &low); mat.Norm(&off, 2) < 1e-3 {
		t.Error("twelve columns of sixty are all of K")
	}
}
