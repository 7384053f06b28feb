package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// live is the producer that computes.
type live struct{ b *Bench }

func (l live) Turn(k model.Param, steps int, big bool) {
	b := l.b
	if k.Name == "set" {
		b.Info("enter or d chooses the data")
		return
	}
	v := b.Setting.Value(k)
	if math.IsNaN(v) {
		b.Info(string(k.Name) + " is being computed from the data: please wait")
		return
	}
	if text := l.Explain(k); text != "" {
		b.Info(text)
	}
	next, clamped := k.Step(v, steps, big)
	if most := b.Setting.most(k); next > most {
		next, clamped = most, true
	}
	if b.flat(k.Name, next) && !b.flat(k.Name, v) {
		b.Info(fmt.Sprintf("%s stays at %s: beyond, all entries of K are the same to rounding", k.Symbol, KnobText(k, v)))
		return
	}
	if clamped {
		b.Info(fmt.Sprintf("%s stops at %s", k.Symbol, KnobText(k, next)))
	}
	condition := b.Setting.Condition(k.Name)
	if from := cmp.Or(b.Setting.Spec.Formula(k.Name), condition.String()); from != "" {
		b.Info(fmt.Sprintf("%s no longer follows from %s; u brings it back", k.Symbol, from))
	}
	if next != v || !condition.IsZero() {
		b.Change(func(s *Setting) { s.Set(k, next) })
	}
}

// flat reports whether, at a value of γ or σ, the kernel of two rows at the median distance is that of a row with
// itself, up to rounding.
func (b *Bench) flat(name model.Name, v float64) bool {
	if !model.IsWidth(name) || !b.Setting.Distances().Known || b.Setting.Family().Geometry.DiagonalVaries() {
		return false
	}
	s := b.Setting.Clone()
	s.Spec.Assignment = s.Spec.Assignment.With(name, v)
	k := s.Family().Member(s.Spec.Values).WithGamma(s.Gamma()).Function()
	distance := []float64{b.Setting.Distances().Median}
	if k.Geometry() == model.SquaredEuclidean {
		distance[0] *= distance[0]
	}
	k.Apply(distance)
	return k.Diagonal()-distance[0] < number.Rounding*k.Diagonal()
}

func (l live) Toggle(at int) {
	b := l.b
	method := b.Methods[at]
	if why := b.Setting.Unmet(method); why != "" && !slices.Contains(b.Setting.Spec.Methods, method.Name) {
		remedies := remedy.Do("choose another kernel")
		if method.Needs.Landmarks {
			remedies = remedy.By("name one", "landmarks", "FILE")
		}
		b.Complain(&sweep.SpecError{Problem: why, Remedies: remedies})
		return
	}
	b.Change(func(s *Setting) { s.Spec.Methods = toggled(s.Spec.Methods, method.Name) })
}

// toggled returns names without name if that is among them, else with it.
func toggled(names []string, name string) []string {
	if at := slices.Index(names, name); at >= 0 {
		return slices.Delete(slices.Clone(names), at, at+1)
	}
	return append(slices.Clip(names), name)
}

// Sweep chooses another swept parameter and adds one step to the history.
func (l live) Sweep(param model.Name) { l.b.Change(func(*Setting) { l.b.sweepOver(param) }) }

func (l live) Sweepables() []model.Param { return l.b.Setting.Sweepable(l.b.Methods) }

// produce cancels the sweep under way and starts the sweep of the present setting, or a preview while a knob turns.
func (l live) produce() {
	b, was := l.b, l.b.Outcome
	active, same := b.Setting.Active(b.Methods), was.Setting.Store == b.Setting.Store
	if same && was.Drawable() && len(was.grid) > 0 {
		b.previous = was // to be shown beside the next one
	}
	turns := b.pause > 0 && same && moved(was.Setting, b.Setting) != ""
	if !turns {
		b.preview = nil
	}
	b.Outcome = newOutcome(b.Setting.Clone(), b.Clock())
	b.Outcome.Axis, b.Outcome.Wants = b.Swept(), b.Need.Figures
	b.Outcome.Total = was.Total // until the new one is known
	switch {
	case len(active) == 0:
		b.Runner.Stop(job.Sweep)
		b.Outcome.Finished, b.Outcome.Total, b.previous, b.preview = true, 0, nil, nil
	case b.Frozen:
		b.Runner.Stop(job.Sweep)
	default:
		b.Setting.Store.KeepBy(b.keeper)
		work := b.task(active).run(b.Limits)
		if turns {
			b.startPreview(job.Preview)
			b.startPreview(job.Programs)
			work = waiting(b.pause, work)
		}
		b.Launch(job.Sweep, work)
	}
}

// task returns the job of the present setting, with the methods that run.
func (b *Bench) task(active []string) *Task {
	t := &Task{Setting: b.Setting.Clone(), Methods: b.Methods, Workers: b.Workers, Wants: b.Need.Figures}
	t.Setting.Spec, t.Setting.Axis = b.Setting.Runnable(), b.Swept()
	t.Setting.Spec.Methods = active
	return t
}

// Rows returns the results of the sweep, followed by those at the present setting that are not among them.
func (l live) Rows() []sweep.Result {
	o := l.b.settled()
	var list []sweep.Result
	seen := map[string]bool{}
	add := func(rows []sweep.Result, rep int, known map[string]bool) {
		for _, r := range rows {
			key := fmt.Sprint(r.Method, r.Rep, r.N, r.Gamma, r.Mu, r.ScoreRidge, r.Params)
			if r.Rep == rep && !known[key] {
				list, seen[key] = append(list, r), true
			}
		}
	}
	for rep := 1; rep <= o.Setting.Spec.Reps; rep++ {
		for k := range o.Axis.Values {
			for _, method := range l.b.Methods {
				if points := o.grid[method.Name]; points != nil {
					add(points[k], rep, nil)
				}
			}
		}
	}
	for rep := 1; rep <= o.Setting.Spec.Reps; rep++ {
		for _, method := range l.b.Methods {
			add(o.now[method.Name], rep, seen)
		}
	}
	return list
}

func (l live) Columns() []sweep.Column      { return l.b.settled().Plan.Columns() }
func (l live) ChartColumns() []sweep.Column { return nil }
func (l live) Files() ([]string, int)       { return nil, 0 }

func (l live) WhyEmpty(lacking string) string {
	b, o := l.b, l.b.Outcome
	switch {
	case len(b.Setting.Active(b.Methods)) == 0:
		return "no method runs: choose one in the table"
	case b.Failed != nil:
		return Message(b.Failed)
	case o.refused != nil:
		return Message(o.refused)
	case lacking != "":
		return lacking
	case o.Finished:
		return "no chosen method has this figure in all its runs"
	case b.Frozen:
		return "frozen: f resumes"
	}
	return "computing"
}
