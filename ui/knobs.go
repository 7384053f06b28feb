package ui

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
	"gramscope/ui/prompt"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// more names the last row of the knobs, which shows or hides the knobs that matter less.
const more = "more"

// knobsShown returns the knobs that the arrow keys choose among: the knobs that change what is on screen, the knobs of
// the method pointed at, the swept knob, the chosen knob, and a row for the rest. With results from files, or if the
// user asked for more, these are all knobs; beside the text of a lesson, the knobs that the lesson names.
func (m *controller) knobsShown() []model.Param {
	all := m.Knobs()
	row := model.Param{Name: more, Symbol: "fewer…", Group: all[len(all)-1].Group, Doc: "hide the knobs that matter less"}
	shown := []model.Name{"set", model.TrainRowsName, "kernel", model.GammaName, model.BudgetName, model.RidgeName}
	switch of := m.lessons.Now(); {
	case m.reading() && of.Knobs == nil, !m.Computes():
		return all
	case m.reading():
		shown = append(slices.Clone(of.Knobs), of.Spec.Over[0].Name)
	case m.every:
		return append(slices.Clip(all), row)
	default:
		shown = slices.Concat(shown, []model.Name{m.Swept().Name, m.panel.Chosen}, m.Need.Moving)
	}
	list := slices.DeleteFunc(slices.Clone(all), func(p model.Param) bool {
		_, isWidth := m.Setting.FeatureOf(p.Name)
		return !isWidth && !slices.Contains(shown, p.Name) && (m.reading() || !m.Matters(p.Name))
	})
	switch hidden := len(all) - len(list); {
	case len(list) == 0:
		return all
	case !m.reading() && hidden > 0:
		row.Symbol, row.Doc = fmt.Sprintf("more… %d", hidden), "show the other knobs"
		list = append(list, row)
	}
	return list
}

// takesMore shows or hides the knobs that matter less, if the chosen row is `more`.
func (m *controller) takesMore() bool {
	if m.panel.Chosen != more {
		return false
	}
	m.every = !m.every
	return true
}

// turn turns the chosen knob by steps of its own scale. While a lesson asks, no knob is seen.
func (m *controller) turn(steps int, big bool) {
	if m.waits() || m.takesMore() {
		return
	}
	m.Turn(m.panel.Knob(), steps, big)
	m.follow()
}

// explain describes the chosen knob if it has no effect on the ticked methods.
func (m *controller) explain() {
	if m.panel.Chosen == more {
		m.Info("enter shows or hides the knobs that matter less")
		return
	}
	if text := m.Explain(m.panel.Knob()); text != "" {
		m.Info(text)
	}
}

// openChooser opens the data chooser.
func (m *controller) openChooser() { m.carryOut(m.chooser.Open(m.Setting.Store.Source())) }

// chooseAxis sweeps over another parameter. A screen with a sweep of its own changes its own sweep instead.
func (m *controller) chooseAxis(name model.Name) {
	if own := m.screen(); own.Need().Over != "" {
		m.send(own, screen.SweepOver(name))
	} else {
		m.Sweep(name)
	}
	m.follow()
}

// setting returns the change that sets a knob. The error is that of a formula.
func (m *controller) setting(v prompt.Value) (func(*lab.Setting), error) {
	if v.Formula != "" {
		return m.Coupled(v.Param.Name, v.Formula[1:])
	}
	return func(s *lab.Setting) {
		switch {
		case v.Rule != "":
			s.Reset(model.Sigma(nil))
			s.Spec.Width = kernel.WidthByRule(v.Rule)
		case !v.Condition.IsZero():
			s.SetCondition(v.Condition)
		default:
			s.Set(v.Param, v.Number)
		}
	}, nil
}

// edit opens the chosen knob's value for typing, or a list of choices. The knobs get the
// focus, unless the chosen knob is shown below a lesson.
func (m *controller) edit(shown bool) {
	k := m.panel.Knob()
	switch {
	case m.takesMore():
	case k.Name == "set":
		m.openChooser()
	case k.Choices != nil:
		menu := widget.Menu{Title: k.Doc, At: int(m.Setting.Value(k)), Items: prompt.Choices(k)}
		m.choose(menu, func(name string) {
			m.change(func(s *lab.Setting) { s.Set(k, float64(slices.Index(k.Choices, name))) })
		})
	default:
		text := ""
		if v := m.Setting.Value(k); !math.IsNaN(v) {
			text = number.Short(v)
		}
		if formula := m.Setting.Spec.Formula(k.Name); formula != "" {
			text = "= " + formula
		}
		if c := m.Setting.Condition(k.Name); !c.IsZero() {
			text = c.String()
		}
		if !m.reading() || !shown {
			m.focus = frame.Knobs
		}
		m.panel.Field.Start(text)
		m.Info(fmt.Sprintf("%s: %s", k.Symbol, k.Doc))
	}
}

// setTyped sets the knob to the typed value. A wrong value stays in the field, with a message.
func (m *controller) setTyped() {
	k, text := m.panel.Knob(), m.panel.Field.Text()
	if text == m.panel.Field.Before {
		m.panel.Field.Stop()
		return
	}
	value, err := prompt.ReadValue(k, text)
	var change func(*lab.Setting)
	if err == nil {
		change, err = m.setting(value)
	}
	if err != nil {
		m.Complain(fmt.Errorf("%w; esc leaves", err))
		return
	}
	m.change(change)
	m.panel.Field.Stop()
}

// reset gives the chosen knob its default back.
func (m *controller) reset() {
	k := m.panel.Knob()
	switch k.Name {
	case more:
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

func (m *controller) reseed() {
	m.change(func(s *lab.Setting) { s.Spec.Seed++ })
	m.Info(fmt.Sprintf("seed %d", m.Setting.Spec.Seed))
}

// table is the table of methods.
func (m *window) table() methodtable.Table {
	all := m.alone() && m.focus == frame.Methods || !m.Computes()
	about := m.screen().Panes().Columns
	return methodtable.Table{State: &m.State, Order: &m.order, Look: &m.look, About: about, Verdict: m.verdict, All: all}
}

// followVerdict does what the line below the table says.
func (m *explorer) followVerdict() {
	if m.verdict.Do == "" {
		m.Info("the line below the table names nothing to do")
		return
	}
	run, err := m.verbs().Parse(m.verdict.Do)
	if err != nil {
		m.Complain(err)
		return
	}
	run()
}

// listMethods lists all methods, to tick and untick them.
func (m *explorer) listMethods() {
	title := func() string {
		return fmt.Sprintf("methods: %d of %d ticked", len(m.Setting.Spec.Methods), len(m.Methods))
	}
	m.choose(widget.Menu{Title: title(), Items: m.table().Items(), At: m.Pointed, Stays: true}, func(name string) {
		m.toggleMethod(m.MethodIndex(name))
		m.menu.Title, m.menu.Items = title(), m.table().Items()
	})
}

// moreColumns shows the columns for which there was no room.
func (m *window) moreColumns() {
	w := m.layout.Panes[frame.Methods].W
	fitted := m.table().Fit(w)
	if w == 0 {
		m.Info("the table is hidden")
	} else if note := fitted.Scroll(); note != "" {
		m.Info(note)
	}
}
