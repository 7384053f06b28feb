package screentest

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
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
	k := mat.NewDense(g.N(), g.N(), nil)
	g.Block(k, nil, nil)
	k.Scale(float64(f.m)/float64(f.m+10), k)
	return form.NewBlocks(g, [][]int{linalg.Sequence(0, g.N())}, []*mat.Dense{k}, nil), nil
}

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
