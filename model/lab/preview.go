package lab

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

const (
	previewRows   = 500 // at most: a sample of larger data
	previewPoints = 4   // values of the swept parameter
)

// startPreview starts the preview of that kind of the present setting: programs of the user, which may take long, have
// their own, and the curves of other methods don't wait for them. A preview that is under way is not cancelled: curves
// that are a step late follow the hand, and curves that never come do not. The latest setting goes next.
func (b *Bench) startPreview(kind job.Kind) {
	if b.late[kind] = b.Runner.Busy(kind); b.late[kind] {
		return
	}
	some := model.NamesOf(b.Setting.running(b.Methods), func(m model.Method) bool {
		return (m.Family == model.Programs) == (kind == job.Programs)
	})
	if len(some) == 0 {
		return
	}
	if plan, o := b.preparePreview(some); plan != nil {
		workers := b.Workers
		b.Launch(kind, func(ctx context.Context, post func(any)) error {
			for result := range plan.RunCells(ctx, plan.Cells, workers) {
				o.add(Row{OnGrid: true, Point: plan.Cells[result.Cell].Point, Result: result})
			}
			plan.Wait()
			if ctx.Err() == nil {
				post(o)
			}
			return nil
		})
	}
}

// preparePreview returns the plan of a preview of some methods and its empty outcome, nil if there can't be any: where
// m follows from a condition, or γ from distances that are not known yet.
func (b *Bench) preparePreview(some []string) (*sweep.Plan, *Outcome) {
	t := b.task(some)
	s, axis := &t.Setting, t.Setting.Axis
	p, known := sweep.Parameter(sweep.Parameters(b.Methods), axis.Name)
	whole, hasWidth := s.withGamma()
	if !known || !hasWidth || len(axis.Values) == 0 || !s.Spec.Condition.IsZero() {
		return nil, nil
	}
	if b.previewed != s.Store {
		b.previewed, b.previews = s.Store, sweep.NewStore(s.Store.Source()) // whose rows are not kept
	}
	s.Spec.Width = whole.Width // that of all rows
	s.Spec.N = min(whole.N, previewRows)
	lo, hi := slices.Min(axis.Values), slices.Max(axis.Values)
	switch {
	case axis.Name == model.TrainRowsName:
		hi = min(hi, float64(s.Spec.N))
	case axis.Name == model.BudgetName: // near m = n errors are those of rounding
		hi = min(hi, float64(s.Spec.N)/2)
	default:
		s.Spec.N = min(whole.N, max(s.Spec.N, 2*int(s.asked(model.Budget(nil)))))
	}
	spec := s.Runnable()
	spec.Reps, spec.Over = 1, []sweep.Axis{{Name: axis.Name, Values: p.Spaced(min(lo, hi), hi, previewPoints)}}
	spec.Figures = t.Wants.With(sweep.FigureError).Without(sweep.FigureExact, sweep.FigureTraces,
		sweep.FigureEvidenceExact, sweep.FigureDiagnostics, sweep.FigureBounds)
	plan, err := sweep.Prepare(spec, b.Methods, b.previews)
	if err != nil {
		return nil, nil // the sweep says why
	}
	o := newOutcome(b.Setting.Clone(), b.Clock())
	o.prepare(Prepared{plan, plan, nil})
	if o.Preview = "preview"; plan.Spec.N < whole.N {
		o.Preview = fmt.Sprintf("preview of %d rows", plan.Spec.N)
	}
	o.ends = [2]float64{lo, slices.Max(axis.Values)}
	return plan, o
}

// receivePreview shows a preview, until the sweep has a repetition, with the latest curves of the methods that have
// previews of the other kind, and starts the next one if the setting has changed meanwhile.
func (b *Bench) receivePreview(kind job.Kind, body any) {
	switch p := body.(type) {
	case *Outcome: // coarse curves at a setting
		if b.Outcome.Drawable() {
			return
		}
		if was := b.preview; was != nil && slices.Equal(was.Axis.Values, p.Axis.Values) {
			for name, points := range was.grid {
				if p.grid[name] == nil {
					p.grid[name] = points
				}
			}
		}
		b.preview = p
	case job.Finished:
		if b.late[kind] && !b.Frozen {
			b.startPreview(kind)
		}
	}
}

// waiting returns a job that begins after a time.
func waiting(d time.Duration, work job.Work) job.Work {
	return func(ctx context.Context, post func(any)) error {
		select {
		case <-time.After(d):
			return work(ctx, post)
		case <-ctx.Done():
			return nil
		}
	}
}

// moved returns the one knob in which two settings on the same data differ, "" if they differ in none or in several.
func moved(from, to Setting) model.Name {
	knobs := func(s Setting) map[model.Name]any {
		all := map[model.Name]any{model.TrainRowsName: s.Spec.N, "seed": s.Spec.Seed, "kernel": s.Spec.Kernel,
			model.GammaName: s.Spec.Width}
		for name, v := range s.Spec.Values {
			all[name] = v
		}
		return all
	}
	was, is := knobs(from), knobs(to)
	all := maps.Clone(was)
	maps.Copy(all, is)
	list := slices.Collect(maps.Keys(all))
	list = slices.DeleteFunc(list, func(name model.Name) bool { return was[name] == is[name] })
	if len(list) != 1 {
		return ""
	}
	if name, _, set := to.Spec.Width.Number(); set && list[0] == model.GammaName {
		return name
	}
	return list[0]
}
