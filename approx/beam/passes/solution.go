package passes

import (
	"context"
	"math"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// solution is the result of the regression.
type solution struct {
	W        []float64 // weights of the features, q×outputs
	Offsets  []float64 // one for each output
	DF       float64   // degrees of freedom of ridge regression; else NaN
	Passes   int       // of logistic regression
	Warnings []string

	Failure string // see asFailure
}

// model returns the solution as a function of raw rows.
func (s *Settings) model(ctx context.Context, in *frame, z *landmarks, w *solution) (*fitted.Model, error) {
	if err := failed(w.Failure); err != nil {
		return nil, err
	}
	e, err := s.features(ctx, in, z)
	if err != nil {
		return nil, err
	}
	setting := s.setting()
	parameters := setting.Named()
	if s.selection() == given {
		parameters["m"] = len(z.Points) / z.Width
	}
	m := &fitted.Model{
		Origin: fitted.Origin{
			Program: "gramscope approx/beam", Data: path.Base(s.Input), Rows: in.Rows, Seed: s.Spec.Seed,
			Method: setting.Method.Name, Parameters: parameters, Mu: setting.Mu,
		},
		Coding: in.Coding, Scaling: in.Scaling, Kernel: fitted.Kernel{Family: s.Spec.Kernel, Values: in.Values},
		Learner: fitted.Ridge, Classes: in.Classes, Offsets: w.Offsets,
		Predictor: e.Predictor(mat.NewDense(len(w.W)/len(w.Offsets), len(w.Offsets), w.W)),
	}
	if m.Solver = trial.SolverDirect; in.Classes != nil {
		m.Learner, m.Solver = learn.LearnerLogistic, ""
	}
	return m, nil
}

// relativeError estimates ‖K−K̃‖_F/‖K‖_F of n rows from at most 1000 rows of a uniform sample: it scales up
// the sums over pairs of different rows and over the diagonal. It is exact if the sample is all rows.
func relativeError(e *model.Extension, sample *mat.Dense, n int) (estimate float64, pairs int) {
	rows, d := sample.Dims()
	rows = min(rows, 1000)
	x := sample.Slice(0, rows, 0, d).(*mat.Dense)
	k, phi := model.Cross(e.Kernel, x, x), mat.DenseCopyOf(e.Parts[0].Features(e.Kernel, x))
	var approximate mat.Dense
	approximate.Mul(phi, phi.T())
	squares := func(of func(i, j int) float64) float64 {
		diagonal, others := 0.0, 0.0
		for i := range rows {
			for j := range rows {
				if v := of(i, j); i == j {
					diagonal += v * v
				} else {
					others += v * v
				}
			}
		}
		total := diagonal * float64(n) / float64(rows)
		if rows > 1 {
			total += others * (float64(n) / float64(rows)) * (float64(n-1) / float64(rows-1))
		}
		return total
	}
	off := squares(func(i, j int) float64 { return k.At(i, j) - approximate.At(i, j) })
	return math.Sqrt(off / squares(k.At)), rows * (rows - 1) / 2
}

// scores are the errors of the model on some parts.
type scores struct{ Train, Test score }

// score has sums over some rows. Which of them are set depends on the kind of target.
type score struct {
	Rows    int
	Squares float64 // of the residuals
	Right   int     // number of classes that were predicted correctly
	Loss    float64 // Σ −log p of the true classes
}

// add adds rows, scaled, with their targets.
func (s *score) add(m *fitted.Model, x *mat.Dense, y []float64) error {
	values, err := m.Outputs(x)
	if err != nil {
		return err
	}
	s.Rows += len(y)
	if m.Coding.Target.Texts == nil {
		for i, v := range y {
			s.Squares += math.Pow(v-values.At(i, 0), 2)
		}
		return nil
	}
	truth := make([]int, len(y))
	for i, predicted := range m.Classifier().Decide(values) {
		if truth[i] = int(y[i]); truth[i] == predicted {
			s.Right++
		}
	}
	s.Loss += float64(len(y)) * learn.LogLoss(m.Classifier().Chances(values), truth)
	return nil
}

func (s *score) merge(other score) {
	s.Rows, s.Right = s.Rows+other.Rows, s.Right+other.Right
	s.Squares, s.Loss = s.Squares+other.Squares, s.Loss+other.Loss
}

// rmse, accuracy and logLoss are means over the rows, NaN without rows.
func (s score) rmse() float64     { return math.Sqrt(s.Squares / float64(s.Rows)) }
func (s score) accuracy() float64 { return float64(s.Right) / float64(s.Rows) }
func (s score) logLoss() float64  { return s.Loss / float64(s.Rows) }

// scoreFn computes the scores of a part.
type scoreFn struct{ S Settings }

func (f *scoreFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, w solution,
	emit func(scores)) error {
	m, err := f.S.model(ctx, &in, &z, &w)
	if err != nil {
		return err
	}
	var out scores
	by := func(to *score) func(x *mat.Dense, y []float64) error {
		return func(x *mat.Dense, y []float64) error { return to.add(m, x, y) }
	}
	err = f.S.tiled(ctx, path, &in, tileRows, by(&out.Train), by(&out.Test))
	emit(out)
	return err
}

func mergeScores(a, b scores) scores {
	a.Train.merge(b.Train)
	a.Test.merge(b.Test)
	return a
}

// learned returns the solution by the learner that suits the target, and its errors.
func learned(s beam.Scope, with Settings, parts, frames, chosen beam.PCollection) (solutions, errors beam.PCollection) {
	seen, at := beam.SideInput{Input: frames}, beam.SideInput{Input: chosen}
	switch with.Spec.Learner {
	case trial.LearnRidge:
		solutions = regressed(s, with, parts, seen, at)
	case trial.LearnLogistic:
		solutions = classified(s, with, parts, frames, at, beam.SideInput{Input: beam.CreateList(s, []solution{})})
	default:
		solutions = classified(s, with, parts, frames, at, beam.SideInput{Input: regressed(s, with, parts, seen, at)})
	}
	scored := beam.ParDo(s, &scoreFn{with}, parts, seen, at, beam.SideInput{Input: solutions})
	return solutions, beam.Combine(s, mergeScores, scored)
}
