package ui

import (
	"io"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// explorer is the program's one tea.Model.
type explorer struct {
	methods []model.Method
	workers int
	version string
	loading data.Options
	look    look
	screens []screen
	keys    []binding
	clock   func() time.Time
	runner  *runner
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
	output   io.Writer // the terminal, for its clipboard; nil: none

	dirty bool      // the charts must be drawn anew
	texts [2]string // the charts as drawn
	heads [2]string // the values at the crosshair, which stand for their titles
}

// note is what the footer tells until the next key.
type note struct {
	text  string
	alarm bool
}

func newExplorer(c Config, l look, r *runner, clock func() time.Time) *explorer {
	m := &explorer{
		methods: c.Methods, workers: c.Workers, version: c.Version, loading: c.LoadOptions, output: c.Output, look: l, clock: clock, runner: r,
		known: map[widthsKey]widths{}, warned: map[string]bool{}, before: map[string][]sweep.Result{},
		errors: newErrorView(), rank: newRankView(), learned: newLearnedView(), spectrum: newSpectrumView(), points: newPointsView(), stream: newStreamView(), lessons: newLessonsView(), screens: screens(), keys: bindings(screens()), dirty: true,
	}
	m.lookedAt = firstLooks(m.screens)
	m.focus, m.charted = m.lookedAt[0].focus, m.lookedAt[0].charted
	m.launch = r.start
	m.panel.chosen = "gamma"
	m.setting = setting{store: sweep.NewStore(c.Source), spec: c.Spec.Clone()}
	if c.Spec.N != defaultRows(c.Source) {
		m.setting.rows = c.Spec.N
	}
	m.setting.ownTest = c.Spec.Test != usualTest(c.Source)
	if len(c.Spec.Over) > 0 {
		m.setting.axis = withinRows(c.Spec.Clone().Over[0], c.Spec.N)
	}
	if len(c.Spec.Over) == 0 || c.Session == nil && m.setting.sampled() && m.setting.axis.Name == "m" && slices.Equal(m.setting.axis.Values, usualGrid()) {
		m.sweepOver("m")
	}
	m.setting.spec.Over, m.setting.spec.Floor = nil, false
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
	m.restart()
	return m.runner.wait
}

// Update routes a message to the part it is for.
func (m *explorer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
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
			m.receive(l.lane, l.body)
		}
		cmd = m.runner.wait
	}
	m.arrange()
	return m, tea.Batch(cmd, m.streamClock())
}

func (m *explorer) widths() widths { return m.known[m.setting.widthsKey()] }

// maxUndo is how many steps `u` can go back.
const maxUndo = 200

// change moves knobs: f changes the setting, the rest follows from that.
func (m *explorer) change(f func(*setting)) {
	before := m.setting.clone()
	f(&m.setting)
	for _, text := range m.setting.clamp(before) {
		m.tell(text)
	}
	m.undone = append(m.undone, before)
	if len(m.undone) > maxUndo {
		m.undone = m.undone[1:]
	}
	if m.setting.sampled() != before.sampled() {
		m.setting.axis.Values, m.learned.axis.Values = nil, nil // a shorter grid, or the full one again
	}
	m.follow()
	if m.setting.sampled() && !before.sampled() {
		m.keep(m.setting.sampling())
	}
}

// follow lets the grid follow the knobs and starts the work anew.
func (m *explorer) follow() {
	m.refit(m.swept())
	m.restart()
}

// refit lets a grid follow the knobs.
func (m *explorer) refit(axis *sweep.Axis) {
	if p, ok := sweep.Parameter(sweep.Parameters(m.methods), axis.Name); ok {
		if grid, ok := m.lessonGrid(p); ok {
			*axis = grid
			return
		}
		*axis = m.setting.gridFor(p, m.widths(), *axis)
	}
}

// undo goes one step back.
func (m *explorer) undo() {
	if len(m.undone) == 0 {
		m.tell("nothing to undo")
		return
	}
	last := len(m.undone) - 1
	s := m.undone[last]
	m.undone = m.undone[:last]
	if s.store != m.setting.store {
		m.forgetData()
	}
	if s.axis.Name != m.setting.axis.Name {
		m.errors.fresh()
	}
	if s.figure != "" {
		m.errors.choose(s.figure)
		s.figure = ""
	}
	m.setting = s
	m.refit(&m.learned.axis)
	m.restart()
}

// forgetData drops what belongs to the data that were shown.
func (m *explorer) forgetData() {
	clear(m.known)
	clear(m.before)
	clear(m.warned)
	m.notes = nil
	m.old, m.rank = nil, rankView{dimension: m.rank.dimension, x: m.rank.x}
	m.errors.fresh()
	m.learned.fresh()
	m.heat = heatView{}
	m.spectrum.fresh()
	m.points.fresh()
	m.maps = mapsView{first: m.maps.first}
	m.stream.fresh()
	m.runner.stop(curveLane)
	m.runner.stop(tuneLane)
	m.runner.stop(spectrumLane)
	m.runner.stop(pointsLane)
	m.runner.stop(matrixLane)
	m.runner.stop(streamLane)
}

// sweepOver chooses the swept parameter.
func (m *explorer) sweepOver(name string) {
	if p, ok := sweep.Parameter(sweep.Parameters(m.methods), name); ok {
		m.setting.axis = m.setting.gridFor(p, m.widths(), sweep.Axis{})
		m.errors.fresh()
	}
}

// restart drops what is under way and computes the present setting.
func (m *explorer) restart() {
	m.dirty, m.failed = true, nil
	if m.recorded != nil {
		m.out = m.recordedOutcome()
		m.buildPanel()
		return
	}
	if m.out.setting.store == m.setting.store { // else it is of other data
		if m.out.rows {
			m.old = m.out
		}
		for name, rows := range m.out.now {
			m.before[name] = rows
		}
	}
	more := m.lessonWants(m.screen().wants(m))
	m.setting.spec.Diagnostics = more == diagnosticsToo
	total := m.out.total // shown until the new one is known
	m.out = newOutcome(m.setting.clone(), m.clock())
	m.out.axis, m.out.wants = *m.swept(), more
	m.out.total = total
	m.buildPanel()
	m.rank.request(m.setting, m.widths())
	active := m.setting.active(m.methods)
	if len(active) == 0 {
		m.runner.stop(sweepLane)
		m.out.finished, m.out.total, m.old = true, 0, nil
		m.startOwn()
		return
	}
	t := &task{setting: m.setting.clone(), widths: m.widths(), methods: m.methods, workers: m.workers, wants: more, theory: m.errors.theory}
	t.setting.spec, t.setting.axis = m.setting.runnable(), *m.swept()
	t.setting.spec.Methods, t.setting.spec.Floor = active, m.lessonFloor()
	if m.frozen {
		m.runner.stop(sweepLane)
		return
	}
	m.launch(sweepLane, t.run(m.runner))
	m.startOwn()
}
