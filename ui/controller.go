package ui

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
	"gramscope/ui/keep"
	"gramscope/ui/look"
	"gramscope/ui/methodtable"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// controller is the state of the explorer: the experiment, and the screen, panes and modals that show it. Its
// methods carry out what keys, screens and modals ask for. They draw nothing.
type controller struct {
	*lab.Bench
	position
	modals
	panel   widget.Panel
	order   methodtable.Order
	look    look.Look
	paper   color.NRGBA // the background that the terminal has told; the zero value if none
	loading data.Options
	version string
	keeper  *keep.Keeper // of results and the session
	faults  faults
	dirty   bool // whether the charts must be redrawn

	every   bool           // whether all knobs are shown
	verdict advice.Verdict // on the figures of the present setting

	giveBack func()    // sweeps the screen beside a lesson over what it was swept over before
	learning *learning // the search for widths; nil if none is under way
	after    tea.Cmd   // follows the menu entry or the command that was taken
}

// newController returns a controller of a bench that shows the first screen.
func newController(b *lab.Bench, c Config, l look.Look) *controller {
	m := &controller{Bench: b, look: l, loading: c.LoadOptions, version: c.Version, dirty: true, giveBack: func() {}}
	m.keeper = cmp.Or(c.Keeper, keep.New("", "", nil, "")) // which keeps nothing
	m.chooser = chooser.New(&m.look, c.LoadOptions)
	beside := lessons.New(&b.State, &m.look)
	m.position = newPosition(screens(&b.State, &m.look, beside), beside)
	m.panel.Chosen = b.Setting.Axis.Name
	m.Point(max(0, b.CurrentMethod())) // charts of one method show this one
	return m
}

// open returns the open modals, the topmost first.
func (m *controller) open() []modal { return m.modals.open(&m.panel.Field, &m.look) }

// choose opens a menu. then is called with the entry that is taken.
func (m *controller) choose(u widget.Menu, then func(name string)) { m.menu = u.Opened(then) }

// mode returns the receiver of keys: the topmost modal, or else the focused pane.
func (m *controller) mode() mode {
	if open := m.open(); len(open) > 0 {
		return open[0].keys
	}
	return m.position.mode()
}

// send passes a message to a screen and carries out what the screen asks for.
func (m *controller) send(to screen.Screen, msg any) tea.Cmd { return m.carryOut(to.Update(msg)) }

// sendAll passes a message to all screens.
func (m *controller) sendAll(msg any) {
	for _, s := range m.screens {
		m.send(s, msg)
	}
}

// change changes the setting and starts the work that follows from it.
func (m *controller) change(f func(*lab.Setting)) {
	m.Bench.Change(f)
	m.follow()
}

// follow requests what the present screen needs, and starts the screen's own work if that is needed.
func (m *controller) follow() {
	m.dirty = true
	m.checkLearning()
	m.Require(m.screen().Need())
	m.buildPanel()
	m.startOwn()
}

// buildPanel fills the panel with the knobs of the present setting and their values.
func (m *controller) buildPanel() {
	var list []widget.Knob
	for _, k := range m.knobsShown() {
		if k.Name == more {
			list = append(list, widget.Knob{Param: k})
			continue
		}
		knob := widget.Knob{Param: k, Value: m.KnobText(k), Idle: m.Idle(k)}
		if sigma := model.Sigma(nil); k.Name == model.GammaName && m.Computes() && m.Setting.Spec.Formula(k.Name) == "" {
			knob.Long = knob.Value + " " + sigma.Symbol + " " + m.KnobText(sigma)
		}
		if relevance, ok := m.Setting.Relevance(k.Name); ok {
			const longest = 6 // cells
			knob.Bar = m.look.Text(strings.Repeat("▇", int(math.Round(relevance*longest))))
		}
		list = append(list, knob)
	}
	m.panel.Set(list)
}

// startOwn starts the present screen's own work if that is needed.
func (m *controller) startOwn() {
	if !m.Frozen {
		m.carryOut(m.screen().Work())
	}
}

// undo goes one step back.
func (m *controller) undo() {
	was, shown, ok := m.Bench.Undo()
	if !ok {
		return
	}
	if was.Store != m.Setting.Store {
		m.sendAll(screen.NewData{})
	}
	if before, changed := shown.([]session.Field); changed {
		m.setShown(before)
	}
	m.follow()
}

// freeze stops or resumes all computing. While it is stopped, knobs can be turned and figures do not change; files
// are still read and written.
func (m *controller) freeze() {
	m.Bench.ToggleFrozen()
	m.stopLearning("the widths are as they were")
	if !m.Frozen {
		m.follow()
		return
	}
	m.send(m.screen(), screen.Left{})
	m.sendAll(screen.Frozen{})
}

// forgetData drops the state that belongs to the previous data.
func (m *controller) forgetData() {
	m.stopLearning("its data are gone")
	m.Forget()
	m.sendAll(screen.NewData{})
}

// pointAt moves the table's pointer to a method, which charts of one method show.
func (m *controller) pointAt(i int) {
	m.Point(i)
	m.startOwn()
}

// toggleMethod ticks a method or leaves it out.
func (m *controller) toggleMethod(i int) {
	m.Toggle(i)
	m.follow()
}

// openScreen shows another screen. The sweep is restarted if the screen needs other figures; what is already
// computed is shown at once.
func (m *controller) openScreen(at int) {
	if at == m.at {
		return
	}
	m.send(m.screen(), screen.Left{})
	m.goTo(at)
	m.follow()
}

// carryOut carries out the requests of a screen or a modal.
func (m *controller) carryOut(list []screen.Do) tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range list {
		switch d := one.(type) {
		case screen.Change:
			m.change(d)
		case screen.Point:
			m.pointAt(m.MethodIndex(string(d)))
		case screen.Tick:
			cmds = append(cmds, tea.Tick(d.After, func(time.Time) tea.Msg { return screen.Ticked(d.Of) }))
		case screen.Choose:
			m.choose(d.Menu, func(name string) {
				m.carryOut(d.Then(name))
				m.follow()
			})
		case screen.Sweep:
			m.chooseAxis(model.Name(d))
		case screen.Use:
			m.useSource(d.Source, d.Notes)
		case screen.Read:
			m.openLesson(string(d))
		default:
			if !screen.Apply(m.Bench, d) {
				panic(fmt.Sprintf("ui: nobody does %T", d))
			}
		}
	}
	return tea.Batch(cmds...)
}

// useSource takes new data over.
func (m *controller) useSource(source data.Source, notes []remedy.Note) {
	m.chooser.Close()
	m.forgetData()
	m.change(func(s *lab.Setting) { s.Take(source) })
	m.History.Trim()
	if file, ok := source.(*data.File); ok {
		m.Info(targetOf(file) + "; d changes it")
	}
	for _, note := range notes {
		m.InfoOnce(lab.NoteText(note))
	}
}

// targetOf names the target of a file, and its place if nobody has chosen it.
func targetOf(file *data.File) string {
	switch place := file.TargetPlace(); {
	case file.Target() == "":
		return "no target"
	case place != "":
		return fmt.Sprintf("target %s (%s)", file.Target(), place)
	}
	return "target " + file.Target()
}
