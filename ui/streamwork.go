package ui

import (
	"context"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/ui/lab"
)

// streamed is the method that is watched: the one pointed at if it runs and works
// step by step, else the first that does, else squeak, ticked or not. Without one
// it says why.
func (m *explorer) streamed() (name, why string) {
	able := inspect.Streamers(m.Methods)
	var running []string
	for _, name := range m.Setting.Active(m.Methods) {
		if slices.Contains(able, name) {
			running = append(running, name)
		}
	}
	const usual = "squeak"
	pointed := m.Methods[m.Pointed].Name
	switch {
	case slices.Contains(running, pointed):
		return pointed, ""
	case len(running) > 0:
		return running[0], ""
	case slices.Contains(able, usual):
		if why := m.Setting.Unmet(m.Methods[m.Place(usual)]); why != "" {
			return "", usual + ": " + why
		}
		return usual, ""
	case len(able) == 0:
		return "", "none of the methods builds a dictionary step by step: there is nothing to watch"
	}
	return "", "tick " + strings.Join(able, " or ") + " in the table: this screen shows how a dictionary grows step by step"
}

// noStream says why there is nothing to watch.
func (m *explorer) noStream() string {
	if m.stream.failed != nil {
		return lab.InKeys(m.stream.failed.Error())
	}
	if _, why := m.streamed(); why != "" {
		return why
	}
	if m.Frozen {
		return "frozen: f computes"
	}
	return "computing"
}

// startStream computes what the present setting asks for, unless it is there or on
// its way.
func (m *explorer) startStream() {
	v := &m.stream
	name, why := m.streamed()
	if why != "" {
		m.Runner.Stop(lab.StreamLane)
		v.fresh()
		return
	}
	p, ok := m.PictureOf([]string{name})
	key := m.streamKey(p, name)
	if !ok || key == v.key {
		return
	}
	v.begin(key, name, p.Spec.N)
	m.Launch(lab.StreamLane, streamWork(m.Runner, p))
}

// streamKey is what a passage depends on, within one data source: of the
// parameters only those of the kernel and of the method.
func (m *explorer) streamKey(p lab.Picture, name string) string {
	method := m.Methods[m.Place(name)]
	values := map[string]float64{}
	for value, v := range p.Spec.Values {
		if method.Uses(value) || m.Setting.Family().HasParam(value) {
			values[value] = v
		}
	}
	if ridge := model.ScoreRidge(nil); method.Uses(ridge.Name) { // by default that of μ
		values[ridge.Name] = m.Setting.Value(ridge, m.Widths())
	}
	p.Spec.Values = values
	return name + " " + p.Key()
}

// streamWork goes over the points, when it is its turn: a long step of a passage
// that was cancelled ends first.
func streamWork(r *lab.Runner, p lab.Picture) lab.Work {
	return func(ctx context.Context, post func(any)) {
		if !lab.Take(ctx, r.Search) {
			return
		}
		defer func() { <-r.Search }()
		plan, err := p.Prepare(ctx)
		if err == nil {
			err = inspect.Stream(ctx, plan, plan.Cells[0], func(f inspect.Frame) { post(newStreamStep(f)) })
		}
		lab.RefuseUnlessDone(ctx, post, err)
	}
}
