package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// visit is the computation of one cell. Its columns get what they share from it: each part is computed when the first
// column asks for it, and ends with the visit.
type visit struct {
	*trial.Trial
	ctx  context.Context
	plan *Plan
	on   *trial.Matrix
	row  *Result
	rank int // of K̃

	fit            once[*trial.Fit]
	direct, solved once[*trial.Learned]
	exact          once[*trial.ExactRegression]
	risk           once[learn.Risk]
	evidence       once[learn.Bounds]
	calibration    once[learn.Calibration]
	diagnostics    once[exact.Diagnostics]
	degrees        once[float64]
}

// once is a value that is computed when it is first asked for.
type once[T any] struct {
	known bool
	value T
	err   error
}

func (p *once[T]) get(of func() (T, error)) (T, error) {
	if !p.known {
		p.value, p.err = of()
		p.known = true
	}
	return p.value, p.err
}

// valueOf is a number in a part.
func valueOf[T any](of func(*visit) (T, error), value func(T) float64) figure {
	return func(v *visit) (exact.Estimate, error) {
		part, err := of(v)
		if err != nil {
			return none(), err
		}
		return exact.Exactly(value(part)), nil
	}
}

// besideExact is a figure of the exact regression, which lacks fitted values if its solutions have not converged.
func besideExact(needsFit bool, value func(v *visit, e *trial.ExactRegression) exact.Estimate) figure {
	return func(v *visit) (exact.Estimate, error) {
		e, err := v.learnExactly()
		if e == nil || err != nil || needsFit && e.Fitted == nil {
			return none(), err
		}
		return value(v, e), nil
	}
}

// none returns a figure without a value.
func none() exact.Estimate { return exact.Exactly(math.NaN()) }

// learnDirect returns the regression or classification by the direct solver at the row's ridge, without figures for a
// classification without test rows. The error wraps a *model.SingularError if K̃ + μI is singular.
func (v *visit) learnDirect() (*trial.Learned, error) {
	return v.direct.get(func() (*trial.Learned, error) {
		if v.Learner != trial.LearnRidge && v.Rows.Test == nil {
			return trial.Unlearned(), nil
		}
		fit, err := v.fitted()
		if err != nil {
			return nil, err
		}
		l, err := v.LearnOne(v.ctx, fit)
		if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
			err = fmt.Errorf("%s%w", unsolved, err)
		}
		if err != nil {
			return nil, err
		}
		return &l, nil
	})
}

// learn returns the regression by the solver. Where a solver on landmarks does not suit K̃ it is the direct one, with a
// warning.
func (v *visit) learn() (*trial.Learned, error) {
	return v.solved.get(func() (*trial.Learned, error) {
		l, err := v.learnDirect()
		if err != nil {
			return nil, err
		}
		if v.Solver == trial.SolverFalkon {
			solved, err := v.LearnOnLandmarks(v.ctx, v.fit.value, v.Mu)
			switch unsuited := (*trial.UnsuitedError)(nil); {
			case errors.As(err, &unsuited):
				v.row.warn(unsuited.Error() + "; the direct solution was used: take nystrom or rpcholesky with rank = 0, say")
			case err != nil:
				return nil, err
			default:
				l = &solved
			}
		}
		v.row.warn(l.Warnings...)
		return l, nil
	})
}

// learnExactly returns the exact regression, nil if the row is not compared with it.
func (v *visit) learnExactly() (*trial.ExactRegression, error) {
	return v.exact.get(func() (*trial.ExactRegression, error) {
		l, err := v.learn()
		if err != nil || l.Fitted == nil || !v.plan.exactRegression(v.Setting) && !v.plan.byProducts(v.Setting) {
			return nil, err
		}
		e, err := v.on.Exact(v.ctx, v.Mu)
		if err == nil {
			v.row.warn(e.Warnings...)
		}
		return e, err
	})
}

// riskOf returns the risk of the direct solution. The truth and the noise are those of the data, or else of the exact
// regression.
func (v *visit) riskOf() (learn.Risk, error) {
	return v.risk.get(func() (learn.Risk, error) {
		l, err := v.learn()
		if err != nil || l.Fitted == nil {
			return learn.NoRisk(), err
		}
		truth, noise := v.Rows.Train.Truth, v.Rows.Train.Noise
		if truth == nil {
			e, err := v.learnExactly()
			if e == nil || err != nil || e.Fitted == nil {
				return learn.NoRisk(), err
			}
			truth, noise = e.Truth, e.Noise
		}
		if math.IsNaN(noise) {
			return learn.NoRisk(), nil
		}
		return v.direct.value.Risk(v.ctx, truth, noise)
	})
}

// mostEvidenceRounding is the rounding error of the log evidence, in nats, above which a row has a warning.
const mostEvidenceRounding = 1e-4

// boundEvidence returns bounds of the log evidence, NaN where [trial.NoProcess] has a reason.
func (v *visit) boundEvidence() (learn.Bounds, error) {
	return v.evidence.get(func() (learn.Bounds, error) {
		l, err := v.learnDirect()
		if err != nil {
			return learn.Bounds{}, err
		}
		b, err := v.Evidence(v.ctx, *l)
		if err == nil && v.plan.wants(FigureEvidence) && b.Rounding > mostEvidenceRounding {
			v.row.warn(fmt.Sprintf("rounding errors of K change the log evidence by %.1g or more, "+
				"and its lower bound may be above evidence_exact: raise mu to %.2g",
				b.Rounding, 1.01*v.Mu*b.Rounding/mostEvidenceRounding))
		}
		return b, err
	})
}

// calibrate compares the error bars of the regression with the targets of the test rows.
func (v *visit) calibrate() (learn.Calibration, error) {
	return v.calibration.get(func() (learn.Calibration, error) {
		b, err := v.boundEvidence()
		if err != nil {
			return learn.Calibrate(nil, nil, nil, 0.95), err
		}
		return v.Calibration(*v.direct.value, b.Amplitude()), nil
	})
}

// fitted returns the fit, which a row that is known already has figures of without it.
func (v *visit) fitted() (*trial.Fit, error) {
	return v.fit.get(func() (*trial.Fit, error) {
		f, err := v.plan.store.Fit(v.plan.measuredKey(v.Setting), func() (*trial.Fit, error) { return v.plan.fit(v.ctx, v) })
		if err != nil {
			return nil, err
		}
		v.rank = f.Rank
		v.row.warn(f.WarningsAt(v.Mu, v.DependsOn(model.PSDName))...)
		if f.Unextended != nil {
			v.row.warn(f.Unextended.Error())
		}
		return f, nil
	})
}

// diagnose returns the row's diagnostics. The ε of gamma_ok is the method's parameter, or its default for methods
// without that parameter.
func (v *visit) diagnose() (exact.Diagnostics, error) {
	return v.diagnostics.get(func() (exact.Diagnostics, error) {
		fit, err := v.fitted()
		if err != nil {
			return exact.Diagnostics{}, err
		}
		return v.on.Reference.Diagnose(v.ctx, fit.Approx, v.ScoreRidge, v.row.parameter(model.Epsilon(nil)))
	})
}

// dimension returns the effective dimension. The error wraps a *model.SingularError if K + γₛI is singular.
func (v *visit) dimension() (exact.Estimate, error) {
	d, err := v.on.Reference.EffectiveDimension(v.ctx, v.ScoreRidge)
	if err != nil {
		err = fmt.Errorf("d_eff: %w", err)
	}
	return d, err
}

// constantTarget returns a warning if the target has the same value in all training rows.
func (p *Plan) constantTarget(rows *trial.Rows) []remedy.Note {
	y := rows.Train.Y
	if !p.Regresses() || slices.Min(y) != slices.Max(y) {
		return nil
	}
	text := fmt.Sprintf("the target is %v in all %d training rows, so that its regression has no meaning", y[0], len(y))
	return []remedy.Note{{Text: text, Remedies: trial.AnotherTarget()}}
}
