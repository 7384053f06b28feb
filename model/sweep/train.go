package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
)

// Exact is the name of kernel ridge regression with K itself, which Train knows
// besides the methods.
const Exact = "exact"

// ExactMethod stands for K itself among the methods of a plan that is only
// trained, for n up to limit.
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

// Trained is what a cell has learned, for use on other rows: the value at a raw
// row x is Predictor at Scaling of x, plus Offsets.
type Trained struct {
	Train, Test *data.Set // raw rows; Test may be nil
	Scaling     *data.Scaling
	Shape       model.Shape

	Learner   string // of Learners
	Predictor *model.Predictor
	Offsets   []float64 // one an output
	Classes   []int     // those with training rows; nil for ridge

	Rank     int      // of K̃; n for exact regression
	DF       float64  // tr H of ridge regression by an approximation, directly solved; else NaN
	Warnings []string // each with its remedy
}

// Train learns the target of one cell at ridge mu ≥ 0, which for once may be 0,
// on the same draw of rows and with the same random numbers as its run. Nothing
// is measured, so that only the method and the regression take time and memory.
// A target with one value is an error, as is one that is text under ridge
// regression; *model.SingularError is that of package learn.
func (p *Plan) Train(ctx context.Context, c Cell, mu float64) (*Trained, error) {
	t := &Trained{DF: math.NaN(), Shape: p.shapeOf(c), Learner: p.learner()}
	_, _, k, err := p.kernelOf(c)
	if err != nil {
		return nil, err
	}
	x, err := p.rows(c, t)
	if err != nil {
		return nil, err
	}
	if c.Method == Exact && t.Learner != LearnRidge {
		return nil, &SpecError{Exact + " is for ridge regression, not " + t.Learner, "take --method best or nystrom, say"}
	}
	if err := t.checkTarget(mu); err != nil {
		return nil, err
	}
	g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	if c.Method == Exact {
		err = t.exactly(ctx, g, mu)
	} else {
		err = p.approximately(ctx, c, t, g, mu)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (p *Plan) approximately(ctx context.Context, c Cell, t *Trained, g *model.Gram, mu float64) error {
	asked := p.Asked(c)
	key := methodKey(c, asked)
	g.Allow(p.affordTraining(c))
	a, err := p.fitter(c, asked).Fit(ctx, g, rand.New(rand.NewPCG(p.Spec.Seed, hash(c.Rep, key))))
	if err != nil {
		return err
	}
	if w, ok := a.(model.Warner); ok {
		t.Warnings = append(t.Warnings, w.Warnings()...)
	}
	t.Rank = a.Rank()
	if p.Spec.Solver == SolverFalkon {
		return t.falkon(ctx, g, a, mu)
	}
	e, ok := a.(model.Extender)
	if !ok {
		return fmt.Errorf("%s does not say how it goes on to new rows: take another method", c.Method)
	}
	pairs, err := e.Decompose(ctx)
	if err != nil {
		return err
	}
	extension, err := e.Extension(ctx)
	if err != nil {
		return err
	}
	if t.Learner == LearnRidge {
		return t.ridge(extension, pairs, mu)
	}
	rng := rand.New(rand.NewPCG(p.Spec.Seed, hash(c.Rep, key, t.Learner)))
	return t.classify(ctx, extension, pairs, mu, rng)
}

// rows draws the cell's rows and gives the training rows as the kernel sees them.
func (p *Plan) rows(c Cell, t *Trained) (*mat.Dense, error) {
	key := p.drawKey(c.Rep, p.rowsOf(c))
	var err error
	t.Train, t.Test, err = p.store.source.Draw(key.n, key.test, rand.New(rand.NewPCG(key.seed, hash("draw", key.rep))))
	if err != nil {
		return nil, err
	}
	seen := *t.Train
	if key.standardize {
		scaling, warnings := data.NewScaling(t.Train)
		t.Scaling, t.Warnings = &scaling, warnings
		seen.X = mat.DenseCopyOf(seen.X)
		scaling.Apply(seen.X)
	}
	return seen.X, checkSquares(&seen)
}

// checkTarget refuses what can't be learned.
func (t *Trained) checkTarget(mu float64) error {
	s, n := t.Train, len(t.Train.Y)
	ridge := t.Learner == LearnRidge
	switch {
	case s.Y == nil:
		return &SpecError{"there is no target to learn", "name one with --target"}
	case ridge && slices.Min(s.Y) == slices.Max(s.Y):
		return &TargetError{fmt.Sprintf("the target %s is %v in all %d training rows", s.Target, s.Y[0], n), "choose another with --target, or more rows with --n"}
	case ridge:
		return CheckTarget(s, t.Test)
	case s.Classes == nil:
		return &SpecError{fmt.Sprintf("the target %s is a number, and %s is for classes", s.Target, t.Learner), "take --learner ridge, or another --target"}
	case len(s.Classes) > n:
		return &TargetError{fmt.Sprintf("the target %s has %d classes and there are %d training rows", s.Target, len(s.Classes), n), "take more rows with --n, or another --target"}
	case mu == 0:
		return &SpecError{"mu = 0, and " + t.Learner + " has no solution without a ridge where classes can be told apart", "give a --mu above 0"}
	}
	var absent []string
	for class, name := range s.Classes {
		if !slices.Contains(s.Y, float64(class)) {
			absent = append(absent, name)
		}
	}
	if len(absent) == len(s.Classes)-1 {
		return &TargetError{fmt.Sprintf("the target %s is %s in all %d training rows", s.Target, s.Classes[int(s.Y[0])], n), "choose another with --target, or more rows with --n"}
	}
	for _, name := range absent {
		t.Warnings = append(t.Warnings, fmt.Sprintf("class %s of %s has no training row and is never predicted: take more rows with --n", name, s.Target))
	}
	return nil
}

// TargetError says that a target can't be learned.
type TargetError struct{ Problem, Remedy string }

func (e *TargetError) Error() string { return e.Problem + "; " + e.Remedy }

func (t *Trained) exactly(ctx context.Context, g *model.Gram, mu float64) error {
	exact, err := learn.NewExact(ctx, g, t.Train.Y, mu)
	if err != nil {
		return err
	}
	t.Rank = g.N()
	t.overRows(g, nil, exact.Alpha, exact.Offset)
	return nil
}

// overRows is f(z) = k(z, X_I)·α + offset for some rows I of g; nil means all.
func (t *Trained) overRows(g *model.Gram, rows []int, alpha []float64, offset float64) {
	x := g.X()
	if rows != nil {
		x = mat.NewDense(len(rows), g.X().RawMatrix().Cols, nil)
		for j, i := range rows {
			x.SetRow(j, g.X().RawRowView(i))
		}
	}
	part := model.PredictorPart{Landmarks: x, Weights: mat.NewDense(len(alpha), 1, alpha)}
	t.Predictor, t.Offsets = &model.Predictor{Kernel: g.Kernel(), Parts: []model.PredictorPart{part}, Outputs: 1}, []float64{offset}
}

func (t *Trained) falkon(ctx context.Context, g *model.Gram, a model.Approximation, mu float64) error {
	rows := projectionRows(g.View(), a)
	if rows == nil {
		return &SpecError{"falkon is for approximations that equal K at landmarks among the rows, and this one does not", "take --solver direct, or nystrom or rpcholesky without --rank"}
	}
	offset := 0.0
	for _, y := range t.Train.Y {
		offset += y / float64(len(t.Train.Y))
	}
	centred := slices.Clone(t.Train.Y)
	for i := range centred {
		centred[i] -= offset
	}
	alpha, info, err := learn.Falkon(ctx, g, rows, nil, centred, mu, learn.FalkonOptions{})
	if err != nil {
		return err
	}
	t.Warnings = append(t.Warnings, info.Warnings...)
	t.overRows(g, rows, alpha, offset)
	return nil
}

func (t *Trained) ridge(e *model.Extension, pairs *model.Decomposition, mu float64) error {
	ridge := learn.NewRidge(pairs, t.Train.Y)
	fit, err := ridge.At(mu)
	if err != nil {
		return err
	}
	t.DF, t.Offsets = fit.DF, []float64{ridge.Offset()}
	t.extend(e, pairs, [][]float64{fit.Coefficients()})
	return nil
}

// extend makes the predictor of the vectors Qᵀα, one an output.
func (t *Trained) extend(e *model.Extension, pairs *model.Decomposition, coefficients [][]float64) {
	var weights *mat.Dense
	for j, c := range coefficients {
		w := pairs.Weights(c)
		if len(w) == 0 { // no features: K̃ = 0
			t.Predictor = &model.Predictor{Kernel: e.Kernel, Outputs: len(coefficients)}
			return
		}
		if weights == nil {
			weights = mat.NewDense(len(w), len(coefficients), nil)
		}
		weights.SetCol(j, w)
	}
	t.Predictor = e.Predictor(weights)
}
