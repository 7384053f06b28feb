package ui

import (
	"context"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/inspect"
)

// streamed is the method that is watched: the one pointed at if it runs and works
// step by step, else the first that does, else squeak, ticked or not. Without one
// it says why.
func (m *explorer) streamed() (name, why string) {
	able := inspect.Streamers(m.methods)
	var running []string
	for _, name := range m.setting.active(m.methods) {
		if slices.Contains(able, name) {
			running = append(running, name)
		}
	}
	const usual = "squeak"
	pointed := m.methods[m.pointed].Name
	switch {
	case slices.Contains(running, pointed):
		return pointed, ""
	case len(running) > 0:
		return running[0], ""
	case slices.Contains(able, usual):
		if why := m.setting.unmet(m.methods[m.place(usual)]); why != "" {
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
		return inKeys(m.stream.failed.Error())
	}
	if _, why := m.streamed(); why != "" {
		return why
	}
	if m.frozen {
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
		m.runner.stop(streamLane)
		v.fresh()
		return
	}
	p, ok := m.pictureOf([]string{name})
	key := m.streamKey(p, name)
	if !ok || key == v.key {
		return
	}
	v.begin(key, name, p.spec.N)
	m.launch(streamLane, streamWork(m.runner, p))
}

// streamKey is what a passage depends on, within one data source: of the
// parameters only those of the kernel and of the method.
func (m *explorer) streamKey(p picture, name string) string {
	method := m.methods[m.place(name)]
	values := map[string]float64{}
	for value, v := range p.spec.Values {
		if method.Uses(value) || m.setting.family().HasParam(value) {
			values[value] = v
		}
	}
	if ridge := model.ScoreRidge(nil); method.Uses(ridge.Name) { // by default that of μ
		values[ridge.Name] = m.setting.value(ridge, m.widths())
	}
	p.spec.Values = values
	return name + " " + p.key()
}

// streamWork goes over the points, when it is its turn: a long step of a passage
// that was cancelled ends first.
func streamWork(r *runner, p picture) work {
	return func(ctx context.Context, post func(any)) {
		if !take(ctx, r.search) {
			return
		}
		defer func() { <-r.search }()
		plan, err := p.prepare(ctx)
		if err == nil {
			err = inspect.Stream(ctx, plan, plan.Cells[0], func(f inspect.Frame) { post(newStreamStep(f)) })
		}
		refuseUnlessDone(ctx, post, err)
	}
}
