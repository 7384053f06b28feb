// Package screentest tests a screen without the explorer: on a bench with toy methods, which does what the
// explorer does for the present screen.
package screentest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Bench is a bench with one screen.
type Bench[S screen.Screen] struct {
	*lab.Bench
	Screen S
	Ticks  bool        // the screen has asked for a tick since the last one
	Menu   widget.Menu // the menu that the screen has opened last
	look   *look.Look
	t      testing.TB
}

// Look returns a look by name. The theme none is plain text, as on a dumb terminal.
func Look(glyphs, theme string) look.Look {
	return look.New(glyphs, theme, func(string) string { return map[string]string{"none": "dumb"}[theme] })
}

// New returns a bench of 40 points at m = 20, with the chosen ones of some methods. Nothing is
// computed until Follow, Change or Settle.
func New[S screen.Screen](
	t testing.TB, open func(*lab.State, *look.Look) S, methods []model.Method, chosen ...string,
) *Bench[S] {
	t.Helper()
	l := Look("braille", "none")
	spec := sweep.DefaultSpec(40)
	spec.Methods, spec.Reps = chosen, 2
	spec.Values[model.BudgetName] = 20
	r, before := job.NewRunner(context.Background()), goleak.IgnoreCurrent()
	t.Cleanup(func() {
		r.Close(10 * time.Second)
		goleak.VerifyNone(t, before)
	})
	config := lab.Config{Source: synthetic.Generators()[0], Spec: spec, Methods: methods, Workers: 1}
	b := lab.New(config, r, time.Now)
	b.Point(max(0, b.CurrentMethod()))
	return &Bench[S]{Bench: b, Screen: open(&b.State, &l), look: &l, t: t}
}

// Idle lets the bench start no jobs, and gives it the widths of its data. It returns the number
// of the screen's jobs that would have been started since.
func (m *Bench[S]) Idle() *int {
	count := new(int)
	m.Launch = func(k job.Kind, _ job.Work) {
		if k == m.Screen.JobKind() {
			*count++
		}
	}
	m.FindDistances()
	m.Follow()
	return count
}

// FindDistances gives the bench the median and the mean distance of its data.
func (m *Bench[S]) FindDistances() { m.Receive(job.Sweep, FoundDistances(m.Setting)) }

// FoundDistances returns the message that the distances of a setting's rows are known.
func FoundDistances(s lab.Setting) lab.FoundDistances {
	return lab.FoundDistances{Of: s, Distances: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}}
}

// Follow starts what the present setting asks for.
func (m *Bench[S]) Follow() {
	m.Require(m.Screen.Need())
	m.do(m.Screen.Work())
}

// Change changes the setting.
func (m *Bench[S]) Change(f func(*lab.Setting)) {
	m.Bench.Change(f)
	m.Follow()
}

// Step turns a knob by small steps.
func (m *Bench[S]) Step(k model.Param, steps int) {
	m.Turn(k, steps, false)
	m.Follow()
}

// PointAt points at a method.
func (m *Bench[S]) PointAt(name string) {
	m.Point(m.MethodIndex(name))
	m.do(m.Screen.Work())
}

// Send passes messages to the screen.
func (m *Bench[S]) Send(messages ...any) {
	for _, msg := range messages {
		m.Ticks = m.Ticks && msg != screen.Ticked(m.Screen.JobKind())
		m.do(m.Screen.Update(msg))
		m.do(m.Screen.Update(screen.Settled{}))
	}
}

// Press presses keys of the screen that act on a chart.
func (m *Bench[S]) Press(at int, keys ...string) {
	m.t.Helper()
	for _, key := range keys {
		i := slices.IndexFunc(m.Screen.Keys(at), func(k screen.Key) bool {
			return k.On&(screen.OnFirst<<at) != 0 && slices.Contains(strings.Fields(k.Keys), key)
		})
		if i < 0 {
			m.t.Fatalf("the screen has no key %q", key)
		}
		m.Note = lab.Note{}
		if k := m.Screen.Keys(at)[i]; k.By == nil {
			m.do(k.Run())
		} else {
			k.By(2*slices.Index(strings.Fields(k.Keys), key) - 1)
		}
		m.Follow()
		m.do(m.Screen.Update(screen.Settled{}))
	}
}

// Settle starts what the present setting asks for, and waits until all has been computed.
func (m *Bench[S]) Settle() {
	m.t.Helper()
	for m.Follow(); !m.Outcome.Finished || m.Runner.Busy(m.Screen.JobKind()); {
		m.Runner.Wait()
		for e := range m.Runner.Drain() {
			if e.Kind != job.Sweep {
				m.do(m.Screen.Update(e.Body))
				continue
			}
			m.Receive(e.Kind, e.Body)
			m.do(m.Screen.Work())
		}
	}
}

// do carries out what the screen asks for.
func (m *Bench[S]) do(list []screen.Do) {
	for _, one := range list {
		switch d := one.(type) {
		case screen.Change:
			m.Change(d)
		case screen.Point:
			m.PointAt(string(d))
		case screen.Tick:
			m.Ticks = true
		case screen.Choose:
			m.Menu = d.Menu.Opened(func(name string) { m.do(d.Then(name)) })
		case screen.Sweep:
			if m.Screen.Need().Over == "" {
				m.Sweep(model.Name(d))
			} else {
				m.do(m.Screen.Update(screen.SweepOver(d)))
			}
		default:
			if !screen.Apply(m.Bench, d) {
				panic(fmt.Sprintf("screentest: %T is not for a screen alone", d))
			}
		}
	}
}

// Lines returns a chart of samples, and keeps what it settles about its axes.
func (m *Bench[S]) Lines(at int) chart.Lines {
	if c := m.Screen.Panes().Charts[at]; c.Lines != nil {
		return c.Build()
	}
	return chart.Lines{}
}

// Title returns the title of a chart in w cells.
func (m *Bench[S]) Title(at, w int) string { return m.Screen.Panes().Charts[at].Title(m.Lines(at), w) }

// Text returns a chart in w×h cells, below its title.
func (m *Bench[S]) Text(at, w, h int) string {
	return m.Screen.Panes().Charts[at].Text(m.look, m.Lines(at), w, h)
}
