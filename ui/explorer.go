// Package ui is the explorer: the screens of gramscope in a terminal.
//
// The one tea.Model is explorer. It embeds window, which embeds controller, and the embedded types do not know the
// embedding ones. A message goes this way:
//
//   - explorer.go takes a message. Keys (keys.go) and the mouse (mouse.go) go to the topmost modal, if one is open
//     (modal.go), or else to the focused pane (screens.go). Tables of keys (bindings.go, modalkeys.go) say what each
//     does; help and footer read them, too. The results of a background job go to the bench or to a screen.
//   - A screen (package screen, and screens.go) shows a part of the experiment. It changes nothing: it returns requests
//     as values, as do the data chooser and the dialog that writes files. Typed commands are in a table with what each
//     does (commandline.go).
//   - controller.go has the experiment and the state of what is shown. It carries out requests: it opens a lesson
//     (lessons.go), sets a knob (knobs.go), or changes the bench in another way (package lab).
//   - charts.go lays out the window (package frame) and draws the charts that have changed.
//   - draw.go joins the charts and panes into the window's text. header.go and footer.go make its first and its last
//     line, packages methodtable and samples the table and the numbers. On terminals with pictures, pixels.go draws the
//     charts as pictures (package pixel).
//
// All computing happens in the runner's goroutines. Their results reach Update at most 30 times a second.
package ui

import (
	"image/color"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/terminal"
)

// explorer is the program's one tea.Model: it takes messages, which change the controller and the window.
type explorer struct {
	*window
	output    io.Writer // the terminal, for its clipboard; nil: none
	arguments func(*session.Session, data.Source) []string

	asked string // the step of a lesson that was open at the last message
	grip  grip
	rest  rest // stops the ticker of the renderer
}

func newExplorer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	setup := lab.Config{Source: c.Source, Spec: c.Spec, Methods: c.Methods, Workers: c.Workers, Warnings: c.Warnings}
	setup.Pause = c.pause
	if c.Keeper != nil {
		setup.Keeper = c.Keeper.Of
	}
	b := lab.New(setup, r, clock)
	m := explorerOn(b, c, l)
	m.panel.Chosen = model.GammaName
	if file, ok := c.Source.(*data.File); ok && file.TargetPlace() != "" {
		m.InfoOnce(targetOf(file) + "; d takes another, or none")
	}
	if c.Session != nil {
		m.restore(c.Session)
	}
	for _, fault := range m.setShown(c.Parts) {
		m.Complain(fault)
	}
	m.show(c.Shown)
	if c.Lesson != nil {
		m.lessons.Offer(*c.Lesson)
		m.readBeside(c.Lesson.Name)
		if c.Class != nil {
			m.lessons.Teach(c.Class.Answers)
		}
		m.showColumn()
		m.pointAtLesson()
	}
	return m
}

// newViewer returns an explorer of results from files.
func newViewer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	return explorerOn(lab.NewFromFiles(*c.Recorded, c.Methods, r, clock), c, l)
}

// explorerOn returns an explorer of a bench.
func explorerOn(b *lab.Bench, c Config, l look.Look) *explorer {
	return &explorer{window: &window{controller: newController(b, c, l)}, output: c.Output, arguments: c.Arguments}
}

// Init starts the background work, and waits for its results.
func (m *explorer) Init() tea.Cmd {
	if m.keeper.Keeps() {
		m.Launch(job.Keep, m.keeper.Run)
		m.safely(m.keepSession)
	}
	m.safely(m.follow)
	m.safely(m.keepSession)
	if m.look.Asks {
		return tea.Batch(m.awaken, m.askBackground)
	}
	return m.awaken
}

// backgroundMsg is the colour of the terminal's background.
type backgroundMsg color.NRGBA

// askBackground is a command that asks the terminal for its background. A backgroundMsg brings the answer, if any.
func (m *explorer) askBackground() tea.Msg {
	_, _ = io.WriteString(m.output, terminal.AskBackground) // the renderer reports the same error
	return nil
}

// resumed is the message after ctrl+z, when the program goes on.
type resumed struct{ *terminal.Stop }

// suspend returns the command that stops the program.
func (m *explorer) suspend() tea.Cmd {
	stop := new(terminal.Stop)
	return tea.Exec(stop, func(error) tea.Msg { return resumed{stop} })
}

// awaken is a command that returns when background work has posted something.
func (m *explorer) awaken() tea.Msg { return m.Runner.Wait() }

// Update handles a message, lays the window out anew and draws the charts that changed. A
// panic in one part does not end the program: see safely.
func (m *explorer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd, settled tea.Cmd
	m.rest.wake()
	m.safely(func() { cmd = m.route(msg) })
	m.safely(m.followStep)
	m.safely(m.layOut) // also moves the focus off a chart that the screen does not have
	if moves(msg) {
		m.safely(m.keepSession)
	}
	m.safely(func() {
		settled = m.send(m.screen(), screen.Settled{})
	})
	m.safely(m.drawPictures)
	return m, tea.Batch(cmd, settled)
}

// moves reports whether a message can change the session that is kept. A dragged chart is kept at its release.
func moves(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyMsg, wheelMsg:
		return true
	case tea.MouseMsg:
		return msg.Action != tea.MouseActionMotion
	}
	return false
}

// route passes a message to the part that handles it.
func (m *explorer) route(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h, m.dirty = msg.Width, msg.Height, true
		m.pixels.measure()
	case tea.KeyMsg:
		cmd = m.keyboard(msg)
	case tea.MouseMsg:
		if msg.Action == tea.MouseActionMotion && msg.Button == tea.MouseButtonNone {
			m.pointOut(m.under(msg.X, msg.Y))
			m.dirty = true
			return hover
		}
		if run := m.pressed(msg); run != nil {
			m.Note, m.dirty = lab.Note{}, true
			return run(m)
		}
		m.mouse(msg, 1)
	case wheelMsg:
		m.mouse(tea.MouseMsg(msg.event), msg.times)
		return hover
	case resumed:
		cmd = tea.EnableMouseAllMotion // bubbletea does not restore this mode
		if !msg.Stopped {
			m.Info("nothing stopped the program: there is no shell to return to")
		}
	case backgroundMsg:
		m.paper, m.dirty = color.NRGBA(msg), true
		m.look.On(m.paper)
	case screen.Ticked:
		m.dirty = true
		m.sendAll(msg)
	case job.Wake:
		for l := range m.Runner.Drain() {
			m.safely(func() { m.receive(l.Kind, l.Body) })
		}
		return m.awaken
	}
	return cmd
}

// receive handles a result of a background job. The runner drops results of jobs that have been replaced.
func (m *explorer) receive(l job.Kind, body any) {
	if steps, ok := body.(learnedSteps); ok {
		m.learning.evaluations = int(steps)
		return
	}
	if l == job.Pixels { // nothing else depends on pictures, so that no chart becomes dirty
		m.takePicture(body)
		return
	}
	m.dirty = true
	switch l {
	case job.Files:
		if done, ok := body.(chooser.Completed); ok && m.line.Open {
			if m.line.Completed(m.verbs(), done.Of, done.Paths); len(done.Paths) == 0 {
				m.Info("nothing begins with " + done.Of)
			}
			return
		}
		m.carryOut(m.chooser.Update(body))
		m.keepSession()
	case job.Write:
		m.carryOut(m.saver.Update(body))
	case job.Keep:
		if err := job.Error(body); err != nil { // of writing
			m.InfoOnce(lab.Message(err))
		}
	case job.Widths:
		m.learned(body)
	case job.Sweep, job.Preview, job.Programs:
		m.Bench.Receive(l, body)
		switch body.(type) { // jobs that wait for the end of the sweep can start
		case lab.Prepared: // the plan may have chosen the axis
			m.keepSession()
		case lab.FoundDistances, lab.Row, job.Finished:
			m.startOwn()
		}
	default:
		for _, s := range m.screens {
			if s.JobKind() == l {
				m.carryOut(s.Update(body))
			}
		}
	}
}
