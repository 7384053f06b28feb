package command

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/data"
	"gramscope/model/fitted"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// model returns the trained model with a record of its origin.
func (s *fitSettings) model(plan *sweep.Plan, t *sweep.Trained, coding data.Coding) *fitted.Model {
	asked := plan.EmptyRow(t.Setting)
	m := &fitted.Model{
		Origin: fitted.Origin{
			Program: "gramscope " + version(), Data: asked.Data, Rows: asked.N, Method: s.method, Parameters: t.Named(),
			Mu: s.mu, Seed: plan.Spec.Seed,
		},
		Coding: coding, Scaling: t.Scaling, Kernel: fitted.Kernel{Family: plan.Spec.Kernel, Values: t.Kernel.Values},
		Learner: t.Learner, Classes: t.Classes, Predictor: t.Predictor, Offsets: t.Offsets,
	}
	if k := t.Train.Matrix; k != nil {
		m.Matrix, m.MatrixNames, m.Indefinite = k.Rows, k.Names, k.Indefinite
	}
	switch {
	case plan.Spec.Kernel == kernel.Precomputed: // DATA of predict does not have k(z, z) of the new points
	case s.method == trial.Exact:
		m.Spread = &fitted.Spread{Rule: fitted.RuleExact, Amplitude: t.Amplitude}
	case t.Spread != nil:
		m.Spread = &fitted.Spread{
			Rule: fitted.RuleDTC, Amplitude: t.Amplitude,
			Features: fitted.Rows{Dense: t.Spread.Features}, Half: fitted.Rows{Dense: t.Spread.Half},
		}
	}
	if m.Learner == fitted.Ridge {
		m.Solver = cmp.Or(plan.Spec.Solver, trial.SolverDirect)
	}
	return m
}

// foundLine reports the m that meets a condition.
func foundLine(c trial.Condition, found *sweep.Found) string {
	line := fmt.Sprintf("m = %d meets %s: %s is %.3g", found.M, c, c.Figure, found.Value)
	if found.SE > 0 {
		line += fmt.Sprintf(" ± %.1g on rows that did not choose m", found.SE)
	}
	if found.Below > 0 {
		line += fmt.Sprintf("; m = %d does not", found.Below)
	}
	return line
}

// summary describes the model and its scores, line by line.
func (s *fitSettings) summary(plan *sweep.Plan, m *fitted.Model, t *sweep.Trained) ([]string, error) {
	n, d := t.Train.X.Dims()
	kernel := m.Kernel.Family
	if !math.IsNaN(plan.Sigma) {
		kernel += fmt.Sprintf(" with γ = %.4g (σ = %.4g)", plan.Gamma, plan.Sigma)
	}
	var params []string
	for _, q := range plan.Methods[0].New().Params() {
		params = append(params, fmt.Sprintf("%s = %v", q.Name, m.Parameters[string(q.Name)]))
	}
	method := s.method
	if params != nil {
		method += " (" + strings.Join(params, ", ") + ")"
	}
	if m.Solver == trial.SolverPCG {
		method = "pcg, preconditioned by " + method
	}
	target := fmt.Sprintf("centred by its mean %.6g", m.Offsets[0])
	if names := m.Coding.Target.Texts; names != nil {
		target = number.Plural(len(names), "class")
	}
	features := ", " + number.Plural(d, "feature")
	switch {
	case m.Unbindable():
		features = ""
	case m.Matrix > 0:
		features = fmt.Sprintf(", predictions need the kernel with %d of its rows", len(m.MatrixRows()))
	}
	lines := []string{
		fmt.Sprintf("%s by %s on %d rows of %s%s, rank %d", learnerTitle(m.Learner), method, n, m.Data, features, t.Rank),
		fmt.Sprintf("kernel %s; μ = %.4g (λ = μ/n = %.4g)", kernel, m.Mu, m.Mu/float64(n)),
		fmt.Sprintf("target %s, %s", t.Train.Target, target),
	}
	if m.Unbindable() {
		lines = append(lines, "new points can't be predicted after "+m.Indefinite+"; fit with --indefinite shift for that")
	}
	if w := plan.Spec.Widths; w != "" {
		lines = append(lines, relevance(w, m.Coding.Features())...)
	}
	if m.Spread != nil {
		const form = "error bars by %s: kernel of amplitude s² = %.4g, noise of standard deviation √(s²μ) = %.4g"
		lines = append(lines, fmt.Sprintf(form, m.Spread.Rule, m.Spread.Amplitude, math.Sqrt(m.Noise())))
	}
	if m.Learner == fitted.Ridge && len(slices.Compact(slices.Sorted(slices.Values(t.Train.Y)))) == 2 {
		lines = append(lines, "the target has two values; --learner logistic treats them as classes")
	}
	for _, part := range []struct {
		name string
		set  *data.Set
	}{{"training", t.Train}, {"test", t.Test}} {
		if part.set == nil {
			continue
		}
		line := number.Plural(len(part.set.Y), part.name+" row") + ": "
		if part.set == t.Train && !math.IsNaN(t.Squares) {
			line += regressionScore(t.Squares/float64(n), t.Train.Y)
		} else {
			values, err := m.Outputs(part.set.X)
			if err != nil {
				return nil, fmt.Errorf("%s rows: %w", part.name, err)
			}
			line += score(m, values, part.set.Y)
		}
		if part.set == t.Train && !math.IsNaN(t.DF) {
			line += fmt.Sprintf(", %.4g degrees of freedom", t.DF)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func learnerTitle(learner string) string {
	titles := map[string]string{learn.LearnerLogistic: "logistic regression", learn.LearnerSVM: "a support vector machine"}
	return cmp.Or(titles[learner], "ridge regression")
}

// score compares a model's outputs with the true numbers or classes y.
func score(m *fitted.Model, values *mat.Dense, y []float64) string {
	if m.Coding.Target.Texts == nil {
		return regressionScore(learn.MeanSquare(mat.Col(nil, 0, values), y), y)
	}
	truth := mapped(y, func(class float64) int { return int(class) })
	text := fmt.Sprintf("accuracy %.4f", learn.Accuracy(m.Classifier().Decide(values), truth))
	if chances := m.Classifier().Chances(values); chances != nil {
		text += fmt.Sprintf(", log loss %.4f", learn.LogLoss(chances, truth))
	}
	return text
}

// regressionScore returns the figures of a regression on rows with the targets y from the mean of (y−ŷ)².
func regressionScore(loss float64, y []float64) string {
	text := fmt.Sprintf("RMSE %.6g", math.Sqrt(loss))
	if _, variance := stat.PopMeanVariance(y, nil); variance > 0 {
		text += fmt.Sprintf(", R² %.4f", 1-loss/variance)
	}
	return text
}
