package ui

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/curve"
	"gramscope/ui/frame"
	"gramscope/ui/look"
	"gramscope/ui/methodtable"
	"gramscope/ui/save"
	"gramscope/ui/session"
)

// paneNames are the panes, in order.
func paneNames() []string {
	return []string{"knobs", "first chart", "second chart", "third chart", "methods"}
}

// Opened returns the state in which the explorer opens. The error is a *session.Fault of c.Parts.
func Opened(c Config) (*session.Session, error) {
	l := look.New(c.Glyphs, c.Theme, os.Getenv)
	r := job.NewRunner(context.Background())
	defer r.Close(0)
	parts := c.Parts
	c.Parts = nil
	m := newExplorer(c, l, r, time.Now)
	if faults := m.setShown(parts); faults != nil {
		return nil, faults[0]
	}
	return m.session(), nil
}

// session returns the present state as a session.
func (m *controller) session() *session.Session {
	set := m.Setting
	s := &session.Session{Spec: set.Spec.Clone(), Data: session.DataOf(set.Store.Source(), m.loading), Shown: m.fields()}
	s.Spec.Over = []sweep.Axis{{Name: set.Axis.Name, Values: slices.Clone(set.Axis.Values)}}
	s.Spec.Figures = nil // figures follow from what is shown
	return s
}

// fields returns what is shown: the fields of the explorer, and the fields of each screen in the screen's part, in the
// order in which they are set.
func (m *controller) fields() []session.Field {
	spread := ""
	if m.Spread != lab.StandardError {
		spread = m.Spread.String()
	}
	opened, l := "", m.lessons.Now()
	if m.lessons.Open {
		opened = l.Name
	}
	if m.lessons.Open && l.Sum != "" { // of a file
		opened = l.Sum + " " + session.FromRoot(l.Name)
	}
	var keys []string
	for _, x := range m.screens {
		keys = append(keys, x.key)
	}
	methods := model.Names(m.Methods)
	pane := func(at *frame.Pane) func(string) {
		return func(name string) { *at = frame.Pane(slices.Index(paneNames(), name)) }
	}
	widths := lab.FeatureWidths(m.Setting.Spec.Widths)
	params := slices.Concat(lab.DataKnobs(nil), sweep.Parameters(m.Methods), widths)
	knobs := append(sweep.ParameterNames(params), "", more)
	point := func(name string) { m.Point(m.MethodIndex(name)) }
	showSpread := func(name string) { m.Spread = lab.Spread(max(0, slices.Index(lab.SpreadNames(), name))) }
	list := []session.Field{
		session.Choice("screen", m.screens[m.at].key, keys, func(key string) { m.goTo(slices.Index(keys, key)) }),
		session.Of("lesson", opened, m.reopenLesson),
		session.Choice("focus", paneNames()[m.focus], paneNames(), pane(&m.focus)),
		session.Choice("charted", paneNames()[m.charted], paneNames(), pane(&m.charted)),
		session.Choice("knob", string(m.panel.Chosen), knobs, func(name string) { m.panel.Chosen = model.Name(name) }),
		session.Choice("method", m.Methods[m.Pointed].Name, methods, point),
		session.Choice("sorted", m.order.Sorted, append(methodtable.Heads(), ""), func(by string) { m.order.Sorted = by }),
		session.Choice("band", spread, append(lab.SpreadNames(), ""), showSpread),
	}
	for _, x := range m.screens {
		own := x.State()
		for i, c := range x.Panes().Charts {
			if c.Axes != nil && !c.Passing {
				own = append(own, session.Zoom(fmt.Sprint("zoom.", i+1), func() *curve.Axes { return x.Panes().Charts[i].Axes })...)
			}
		}
		for _, f := range own {
			f.Name = x.part() + "." + f.Name
			list = append(list, f)
		}
	}
	return list
}

// part is the name of a screen's part of a session.
func (n numbered) part() string { return strings.ToLower(n.Name()) }

// setShown sets the fields that a session or a command line gives. It leaves out unknown fields and wrong values, and
// returns a fault for each.
func (m *controller) setShown(given []session.Field) (faults []*session.Fault) {
	fields := m.fields()
	values := make([][]session.Field, len(fields))
	for _, g := range given {
		is := func(f session.Field) bool { return f.Name == g.Name || session.Short(f.Name) == g.Name }
		if at := slices.IndexFunc(fields, is); at >= 0 {
			values[at] = append(values[at], g)
			continue
		}
		fault := &session.Fault{Field: fmt.Sprintf("%.60s", g.Name), Problem: "there is no such part"}
		if faults == nil { // a hostile session may have many: only the first gets a remedy
			var names []string
			for _, f := range fields {
				names = append(names, session.Short(f.Name))
			}
			_, fault.Remedy = data.Unknown("part", fault.Field, names)
		}
		faults = append(faults, fault)
	}
	for at, list := range values {
		for _, v := range list {
			if fault := fields[at].Take(v); fault != nil {
				faults = append(faults, fault)
			}
		}
	}
	if !isChart(m.charted) {
		m.charted = frame.First
	}
	m.focusWithin(len(m.charts()))
	return faults
}

// restore sets what a session shows. Its setting must have been set before.
func (m *controller) restore(s *session.Session) {
	const most = 5
	for i, fault := range m.setShown(s.Shown) {
		if i == most {
			m.InfoOnce("more of the session is left out")
			break
		}
		m.InfoOnce("left out of the session: " + fault.Field + ": " + fault.Problem)
	}
}

// keepSession passes the present session to the keeper.
func (m *controller) keepSession() {
	if m.keeper.Keeps() {
		m.keeper.Show(m.session())
	}
}

// endKeeping passes the last session to the keeper, which then ends. It is called after the last message.
func (m *controller) endKeeping() {
	attempt(m.keepSession)
	m.keeper.Close()
}

// mostRows is the maximum number of rows below a session that w writes. A row takes a few hundred bytes.
const mostRows = 2000

// sessionWithResults returns the content of a file with the present session, and the latest results below it.
func (m *controller) sessionWithResults() save.Content {
	s, store, program := m.session(), m.Setting.Store, m.version
	return func(w io.Writer) error {
		if err := s.Write(w); err != nil {
			return err
		}
		return session.WriteResults(w, session.OriginOf(store.Source(), program), store.Latest(mostRows))
	}
}

// shown returns what w can write while the chart at that index has the focus.
func (m *window) shown(at int) save.Shown {
	return save.Shown{
		State: &m.State, Look: &m.look, Session: m.sessionWithResults,
		Chart: m.charts()[at], Built: m.built[at], Legend: legend(&m.State, &m.look),
		Text: func(w, h int) string { return m.text(at, m.charts()[at], w, h, &m.look, nil) },
	}
}

// write opens the menu of files to write. Their chart is the focused one, or the one that had the focus last.
func (m *explorer) write() tea.Cmd {
	m.layOut() // a key that arrived together with this one may have changed the screen
	shown := m.shown(m.keyedChart())
	shown.Window = m.drawWindow(false) // without the menu, which opens now
	return m.carryOut(m.saver.Ask(m.Runner.Busy(job.Write), shown))
}
