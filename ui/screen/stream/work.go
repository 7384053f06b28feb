package stream

import (
	"context"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen"
)

// Streamed returns the method that is watched: the one pointed at if it runs and works step by step, else the first
// that does, else squeak, ticked or not. If there is none, why says the reason.
func (s *Screen) Streamed() (name, why string) {
	able, running := inspect.Streamers(s.bench.Methods), s.bench.Setting.Active(s.bench.Methods)
	running = slices.DeleteFunc(running, func(name string) bool { return !slices.Contains(able, name) })
	const usual = "squeak"
	pointed := s.bench.Methods[s.bench.Pointed].Name
	switch {
	case slices.Contains(running, pointed):
		return pointed, ""
	case len(running) > 0:
		return running[0], ""
	case !slices.Contains(able, usual):
		return "", usual + ", which builds a dictionary step by step, is not among the methods: there is nothing to watch"
	}
	if why := s.bench.Setting.Unmet(s.bench.Methods[s.bench.MethodIndex(usual)]); why != "" {
		return "", usual + ": " + why
	}
	return usual, ""
}

// noStream says why there is nothing to watch.
func (s *Screen) noStream() string {
	if _, why := s.Streamed(); why != "" && s.Failed == nil {
		return why
	}
	return s.bench.NoPicture(s.Failed)
}

// Work computes what the present setting asks for, unless it is there or under way.
func (s *Screen) Work() []screen.Do {
	name, why := s.Streamed()
	if why != "" {
		s.fresh()
		return []screen.Do{screen.Stop(Jobs)}
	}
	p, ok := s.bench.PictureOf([]string{name})
	key := s.keyOf(p, name)
	if !ok || key == s.Key {
		return nil
	}
	s.begin(key, name, p.Spec.N)
	return []screen.Do{screen.Launch{Kind: Jobs, Work: work(s.bench.Limits, p)}}
}

// keyOf identifies what a passage depends on, beside the data: of the parameters, the kernel's and the method's.
func (s *Screen) keyOf(p lab.Picture, name string) string {
	method := s.bench.Methods[s.bench.MethodIndex(name)]
	values := sweep.Consumers{Family: s.bench.Setting.Family(), Methods: []model.Method{method}}.Used(p.Spec.Values)
	if ridge := model.ScoreRidge(nil); method.Uses(ridge.Name) { // by default μ
		values[ridge.Name] = s.bench.Setting.Value(ridge)
	}
	p.Spec.Values = values
	return name + " " + p.Key()
}

// work passes over the points within the limit on searches, so that a long step of a cancelled passage ends first.
func work(limits job.Limits, p lab.Picture) job.Work {
	return limits.Search.Limited(func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err != nil {
			return err
		}
		return inspect.Stream(ctx, plan, plan.Cells[0], func(f inspect.Frame) { post(NewStep(f)) })
	})
}
