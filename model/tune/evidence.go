package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// What a search goes by.
const (
	ByValidation = "validation" // the loss in cross-validation
	ByEvidence   = "evidence"   // the lower bound of the log evidence on all training rows
)

// Criteria returns what a search may go by.
func Criteria() []string { return []string{ByValidation, ByEvidence} }

// EvidenceDigits is the difference of two log evidences, in natural logarithms, that is "not worth more than a bare
// mention" (Kass and Raftery 1995).
const EvidenceDigits = 1.0

// PrepareEvidence prepares a search by the evidence: its configurations, the cheapest first, are to be scored one after
// the other by [Plan.Run] of the plan that [Search.Grid] returns. Without methods in the spec they are nystrom and
// rpcholesky, as far as they suit the kernel, and those for given landmarks. The errors are those of [PrepareSearch].
func PrepareEvidence(spec SearchSpec, methods []model.Method, source data.Source) (*Search, error) {
	if err := checkOver(spec, methods); err != nil {
		return nil, err
	}
	grid := spec.Spec
	grid.By = ByEvidence
	if grid.Methods == nil {
		names, _ := sweep.Applicable(methods, spec.Kernel, sweep.Spec{N: spec.N}.MostRows(source.Rows()), source)
		for _, m := range methods {
			if slices.Contains(names, m.Name) && (m.Needs.Landmarks || m.Name == "nystrom" || m.Name == "rpcholesky") {
				grid.Methods = append(grid.Methods, m.Name)
			}
		}
	}
	plan, err := prepare(grid, methods, source)
	if err != nil {
		return nil, err
	}
	s := &Search{Plan: plan, limit: spec.Time, clock: wallClock()}
	return s, s.configure(spec.Over)
}

// Grid returns the plan of one configuration.
func (s *Search) Grid(configuration int) *Plan {
	c := s.Configurations[configuration]
	return s.With(c.Values).Only(c.Method)
}

// checkEvidence returns an error if the plan goes by the evidence and the learner or a method has none.
func (p *Plan) checkEvidence() error {
	switch by := cmp.Or(p.Spec.By, ByValidation); {
	case !slices.Contains(Criteria(), by):
		return &sweep.SpecError{Problem: fmt.Sprintf("there is no criterion %q", by), Remedies: remedy.Do("choose validation or evidence")}
	case by == ByValidation:
		return nil
	}
	for _, m := range p.methods {
		if why := trial.NoProcess(m, p.Learner, trial.SolverDirect); why != "" {
			return &sweep.SpecError{Problem: "no evidence: " + why, Remedies: remedy.By("search by cross-validation", "by", ByValidation)}
		}
	}
	return nil
}

// partName identifies the random draws of a part: by evidence those of a sweep.
func (p *Plan) partName(fold int) any {
	if p.Spec.By == ByEvidence {
		return 1
	}
	return fmt.Sprint("fold ", fold)
}

// evidenceOf returns the scores of a regression by evidence.
func evidenceOf(ctx context.Context, t *trial.Trial, l trial.Learned) (figures, error) {
	b, err := t.Evidence(ctx, l)
	return figures{loss: -b.Lower, gain: b.Upper, failure: finiteEvidence(b.Lower)}, err
}

func finiteEvidence(log float64) error {
	if math.IsNaN(log) || math.IsInf(log, 0) {
		return errors.New("the evidence is not finite: raise mu")
	}
	return nil
}

// exactEvidence scores exact regression at every ridge, with a Cholesky factorisation for each.
func (p *Plan) exactEvidence(ctx context.Context, method model.Method, gamma int, mus []float64, on part) (outcome, error) {
	n, y := int64(len(on.rows.Train.Y)), on.rows.Train.Y
	o := outcome{bytes: 8 * n * n, rank: int(n)}
	g := on.rows.Gram(p.setting(method, gamma, mus[0]).Kernel)
	start := time.Now()
	for _, mu := range mus {
		x, err := learn.NewExact(ctx, g.View(), y, mu)
		singular := (*model.SingularError)(nil)
		switch {
		case errors.As(err, &singular):
			o.figures = append(o.figures, figures{loss: math.NaN(), gain: math.NaN(), failure: singular})
		case err != nil:
			return o, err
		default:
			log := x.Evidence(y).Log()
			o.figures = append(o.figures, figures{loss: -log, gain: log, failure: finiteEvidence(log)})
		}
	}
	o.seconds = time.Since(start).Seconds()
	return o, nil
}
