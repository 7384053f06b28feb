package trial

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// decomposition is a decomposition of K̃ that regressions or classifications at all ridges share.
type decomposition interface {
	// learn learns the target of a trial at each of the ridges.
	learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error)
	// bytes returns the memory of the decomposition and of K̃ together; K̃ alone takes approx bytes.
	bytes(approx int64) int64
}

// eigenpairs are the eigenpairs of K̃.
type eigenpairs struct {
	*model.Decomposition
	test *mat.Dense // k̃(Z, X)·Q for the test rows Z; nil without them, and for K̃ = 0
}

// The uses of eigenpairs.
type (
	ridgePairs struct { // ridge regression on K̃
		eigenpairs
		ridge *learn.Ridge
	}
	classPairs     struct{ eigenpairs } // classification on the features of K̃
	preconditioner struct{ eigenpairs } // of regression with K itself
)

// normalEquations are the normal equations of ridge regression on a feature map.
type normalEquations struct {
	*learn.Normal
	test *mat.Dense // features of the test rows; nil without test rows, and if features are not stored
}

// mapClasses are stored features of K̃ made by a map, for a classification by logistic regression. Its
// penalty does not change with a rotation of the features, so that eigenpairs are not needed.
type mapClasses struct {
	features *mat.Dense // φ(X), n×q
	test     *mat.Dense // features of the test rows; nil without them
}

// smoother is K̃ itself, for ridge regression on many rows without eigenpairs.
type smoother struct{ k model.Smoother }

// diagonalBlocks are the blocks of K̃, for ridge regression.
type diagonalBlocks struct {
	*learn.Blocks
	extension *model.Extension // predicts the test rows
}

// Decompose computes the decomposition that all ridges share, unless the fit has it already. A ridge regression uses
// the normal equations on a feature map, the blocks of a block-diagonal K̃, and products with a [model.Smoother] of
// many rows. All other learners use the eigenpairs of K̃, except that logistic regression uses stored features of a map
// as they are.
func (t *Trial) Decompose(ctx context.Context, f *Fit) (err error) {
	if f.decomposition == nil && t.Method.Name != Exact {
		f.decomposition, err = t.decompose(ctx, f)
	}
	return err
}

func (t *Trial) decompose(ctx context.Context, f *Fit) (decomposition, error) {
	approx := f.Approx
	direct := t.Learner == LearnRidge && t.Solver != SolverPCG
	blocks, isBlocks := approx.(model.BlockDiagonal)
	if direct && isBlocks {
		e, err := approx.Extension(ctx)
		if err != nil {
			return nil, err
		}
		return diagonalBlocks{learn.NewBlocks(blocks, t.Rows.Train.Y), e}, nil
	}
	if s, ok := approx.(model.Smoother); ok && direct && t.Gram.N() > model.EigenpairsLimit {
		return smoother{s}, nil
	}
	if m, ok := approx.(model.Mapper); ok && approx.Rank() < t.Gram.N() {
		switch isStored := m.Stored() != nil; {
		case direct && (isStored || m.Unmade().Width > 0):
			return t.normalEquations(ctx, f, m)
		case t.Learner == LearnLogistic && isStored:
			test, err := t.testFeatures(ctx, f)
			return mapClasses{m.Stored(), test}, err
		}
	}
	d, err := approx.Decompose(ctx)
	if err != nil {
		return nil, err
	}
	test, err := t.testFeatures(ctx, f)
	if err != nil {
		return nil, err
	}
	if test != nil {
		test = d.Coordinates(test)
	}
	switch pairs := (eigenpairs{d, test}); {
	case direct:
		return ridgePairs{pairs, learn.NewRidge(d, t.Rows.Train.Y)}, nil
	case t.Learner == LearnRidge:
		return preconditioner{pairs}, nil
	default:
		return classPairs{pairs}, nil
	}
}

func (t *Trial) normalEquations(ctx context.Context, f *Fit, m model.Mapper) (decomposition, error) {
	e, err := f.Approx.Extension(ctx)
	if err != nil {
		return nil, err
	}
	train := t.Rows.Train
	out := normalEquations{}
	if out.Normal, err = learn.NewNormal(ctx, e, m.Stored(), t.Gram.X(), train.Y, train.Truth); err != nil {
		return nil, err
	}
	if m.Stored() != nil {
		out.test, err = t.testFeatures(ctx, f)
	}
	return out, err
}

// testFeatures returns the features of the test rows, nil without test rows and for a K̃ that is known at its own rows
// only.
func (t *Trial) testFeatures(ctx context.Context, f *Fit) (*mat.Dense, error) {
	if t.Rows.Test == nil {
		return nil, nil
	}
	e, err := f.Approx.Extension(ctx)
	if errors.Is(err, model.ErrUnextended) {
		if t.Solver != SolverPCG {
			f.Unextended = err
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return e.Features(t.Rows.Test.X), nil
}

func (p eigenpairs) bytes(approx int64) int64 {
	total := approx + bytesOf(p.test)
	for _, g := range p.Groups {
		total += bytesOf(g.Q)
	}
	return total
}

// forget drops the data that only predictions at new rows need.
func (p eigenpairs) forget() {
	for i := range p.Groups {
		p.Groups[i].Back = nil
	}
}

// forget drops the rows, which learn passes again: a store has more fits than rows.
func (e normalEquations) forget() { e.Normal.Forget() }

func (e normalEquations) bytes(approx int64) int64 { return approx + e.Bytes() + bytesOf(e.test) }

func (m mapClasses) bytes(int64) int64 { return bytesOf(m.features) + bytesOf(m.test) } // the features are K̃'s

func (b diagonalBlocks) bytes(int64) int64 { return b.Bytes() } // which includes K̃

func (s smoother) bytes(int64) int64 { return s.k.Bytes() } // the fit may have forgotten K̃

func bytesOf(m *mat.Dense) int64 {
	if m == nil {
		return 0
	}
	r, c := m.Dims()
	return 8 * int64(r) * int64(c)
}

// Measured returns K̃. If the fit has normal equations the result's Norms are computed from them, which
// saves a pass over the rows.
func (f *Fit) Measured() model.Approximation {
	if e, ok := f.decomposition.(normalEquations); ok {
		return normed{f.Approx, e.Normal}
	}
	return f.Approx
}

// normed is an approximation with the norms of its normal equations.
type normed struct {
	model.Approximation
	normal *learn.Normal
}

func (a normed) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	return a.normal.Norms(ctx, rng)
}

// Forget drops the data that only predictions at new rows need, and K̃ itself unless keepApproximation.
func (f *Fit) Forget(keepApproximation bool) {
	if !keepApproximation {
		f.Approx = nil
	}
	if p, ok := f.decomposition.(interface{ forget() }); ok {
		p.forget()
	}
}

// bytes returns the memory of the fit plus 64 kB. The surcharge limits the number of small fits in a store.
func (f *Fit) bytes() int64 {
	approx := int64(0)
	if f.Approx != nil {
		approx = f.Approx.Bytes()
	}
	if f.decomposition != nil {
		approx = f.decomposition.bytes(approx)
	}
	return 64<<10 + approx
}
