package ui

import (
	"image/color"
	"io"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
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

	asked string  // the step of a lesson that was open at the last message
	after tea.Cmd // of the entry of a menu that was taken
	grip  grip
	rest  rest // of the renderer
}

func newExplorer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	setup := lab.Config{Source: c.Source, Spec: c.Spec, Methods: c.Methods, Workers: c.Workers, Warnings: c.Warnings, Rest: c.rest}
	if c.Keeper != nil {
		setup.Keeper = c.Keeper.Of
	}
	b := lab.New(setup, r, clock)
	m := explorerOn(b, c, l)
	m.panel.Chosen = model.GammaName
	if file, ok := c.Source.(*data.File); ok && file.TargetPlace() != "" {
		m.InfoOnce(targets(file)[0] + "; d takes another, or none")
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

// newViewer is an explorer of results from files.
func newViewer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	return explorerOn(lab.NewOfFiles(*c.Recorded, c.Methods, r, clock), c, l)
}

// explorerOn returns an explorer of a bench.
func explorerOn(b *lab.Bench, c Config, l look.Look) *explorer {
	m := &explorer{window: &window{controller: newController(b, c, l)}, output: c.Output, arguments: c.Arguments}
	m.keys = bindings(m.screens)
	if !b.Computes() {
		m.keys = slices.DeleteFunc(m.keys, func(k binding) bool { return k.live })
	}
	return m
}

// Init starts the background work, and waits for its results.
func (m *explorer) Init() tea.Cmd {
	m.startKeeping()
	m.safely(m.follow)
	m.safely(m.keepSession)
	if m.look.Asks() && m.output != nil {
		return tea.Batch(m.awaken, m.askBackground)
	}
	return m.awaken
}

// backgroundMsg is the colour of the terminal's background.
type backgroundMsg color.NRGBA

// askBackground is a command that asks the terminal for its background. The answer comes as a backgroundMsg, if any
// does.
func (m *explorer) askBackground() tea.Msg {
	_, _ = io.WriteString(m.output, terminal.AskBackground) // the renderer meets the same error
	return nil
}

// resumed is the message after ctrl+z, when the program goes on.
type resumed struct{ *terminal.Stop }

// suspend returns the command that stops the program.
func (m *explorer) suspend() tea.Cmd {
	stop := new(terminal.Stop)
	return tea.Exec(stop, func(error) tea.Msg { return resumed{stop} })
}

// awaken is a command that returns when background work has found something.
func (m *explorer) awaken() tea.Msg { return m.Runner.Wait() }

// Update handles a message, lays the window out anew and draws the charts that changed. A
// panic in one part does not end the program: see safely.
func (m *explorer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd, settled tea.Cmd
	m.rest.wake()
	m.safely(func() { cmd = m.route(msg) })
	m.safely(m.followStep)
	m.safely(m.layOut) // which moves the focus from a chart that is not there
	if moves(msg) {
		m.safely(m.keepSession)
	}
	m.safely(func() {
		settled = m.send(m.screen(), screen.Settled{})
	})
	m.safely(m.drawPictures)
	return m, tea.Batch(cmd, settled)
}

// moves reports whether a message can change the session that is kept. What is dragged is kept when it is let go.
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
			return m.hoverOver(msg)
		}
		if run := m.pressed(msg); run != nil {
			m.Note, m.dirty = lab.Note{}, true
			return run(m)
		}
		m.mouse(msg, 1)
	case wheelMsg:
		m.mouse(tea.MouseMsg(msg.event), msg.times)
	case resumed:
		cmd = tea.EnableMouseAllMotion // which bubbletea forgets while suspended
		if !msg.Stopped {
			m.Info("nothing stopped the program: there is no shell to return to")
		}
	case backgroundMsg:
		m.look.On(color.NRGBA(msg))
		m.dirty = true
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
