package ui

import (
	"io"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/prompt"
	"gramscope/ui/save"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/widget"
)

// explorer is the program's one tea.Model.
type explorer struct {
	*lab.Bench
	version string
	loading data.Options
	look    look.Look
	screens []numbered
	keys    []binding

	w, h     int
	layout   layout
	at       int // the present screen, an index of screens
	focus    pane
	charted  pane     // the chart that is shown where there is room for one
	lookedAt []looked // of the screens that are not present

	help    widget.Page
	panel   widget.Panel
	sorted  string          // the head of the column by which the table is sorted; "": by none
	skip    int             // columns of the table that are left out on the left
	lessons *lessons.Screen // also where it is none of screens
	menu    widget.Menu
	chooser chooser.Chooser
	line    prompt.Line

	cross    cross
	expanded bool // the focused pane has the window
	numbers  bool // in place of charts
	saver    save.Saver
	rescued  rescue
	output   io.Writer // the terminal, for its clipboard; nil: none

	dirty bool           // the charts must be drawn anew
	built [2]chart.Lines // the charts of samples
	texts [2]string      // the charts as drawn
	heads [2]string      // the values at the crosshair, which stand for their titles
}

func newExplorer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	b := lab.New(lab.Config{Source: c.Source, Spec: c.Spec, Methods: c.Methods, Workers: c.Workers, Warnings: c.Warnings}, r, clock)
	m := explorerOn(b, c, l)
	m.panel.Chosen = model.GammaName
	if c.Session != nil {
		m.restore(c.Session)
	}
	m.show(c.Shown)
	if c.Lesson != "" {
		m.readBeside(c.Lesson)
		m.showColumn()
		m.pointAtLesson()
	}
	return m
}

// explorerOn returns an explorer of a bench.
func explorerOn(b *lab.Bench, c Config, l look.Look) *explorer {
	m := &explorer{Bench: b, version: c.Version, loading: c.LoadOptions, output: c.Output, look: l, dirty: true}
	m.chooser = chooser.New(&m.look, c.LoadOptions)
	m.lessons = lessons.New(&b.State, &m.look)
	m.screens = screens(&b.State, &m.look, m.lessons)
	m.keys = bindings(m.screens)
	if !b.Computes() {
		m.keys = slices.DeleteFunc(m.keys, func(k binding) bool { return k.live })
	}
	m.lookedAt = firstLooks(m.screens)
	m.focus, m.charted = m.lookedAt[0].focus, m.lookedAt[0].charted
	m.panel.Chosen = b.Setting().Axis.Name
	m.Point(max(0, b.CurrentMethod())) // what charts of one method show
	return m
}

// Init starts the background work, and waits for its results.
func (m *explorer) Init() tea.Cmd {
	m.safely(m.follow)
	return m.awaken
}

// awaken is a command that returns when background work has found something.
func (m *explorer) awaken() tea.Msg { return m.Runner.Wait() }

// Update handles a message, lays the window out anew and draws the charts that changed. A
// panic in one part does not end the program: see safely.
func (m *explorer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd, settled tea.Cmd
	m.safely(func() { cmd = m.route(msg) })
	m.safely(m.layOut)
	m.safely(func() {
		settled = m.send(m.screen(), screen.Settled{Widths: [2]int{m.layout.panes[firstPane].w, m.layout.panes[secondPane].w}})
	})
	return m, tea.Batch(cmd, settled)
}

// route passes a message to the part that handles it.
func (m *explorer) route(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h, m.dirty = msg.Width, msg.Height, true
	case tea.KeyMsg:
		cmd = m.keyboard(msg)
	case tea.MouseMsg:
		m.mouse(msg, 1)
	case wheelMsg:
		m.mouse(tea.MouseMsg(msg.event), msg.times)
	case tea.ResumeMsg:
		cmd = tea.EnableMouseCellMotion // which bubbletea forgets while suspended
	case ticked:
		m.dirty = true
		m.sendAll(screen.Ticked{})
	case job.Wake:
		for l := range m.Runner.Drain() {
			m.safely(func() { m.receive(l.Kind, l.Body) })
		}
		return m.awaken
	}
	return cmd
}
