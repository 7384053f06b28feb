package ui

import (
	"io"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// explorer is the program's one tea.Model.
type explorer struct {
	methods []model.Method
	workers int
	version string
	loading data.Options
	look    look.Look
	screens []screen
	keys    []binding
	clock   func() time.Time
	runner  *runner
	speed   *sweep.Speed     // what work has taken here
	launch  func(lane, work) // runner.start, or nothing in tests

	setting setting
	undone  []setting // the settings before, the latest last
	known   map[widthsKey]widths

	out    *outcome                  // of the present setting
	old    *outcome                  // shown dimmed until out has something
	before map[string][]sweep.Result // the table's figures before, likewise
	failed error                     // why nothing runs
	warned map[string]bool           // kinds of warnings that were shown
	notes  []string                  // that the help keeps, since the footer may be too short for them

	w, h     int
	layout   layout
	at       int // the present screen, an index of screens
	focus    pane
	charted  pane     // the chart that is shown where there is room for one
	lookedAt []looked // of the screens that are not present
	note     note
	help     bool
	scroll   int // of the help

	panel    panel
	table    table
	errors   errorView
	rank     rankView
	heat     heatView
	learned  learnedView
	spectrum spectrumView
	points   pointsView
	maps     mapsView
	stream   streamView
	lessons  lessonsView
	menu     menu
	field    field
	chooser  chooser
	line     commandLine

	recorded *recorded // results of files, which nothing is computed beside; nil: of the setting
	pins     []pin     // the latest last
	cross    cross
	frozen   bool // nothing computes
	expanded bool // the focused pane has the window
	numbers  bool // in place of charts
	dialog   dialog
	saving   saving
	rescued  rescue
	output   io.Writer // the terminal, for its clipboard; nil: none

	dirty bool           // the charts must be drawn anew
	built [2]chart.Lines // the charts of samples
	texts [2]string      // the charts as drawn
	heads [2]string      // the values at the crosshair, which stand for their titles
}

// note is what the footer tells until the next key.
type note struct {
	text  string
	alarm bool
}

func newExplorer(c Config, l look.Look, r *runner, clock func() time.Time) *explorer {
	m := &explorer{
		methods: c.Methods, workers: c.Workers, version: c.Version, loading: c.LoadOptions, output: c.Output, look: l, clock: clock, runner: r, speed: new(sweep.Speed),
		known: map[widthsKey]widths{}, warned: map[string]bool{}, before: map[string][]sweep.Result{},
		errors: newErrorView(), rank: newRankView(), learned: newLearnedView(), spectrum: newSpectrumView(), points: newPointsView(), stream: newStreamView(), lessons: newLessonsView(), screens: screens(), keys: bindings(screens()), dirty: true,
	}
	m.lookedAt = firstLooks(m.screens)
	m.focus, m.charted = m.lookedAt[0].focus, m.lookedAt[0].charted
	m.launch = r.start
	m.panel.chosen = "gamma"
	m.setting = setting{store: sweep.NewStore(c.Source), spec: c.Spec.Clone()}
	if c.Spec.N != sweep.UsualRows(c.Source.Rows(), c.Spec.Test, sweep.DefaultRows) {
		m.setting.rows = c.Spec.N
	}
	m.setting.ownTest = c.Spec.Test != usualTest(c.Source)
	if len(c.Spec.Over) > 0 {
		m.setting.axis = withinRows(c.Spec.Clone().Over[0], c.Spec.N)
	}
	if len(c.Spec.Over) == 0 {
		m.sweepOver("m")
	}
	m.setting.spec.Over, m.setting.spec.Figures = nil, nil
	notes := append(slices.Clone(c.Warnings), m.setting.clamp(setting{})...)
	if len(c.Spec.Over) > 1 {
		notes = append(notes, "the explorer sweeps one parameter: "+c.Spec.Over[0].Name)
	}
	for _, text := range notes {
		m.keep(text)
	}
	if m.setting.sampled() {
		m.keep(m.setting.sampling())
	}
	if c.Session != nil {
		m.restore(c.Session)
	}
	if at := slices.Index(lessonNames(), c.Lesson); at >= 0 {
		m.readBeside(at)
		m.showColumn(m.lessons.now().Value)
		m.pointAtLesson(m.lessons.now())
	}
	m.out = newOutcome(m.setting, clock())
	return m
}

// withinRows clamps a budget's values to the number of rows.
func withinRows(axis sweep.Axis, n int) sweep.Axis {
	if axis.Name == "m" {
		for i, v := range axis.Values {
			axis.Values[i] = min(v, float64(n))
		}
		axis.Values = slices.Compact(axis.Values)
	}
	return axis
}

// Init starts the work and the pump of its results.
func (m *explorer) Init() tea.Cmd {
	m.safely(m.restart)
	return m.runner.wait
}

// Update has a message taken in, and the window arranged for what follows from it.
// Whatever a part does, the program goes on: see safely.
func (m *explorer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd, clock tea.Cmd
	m.safely(func() { cmd = m.route(msg) })
	m.safely(m.arrange)
	m.safely(func() { clock = m.streamClock() })
	return m, tea.Batch(cmd, clock)
}

// route hands a message to the part it is for.
func (m *explorer) route(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h, m.dirty = msg.Width, msg.Height, true
	case tea.KeyMsg:
		cmd = m.press(msg)
	case tea.MouseMsg:
		m.mouse(msg, 1)
	case wheelMsg:
		m.mouse(tea.MouseMsg(msg.event), msg.times)
	case tea.ResumeMsg:
		cmd = tea.EnableMouseCellMotion // which bubbletea forgets while suspended
	case streamTick:
		m.tickStream()
	case wake:
		for _, l := range m.runner.drain() {
			m.safely(func() { m.receive(l.lane, l.body) })
		}
		return m.runner.wait
	}
	return cmd
}

func (m *explorer) widths() widths { return m.known[m.setting.widthsKey()] }
