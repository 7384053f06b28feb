package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/tune"
)

// evident is the best cell of a configuration by the evidence.
type evident struct {
	tune.Ranked          // names the cell
	lower, upper float64 // bounds of the log evidence
	seconds      float64 // of a fit for all μ
	bytes        int64
}

// tuneByEvidence scores the configurations by the evidence, the cheapest first, and prints the answer.
func (p *program) tuneByEvidence(ctx context.Context, a *answer, start time.Time) error {
	s := a.search
	limited := ctx
	if a.settings.time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, start.Add(a.settings.time))
		defer cancel()
	}
	bar := p.progress(len(s.Configurations) * len(s.Gammas))
	bar.start(0)
	var list []evident
	var missed []string
	var failed error
	for i := range s.Configurations {
		grid := s.Grid(i)
		var events []tune.Event
		for event := range grid.Run(limited, a.settings.workers) {
			events = append(events, event)
			bar.step()
		}
		grid.Wait()
		best, ok := tune.Best(events, "")
		switch {
		case len(events) < len(s.Gammas):
			missed = append(missed, s.Describe(i))
		case !ok:
			failed = firstFailure(events)
		default:
			e := evident{Ranked: tune.Ranked{Scored: tune.Scored{Candidate: tune.Candidate{Configuration: i, Gamma: best.Gamma}}, Mu: best.Mu}, lower: -best.Score.Loss.Mean, upper: best.Score.Gain.Mean}
			at := slices.IndexFunc(events, func(e tune.Event) bool { return e.Gamma == best.Gamma })
			e.seconds, e.bytes = events[at].Seconds, events[at].Bytes
			list = append(list, e)
		}
	}
	bar.clear()
	if ctx.Err() != nil {
		return context.Canceled
	}
	if len(list) == 0 {
		if failed == nil {
			failed = &tune.TimeError{First: s.Describe(0)}
		}
		return fmt.Errorf("no setting has an evidence: %s", remedy.Message(failed, flagged()))
	}
	if missed != nil {
		p.note("no time in %v for: %s", a.settings.time, strings.Join(missed, ", "))
	}
	greatest := slices.MaxFunc(list, func(a, b evident) int { return compare(a.lower, b.lower) })
	chosen := list[slices.IndexFunc(list, func(e evident) bool { return e.lower >= greatest.lower-tune.EvidenceDigits })]
	s.Spec.By, s.Spec.Folds = tune.ByValidation, a.settings.folds // of the final fit, and of the program for scikit-learn
	plan, cell := s.Cell(chosen.Candidate, chosen.Mu)
	final, err := await(ctx, func() (*tune.Final, error) { return plan.Refit(ctx, cell) })
	if err != nil {
		return err
	}
	if a.settings.format == "json" {
		object, err := json.Marshal(a.evidenceObject(list, chosen, final))
		if err == nil {
			_, err = fmt.Fprintf(p.stdout, "%s\n", object)
		}
		return err
	}
	_, err = fmt.Fprint(p.stdout, a.evidenceText(list, chosen, greatest, final))
	return err
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// firstFailure returns why a grid has no score.
func firstFailure(events []tune.Event) error {
	for _, e := range events {
		if e.Failure != nil {
			return e.Failure
		}
		for _, s := range e.Scores {
			if s.Failure != nil {
				return s.Failure
			}
		}
	}
	return errors.New("it is not finite")
}

// evidenceText returns the answer as text.
func (a *answer) evidenceText(list []evident, chosen, greatest evident, final *tune.Final) string {
	var b strings.Builder
	s := a.search
	fmt.Fprintf(&b, "chosen: %s, %s\n", s.Describe(chosen.Configuration), a.place(chosen.Ranked))
	fmt.Fprintf(&b, "log evidence between %s and %s, from %d rows\n", figure(chosen.lower), figure(chosen.upper), s.Spec.N)
	if s.Tests > 0 {
		fmt.Fprintf(&b, "rmse %s, r2 %s on %d test rows, which the search has not used\n", figure(final.Loss), figure(final.Gain), s.Tests)
	}
	b.WriteString(scaled(a.scaling))
	switch last := list[len(list)-1]; {
	case len(list) == 1:
		b.WriteString("the only configuration that was searched\n")
	case chosen.Configuration != greatest.Configuration:
		fmt.Fprintf(&b, "chosen because it is the cheapest within %g of the greatest lower bound, %s by %s\n", tune.EvidenceDigits, figure(greatest.lower), s.Describe(greatest.Configuration))
	default:
		fmt.Fprintf(&b, "chosen because its lower bound is the greatest, and no cheaper one is within %g of it\n", tune.EvidenceDigits)
		if a.method(chosen.Ranked) != tune.Exact && chosen.Configuration == last.Configuration {
			b.WriteString("the bound still rises at the largest configuration: more columns may explain more; widen the search with --over\n")
		}
	}
	b.WriteString("\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "method\tgamma\tmu\tevidence\tevidence_upper\ttime\tmemory\t")
	for _, e := range list {
		mark := ""
		if e.Configuration == chosen.Configuration {
			mark = "chosen"
		}
		fmt.Fprintln(w, strings.Join([]string{s.Describe(e.Configuration), figure(s.Gammas[e.Gamma]), figure(s.Mus[e.Mu]), figure(e.lower), figure(e.upper),
			duration(e.seconds), model.Bytes(e.bytes), mark}, "\t"))
	}
	w.Flush()
	fmt.Fprintf(&b, "\n# scikit-learn\n%s\n# gramscope\n%s\n%s\n", a.program(chosen.Ranked), a.sweepLine(chosen.Ranked), a.fitLine(chosen.Ranked))
	return b.String()
}

// evidenceObject returns the answer for JSON.
func (a *answer) evidenceObject(list []evident, chosen evident, final *tune.Final) map[string]any {
	s := a.search
	out := map[string]any{
		"data": a.source.Name(), "n": s.Spec.N, "d": a.source.Dims(), "test_rows": s.Tests, "kernel": s.Spec.Kernel, "standardize": s.Spec.Standardize,
		"by": tune.ByEvidence, "scaling": scalingObject(a.scaling), "seed": s.Spec.Seed, "values": s.Spec.Values, "rmse_test": known(final.Loss), "r2_test": known(final.Gain),
		"scikit_learn": a.program(chosen.Ranked), "sweep": a.sweepLine(chosen.Ranked), "fit": a.fitLine(chosen.Ranked),
	}
	var rows []map[string]any
	for _, e := range list {
		row := a.candidateObject(e.Candidate)
		row["mu"], row["lambda"] = s.Mus[e.Mu], s.Mus[e.Mu]/float64(s.Spec.N)
		row["evidence"], row["evidence_upper"] = known(e.lower), known(e.upper)
		row["seconds"], row["bytes"] = e.seconds, e.bytes
		if rows = append(rows, row); e.Configuration == chosen.Configuration {
			out["best"] = row
		}
	}
	out["methods"] = rows
	return out
}
