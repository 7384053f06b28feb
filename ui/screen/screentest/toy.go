package screentest

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// toy is a method whose K̃ is m/(m+10)·K, so that its error is 10/(m+10).
type toy struct {
	m, zeal int
	own     bool
	fail    string
	rank    *int // not nil: it has this parameter, too
}

func (f *toy) Params() []model.Param {
	list := []model.Param{model.Budget(&f.m)}
	if f.own {
		list = append(list, model.Param{Name: "zeal", Symbol: "zeal", Doc: "how hard it tries", Group: model.GroupMethod,
			Min: 1, Max: 9, Default: 3, Integer: true, Int: &f.zeal})
	}
	if f.rank != nil {
		list = append(list, model.TargetRank(f.rank))
	}
	return list
}

func (f *toy) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	if f.fail != "" {
		return nil, errors.New(f.fail)
	}
	n := g.N()
	k := mat.NewDense(n, n, nil)
	g.Rows(k, 0, n)
	share := float64(f.m) / float64(f.m+10)
	k.Scale(share, k)
	return dense{k, g, share}, nil
}

// dense is an approximation kept as a full matrix: that share of K.
type dense struct {
	k     *mat.Dense
	g     *model.Gram
	share float64
}

// Decompose takes k̃(z, X) for the features.
func (d dense) Decompose(context.Context) (*model.Decomposition, error) {
	n, _ := d.k.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, d.k.RawMatrix().Data), true) {
		panic("no eigenvalues")
	}
	group := model.EigenGroup{Values: eigen.Values(nil), Q: new(mat.Dense), Back: new(mat.Dense)}
	eigen.VectorsTo(group.Q)
	group.Back.Scale(d.share, group.Q)
	return &model.Decomposition{N: n, Groups: []model.EigenGroup{group}}, nil
}

func (d dense) Extension(context.Context) (*model.Extension, error) {
	n, _ := d.k.Dims()
	return &model.Extension{Kernel: d.g.Kernel(), Parts: []model.Part{{Landmarks: d.g.X(), Map: identity{}, Width: n}}}, nil
}

type identity struct{}

func (identity) From(k *mat.Dense) *mat.Dense { return k }
func (identity) Onto(w *mat.Dense) *mat.Dense { return mat.DenseCopyOf(w) }

func (d dense) Rank() int    { n, _ := d.k.Dims(); return n }
func (d dense) Bytes() int64 { n, _ := d.k.Dims(); return int64(8 * n * n) }
func (d dense) Diag(dst []float64) {
	for i := range dst {
		dst[i] = d.k.At(i, i)
	}
}
func (d dense) Block(dst *mat.Dense, rows, cols []int) {
	r, c := dst.Dims()
	for i := range r {
		for j := range c {
			a, b := i, j
			if rows != nil {
				a = rows[i]
			}
			if cols != nil {
				b = cols[j]
			}
			dst.Set(i, j, d.k.At(a, b))
		}
	}
}
func (d dense) MulTo(dst, x *mat.Dense) { dst.Mul(d.k, x) }
func (d dense) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	var e mat.EigenSym
	e.Factorize(linalg.Symmetric(d.k), false)
	return floats.Norm(e.Values(nil), 2), floats.Norm(e.Values(nil), math.Inf(1)), nil
}
func (d dense) SolveTo(dst, y []float64, mu float64) error { panic("not needed") }

// Methods returns toy methods, among them one that fails and one that no default ticks.
func Methods() []model.Method {
	method := func(name, title string, f toy, needs model.Needs) model.Method {
		f.m, f.zeal = 100, 3
		return model.Method{Name: name, Doc: title + "\n\nIt is a toy.", Ref: "none", Cost: "n²", Needs: needs,
			New: func() model.Fitter { g := f; return &g }}
	}
	return []model.Method{
		method("plain", "scales K down", toy{}, model.Needs{}),
		method("eager", "the same, with a parameter of its own", toy{own: true}, model.Needs{}),
		method("spectral", "needs a spectral density", toy{}, model.Needs{Spectrum: true}),
		method("broken", "fails always", toy{fail: "the toy is broken; buy another"}, model.Needs{}),
		method("idle", "is not ticked", toy{rank: new(int)}, model.Needs{}),
	}
}

// watched is a toy that takes in ten points at a time and keeps every second one,
// at most m: in one pass, or as leaves that are merged two by two.
type watched struct {
	toy
	tree bool
	qbar int
}

func (f *watched) Params() []model.Param { return append(f.toy.Params(), model.QBar(&f.qbar)) }

func (f *watched) Stream(ctx context.Context, g *model.Gram, rng *rand.Rand, visit func(model.StreamStep) error) (model.Approximation, error) {
	var below []model.StreamStep
	node := 0
	tell := func(s model.StreamStep, rows []int) error {
		s.Node, s.Ridge, s.DEff = node, 0.5, float64(len(rows))/4
		node++
		for k, i := range rows {
			if len(s.Index) < f.m && k%2 == 0 {
				s.Index, s.Copies, s.Weight = append(s.Index, i), append(s.Copies, 3), append(s.Weight, 1)
			}
		}
		below = append(below, s)
		return visit(s)
	}
	upTo := func(to int) (rows []int) {
		for i := range to {
			rows = append(rows, i)
		}
		return rows
	}
	for seen := 0; seen < g.N(); {
		from := seen
		seen = min(seen+10, g.N())
		s := model.StreamStep{Arrived: upTo(seen)[from:], Seen: seen}
		rows := upTo(seen)
		if f.tree {
			s.Seen, rows = seen-from, s.Arrived
		} else if node > 0 {
			s.From = []int{node - 1}
		}
		if err := tell(s, rows); err != nil {
			return nil, err
		}
	}
	for level := 1; f.tree && len(below) > 1; level++ {
		made := below
		below = nil
		for i := 0; i+1 < len(made); i += 2 {
			s := model.StreamStep{Level: level, From: []int{made[i].Node, made[i+1].Node}, Seen: made[i].Seen + made[i+1].Seen}
			if err := tell(s, append(append([]int(nil), made[i].Index...), made[i+1].Index...)); err != nil {
				return nil, err
			}
		}
	}
	return f.Fit(ctx, g, rng)
}

// Streamers returns two toys whose dictionaries can be watched: one-pass and merging.
func Streamers() []model.Method {
	watch := func(name string, tree bool) model.Method {
		return model.Method{Name: name, Doc: "is watched", Ref: "none", Cost: "n", New: func() model.Fitter {
			return &watched{toy: toy{m: 100}, tree: tree, qbar: 20}
		}}
	}
	return []model.Method{watch("one-pass", false), watch("merging", true)}
}
