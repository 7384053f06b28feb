package trial

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
)

// Trial is the experiment of a setting on its rows, or on a part of them.
type Trial struct {
	Setting
	Rows *Rows
	Gram *model.Gram // of the training rows; its counter is the trial's own
	Key  []any       // of the generators: the repetition and the method with its parameters, unless set otherwise

	// OnlyNew says that a regression is only for new rows, so that no figures at the
	// training rows are computed.
	OnlyNew bool
}

// New returns a trial on rows and their kernel matrix. It reads the kernel through a
// view of its own, which afford, if it is not nil, guards: see [model.Gram.Allow].
func New(s Setting, rows *Rows, g *model.Gram, afford func(model.Memory) error) *Trial {
	view := g.View()
	if afford != nil {
		view.Allow(afford)
	}
	return &Trial{Setting: s, Rows: rows, Gram: view, Key: []any{s.Draw.Rep, s.MethodKey()}}
}

// Fit is the result of a fit: K̃, its costs, and what regressions at all ridges share, once
// something has been learned on it.
type Fit struct {
	Approx   model.Approximation // nil for exact regression, and once forgotten
	Rank     int
	Bytes    int64   // 8 × the numbers stored
	Entries  int64   // of the kernel that the method needs
	Cached   bool    // some kernel entries were cached, which saved time
	Seconds  float64 // wall time of the fit; of features that are not kept see [Trial.AddMaking]
	Warnings []string

	Metrics exact.Metrics // the comparison with K, where it was made

	pairs *model.Decomposition
	test  *mat.Dense   // k̃(Z, X)·Q for the test rows Z; nil without them, and for K̃ = 0
	ridge *learn.Ridge // nil for classes

	normal *learn.Normal // of a regression on a map, in place of pairs and ridge; test are the features then, if they are kept
	blocks *learn.Blocks // of a regression on a block-diagonal K̃, in place of pairs and ridge; test are the features then
}

// Fit approximates the kernel matrix. The error is the method's.
func (t *Trial) Fit(ctx context.Context) (*Fit, error) {
	if t.Method.Name == Exact {
		n := int64(t.Gram.N())
		return &Fit{Rank: t.Gram.N(), Bytes: 8 * n * n, Entries: n * n}, nil
	}
	start := time.Now()
	approx, err := t.Fitter().Fit(ctx, t.Gram, t.stream())
	if err != nil {
		return nil, err
	}
	f := &Fit{Approx: approx, Seconds: time.Since(start).Seconds(), Rank: approx.Rank(), Bytes: approx.Bytes(), Entries: t.Gram.Entries(), Cached: t.Gram.Shared()}
	if w, ok := approx.(model.Warner); ok {
		f.Warnings = slices.Clone(w.Warnings())
	}
	return f, nil
}

// AddMaking adds to the fit's seconds the time of making the features that K̃
// makes on demand, once. It is extrapolated from a sixteenth of the rows, at least a tile and at
// most 4096. For features that are kept the time of the fit includes it.
func (t *Trial) AddMaking(f *Fit) {
	m, ok := f.Approx.(model.Mapper)
	if !ok || m.Unmade().Width == 0 {
		return
	}
	n, d := t.Gram.X().Dims()
	rows := min(n, 4096, max(m.Unmade().TileRows(), n/16))
	start := time.Now()
	for range m.Unmade().Pieces(t.Gram.Kernel(), t.Gram.X().Slice(0, rows, 0, d).(*mat.Dense)) {
	}
	f.Seconds += time.Since(start).Seconds() * float64(n) / float64(rows)
}

// stream returns the generator for a purpose, or without one that of the method.
func (t *Trial) stream(purpose ...any) *rand.Rand {
	return Stream(t.Draw.Seed, slices.Concat(t.Key, purpose)...)
}

// Decompose computes what all ridges share, if it has not yet been computed: the normal
// equations for a ridge regression on a map of features, the blocks for one on a block-diagonal
// K̃, else the eigenpairs of K̃. With it come the features of the test rows, or their
// coordinates in the eigenvectors. A path of several ridges uses eigenpairs as well if K̃'s
// features are kept.
func (t *Trial) Decompose(ctx context.Context, f *Fit, path bool) error {
	if f.Learns() || t.Method.Name == Exact {
		return nil
	}
	if t.Learner == LearnRidge && t.Solver != SolverPCG {
		if done, err := t.ridgeOnly(ctx, f, path); done || err != nil {
			return err
		}
	}
	pairs, err := f.Approx.Decompose(ctx)
	if err != nil {
		return err
	}
	if err := t.features(ctx, f); err != nil {
		return err
	}
	if f.test != nil {
		f.test = pairs.Coordinates(f.test)
	}
	if f.pairs = pairs; t.Learner == LearnRidge {
		f.ridge = learn.NewRidge(pairs, t.Rows.Train.Y)
	}
	return nil
}

// ridgeOnly prepares the forms that only ridge regression uses, blocks and normal equations,
// and reports whether K̃ has one.
func (t *Trial) ridgeOnly(ctx context.Context, f *Fit, path bool) (done bool, err error) {
	if a, ok := f.Approx.(model.BlockDiagonal); ok {
		f.blocks = learn.NewBlocks(a, t.Rows.Train.Y)
		return true, t.features(ctx, f)
	}
	a, ok := f.Approx.(model.Mapper)
	if !ok || f.Rank >= t.Gram.N() || a.Kept() == nil && a.Unmade().Width == 0 || a.Kept() != nil && path {
		return false, nil
	}
	e, err := f.Approx.Extension(ctx)
	if err != nil {
		return false, err
	}
	if f.normal, err = learn.NewNormal(ctx, e, a.Kept(), t.Gram.X(), t.Rows.Train.Y, t.Rows.Train.Truth); err != nil || a.Kept() == nil {
		return true, err
	}
	return true, t.features(ctx, f)
}

// features computes the features of the test rows.
func (t *Trial) features(ctx context.Context, f *Fit) error {
	if t.Rows.Test == nil {
		return nil
	}
	extension, err := f.Approx.Extension(ctx)
	if err != nil {
		return err
	}
	f.test = extension.Features(t.Rows.Test.X)
	return nil
}

// Measured returns K̃ to take norms of. If the fit has normal equations they come from these,
// which saves a pass over the rows.
func (f *Fit) Measured() model.Approximation {
	if f.normal == nil {
		return f.Approx
	}
	return normed{f.Approx, f.normal}
}

// normed is an approximation with the norms of its normal equations.
type normed struct {
	model.Approximation
	normal *learn.Normal
}

func (a normed) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	return a.normal.Norms(ctx, rng)
}

// Learns reports whether something can be learned on the fit.
func (f *Fit) Learns() bool { return f.pairs != nil || f.normal != nil || f.blocks != nil }

// Forget drops what only predictions at new rows need, and K̃ itself unless keepApproximation.
func (f *Fit) Forget(keepApproximation bool) {
	if !keepApproximation {
		f.Approx = nil
	}
	if f.pairs != nil {
		for i := range f.pairs.Groups {
			f.pairs.Groups[i].Back = nil
		}
	}
}

// bytes returns the memory of the fit, and at least 64 kB, which bounds the number of fits that
// are kept.
func (f *Fit) bytes() int64 {
	matrices := []*mat.Dense{f.test}
	if f.pairs != nil {
		for _, g := range f.pairs.Groups {
			matrices = append(matrices, g.Q)
		}
	}
	total := int64(64 << 10)
	for _, m := range matrices {
		if m != nil {
			r, c := m.Dims()
			total += 8 * int64(r) * int64(c)
		}
	}
	switch {
	case f.normal != nil:
		total += f.normal.Bytes()
	case f.blocks != nil:
		total += f.blocks.Bytes()
	}
	if f.Approx != nil && f.blocks == nil {
		total += f.Approx.Bytes()
	}
	return total
}

// Exact is the name of kernel ridge regression with K itself, which is not one of the methods.
const Exact = "exact"

// ExactMethod returns K itself as a method, for n up to limit. It has no K̃: it is only for
// callers that learn.
func ExactMethod(limit int) model.Method {
	return model.Method{
		Name: Exact, Doc: "Exact kernel ridge regression\n\nK itself, by Cholesky: O(n³).", Ref: "Saunders, Gammerman and Vovk, ICML 1998",
		Cost: "n²", Needs: model.Needs{MaxN: limit}, New: func() model.Fitter { return noApproximation{} },
	}
}

type noApproximation struct{}

func (noApproximation) Params() []model.Param { return nil }

func (noApproximation) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("exact regression is no approximation of K")
}
