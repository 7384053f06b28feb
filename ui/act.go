package ui

import (
	"fmt"
	"gramscope/ui/number"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// turn moves the chosen knob by steps of its own scale.
func (m *explorer) turn(steps int, big bool) {
	k := m.panel.knob()
	if m.recorded == nil {
		if k.Name == "set" {
			m.tell("enter or d chooses the data")
			return
		}
		if !math.IsNaN(m.setting.value(k, m.widths())) {
			m.explain()
		}
	}
	m.bench.turn(k, steps, big)
	m.follow()
}

func (m *explorer) symbol(k model.Param) string { return m.look.Text(k.Symbol) }

// explain says what the chosen knob is where it has no effect on the methods.
func (m *explorer) explain() {
	k := m.panel.knob()
	switch {
	case m.recorded != nil: // all that is known of it is its value
	case m.setting.uses(m.methods, k.Name):
	case m.movesCurve(k):
		m.tell(fmt.Sprintf("%s moves the line in the right chart; no chosen method uses it (%s)", k.Symbol, k.Doc))
	default:
		m.tell(fmt.Sprintf("%s: no chosen method uses it (%s)", k.Symbol, k.Doc))
	}
}

// movesCurve tells whether a knob acts on the effective dimension that is
// shown: γₛ, or μ where γₛ follows it.
func (m *explorer) movesCurve(k model.Param) bool {
	_, own := m.setting.spec.Values["score-ridge"]
	return m.rank.dimensionShown(m.setting) && (k.Name == "score-ridge" || k.Name == "mu" && !own)
}

// edit opens the chosen knob's value for typing, or a list of choices.
func (m *explorer) edit() {
	k := m.panel.knob()
	switch {
	case k.Name == "set":
		m.openChooser()
	case k.Choices != nil:
		m.menu = menu{title: k.Doc, at: int(m.setting.value(k, m.widths()))}
		families := kernel.Families()
		for i, c := range k.Choices {
			it := item{name: c}
			if k.Name == "kernel" {
				it.note = families[i].Doc
			}
			m.menu.items = append(m.menu.items, it)
		}
		m.menu.then = func(name string) {
			m.change(func(s *setting) { s.set(k, float64(slices.Index(k.Choices, name))) })
		}
	default:
		text := ""
		if v := m.setting.value(k, m.widths()); !math.IsNaN(v) {
			text = number.Short(v)
		}
		if !m.reading() || m.layout.panes[knobsPane].w == 0 {
			m.focus = knobsPane
		}
		m.field.start(text)
		m.tell(fmt.Sprintf("%s: %s", k.Symbol, k.Doc))
	}
}

// setTyped takes the typed value over; a bad one stays, with a message.
func (m *explorer) setTyped() {
	k, text := m.panel.knob(), m.field.text()
	if rule := text == "median" || text == "mean"; rule && k.Name == "sigma" {
		m.field.stop()
		m.change(func(s *setting) { s.reset(k); s.spec.Width = text })
		return
	}
	if text == m.field.before {
		m.field.stop()
		return
	}
	v, err := k.Parse(text)
	if err != nil {
		m.complain(fmt.Errorf("%w; type a number from %s to %s, esc leaves", err, number.Short(k.Min), number.Short(k.Max)))
		return
	}
	m.field.stop()
	m.change(func(s *setting) { s.set(k, v) })
}

// reset gives the chosen knob its default back.
func (m *explorer) reset() {
	k := m.panel.knob()
	switch k.Name {
	case "set":
		m.tell("enter or d chooses the data")
	case "n":
		m.change(func(s *setting) {
			s.spec.N, s.rows = sweep.UsualRows(s.store.Source().Rows(), s.spec.Test, sweep.DefaultRows), 0
		})
	default:
		m.change(func(s *setting) { s.reset(k) })
	}
}

func (m *explorer) reseed() {
	m.change(func(s *setting) { s.spec.Seed++ })
	m.tell(fmt.Sprintf("seed %d", m.setting.spec.Seed))
}

// pointMethod moves the table's pointer.
func (m *explorer) pointMethod(by int) {
	m.point(m.pointed + by)
	m.followPointer()
	m.startOwn() // some charts are of the method that is pointed at
}

// toggleMethod ticks a method or leaves it out.
func (m *explorer) toggleMethod(i int) {
	m.toggle(i)
	m.follow()
}

// focusOn moves the focus.
func (m *explorer) focusOn(p pane) {
	m.focus = p
	if p == firstPane || p == secondPane {
		m.charted = p
	}
}

func (m *explorer) overMenu() {
	m.menu = menu{title: "sweep over"}
	for i, p := range m.sweepables() {
		m.menu.items = append(m.menu.items, item{name: p.Name, note: p.Doc})
		if p.Name == m.swept().Name {
			m.menu.at = i
		}
	}
	m.menu.then = m.screen().over(m)
}

func (m *explorer) valueMenu() {
	m.menu = menu{title: "show", at: m.errors.value}
	for _, s := range m.errors.values {
		it := item{name: s.label, note: s.column.Doc}
		if why := s.unmet(m.setting); why != "" {
			it.note, it.unmet = why, true
		}
		m.menu.items = append(m.menu.items, it)
	}
	m.menu.then = m.showValue
}

// showValue lets the first chart show another figure. One that wants
// more than the sweep has starts it anew; else it goes on as it is.
func (m *explorer) showValue(label string) {
	before := m.errors.value
	m.errors.choose(label)
	if why := m.errors.now().unmet(m.setting); why != "" {
		m.errors.choose(m.errors.values[before].label)
		remedy := ""
		if m.errors.values[before].label != label && m.setting.store.Source().HasTarget() {
			remedy = "lower n"
		}
		m.complain(&sweep.SpecError{Problem: why, Remedy: remedy})
		return
	}
	m.follow()
}

// otherCurve switches the second chart.
func (m *explorer) otherCurve() {
	if !m.setting.family().HasParam("gamma") {
		m.tell(fmt.Sprintf("the kernel %s has no width σ to show the stable rank over", m.setting.spec.Kernel))
		return
	}
	m.runner.stop(curveLane)
	m.rank = rankView{dimension: !m.rank.dimension, axes: axes{x: logChoice{auto: true}}}
	m.requestCurve()
	m.startCurve()
}

// toggleLog switches an axis of the focused chart, else of the error chart.
func (m *explorer) toggleLog(axis int) {
	x, y := &m.errors.x, &m.errors.y
	if m.focus == secondPane {
		x, y = &m.rank.x, &m.rank.y
	}
	if axis == 0 {
		x.toggle()
		return
	}
	y.toggle()
	m.errors.held = false
}

// escape leaves what is open.
func (m *explorer) escape() {
	switch {
	case m.help:
		m.help = false
	case m.menu.open():
		m.menu.then = nil
	case m.dialog.stage != silent:
		m.closeDialog()
	case m.chooser.stage != closed:
		m.chooser.back(m)
	case m.line.open:
		m.closeLine()
	case m.field.open:
		m.field.stop()
	default:
		m.leave()
	}
}
