package ui

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/prompt"
	"gramscope/ui/widget"
)

// turn moves the chosen knob by steps of its own scale.
func (m *explorer) turn(steps int, big bool) {
	m.Turn(m.panel.Knob(), steps, big)
	m.follow()
}

// explain says what the chosen knob is where it has no effect on the methods.
func (m *explorer) explain() {
	if text := m.Explain(m.panel.Knob()); text != "" {
		m.Info(text)
	}
}

// edit opens the chosen knob's value for typing, or a list of choices.
func (m *explorer) edit() {
	k := m.panel.Knob()
	switch {
	case k.Name == "set":
		m.openChooser()
	case k.Choices != nil:
		m.menu = widget.Menu{Title: k.Doc, At: int(m.Setting().Value(k, m.Widths())), Items: prompt.Choices(k)}
		m.menu.Then = func(name string) { m.set(prompt.Set{Param: k, Value: float64(slices.Index(k.Choices, name))}) }
	default:
		text := ""
		if v := m.Setting().Value(k, m.Widths()); !math.IsNaN(v) {
			text = number.Short(v)
		}
		if formula := m.Setting().Spec.Formula(k.Name); formula != "" {
			text = "= " + formula
		}
		if !m.reading() || m.layout.panes[knobsPane].w == 0 {
			m.focus = knobsPane
		}
		m.panel.Field.Start(text)
		m.Info(fmt.Sprintf("%s: %s", k.Symbol, k.Doc))
	}
}

// setTyped takes the typed value over; a bad one stays, with a message.
func (m *explorer) setTyped() {
	k, text := m.panel.Knob(), m.panel.Field.Text()
	if text == m.panel.Field.Before {
		m.panel.Field.Stop()
		return
	}
	want, err := prompt.ReadValue(k, text)
	if err != nil {
		m.Complain(fmt.Errorf("%w; esc leaves", err))
		return
	}
	if c, ok := want.(prompt.Couple); ok {
		if m.couple(c) {
			m.panel.Field.Stop()
		}
		return
	}
	m.panel.Field.Stop()
	m.set(want)
}

// reset gives the chosen knob its default back.
func (m *explorer) reset() {
	k := m.panel.Knob()
	switch k.Name {
	case "set":
		m.Info("enter or d chooses the data")
	case model.TrainRowsName:
		m.change(func(s *lab.Setting) {
			s.Spec.N, s.Rows = sweep.UsualRows(s.Store.Source().Rows(), s.Spec.Test, sweep.DefaultRows), 0
		})
	default:
		m.change(func(s *lab.Setting) { s.Reset(k) })
	}
}

func (m *explorer) reseed() {
	m.change(func(s *lab.Setting) { s.Spec.Seed++ })
	m.Info(fmt.Sprintf("seed %d", m.Setting().Spec.Seed))
}
