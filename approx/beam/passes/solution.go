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

func init() {
	registerGob[solution](encodeSolution, decodeSolution)
}

// solution is what was learned.
type solution struct {
	W        []float64 // of the features, q×outputs
	Offsets  []float64 // one an output
	DF       float64   // degrees of freedom of ridge regression; else NaN
	Error    float64   // estimate of ‖K−K̃‖_F/‖K‖_F, from Pairs of rows
	Pairs    int
	Passes   int // of logistic regression
	Warnings []string

	Failure string // see told
}

func encodeSolution(s solution) ([]byte, error) { return encode(s) }
func decodeSolution(b []byte) (solution, error) { return decode[solution](b) }

// model is what was learned as a function of raw rows.
func (s *Settings) model(ctx context.Context, in *frame, z *landmarks, w *solution) (*fitted.Model, error) {
	if err := failed(w.Failure); err != nil {
		return nil, err
	}
	e, err := s.features(ctx, in, z)
	if err != nil {
		return nil, err
	}
	setting := s.setting(1)
	parameters := setting.Named()
	if s.selection() == given {
		parameters["m"] = len(z.Points) / z.Width
	}
	m := &fitted.Model{
		Origin: fitted.Origin{
			Program: "gramscope approx/beam", Data: path.Base(s.Input), Rows: in.Rows, Method: setting.Method.Name, Parameters: parameters, Mu: setting.Mu, Seed: s.Spec.Seed,
		},
		Coding: in.Coding, Scaling: in.Scaling, Kernel: fitted.Kernel{Family: s.Spec.Kernel, Shape: in.Shape},
		Learner: fitted.Ridge, Classes: in.Classes, Offsets: w.Offsets,
		Predictor: e.Predictor(mat.NewDense(len(w.W)/len(w.Offsets), len(w.Offsets), w.W)),
	}
	if m.Solver = trial.SolverDirect; in.Classes != nil {
		m.Learner, m.Solver = learn.LearnerLogistic, ""
	}
	return m, nil
}

// errorRows is how many rows relativeError looks at.
const errorRows = 1000

// relativeError estimates ‖K−K̃‖_F/‖K‖_F of n rows from a uniform sample of them: the sums over pairs of
// different rows and over the diagonal, each by its mean. It is of all rows where these are the sample.
func relativeError(e *model.Extension, sample *mat.Dense, n int) (estimate float64, pairs int) {
	rows, d := sample.Dims()
	rows = min(rows, errorRows)
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
	return math.Sqrt(squares(func(i, j int) float64 { return k.At(i, j) - approximate.At(i, j) }) / squares(k.At)), rows * (rows - 1) / 2
}

// learned is what was learned on the landmarks, by the learner that the target asks for, and its errors.
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
	return solutions, beam.Combine(s, &mergeScores{}, beam.ParDo(s, &scoreFn{with}, parts, seen, at, beam.SideInput{Input: solutions}))
}
