package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/remedy"
	"gramscope/ui/chooser"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
	"gramscope/ui/number"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// saving is a file that is to be written: what, where, and how far that is.
type saving struct {
	what  string
	path  string
	write func(io.Writer) error // from copies, since it runs beside Update
	busy  bool
}

// What the work of the write lane posts.
type (
	saved  struct{ path string }
	exists struct{ path string } // and was left as it is
)

// savable is an entry of the menu of `w`.
type savable struct {
	name, note, ending string
	part               string // of the suggested name
	unmet              string // why it can't be had
	write              func() func(io.Writer) error
}

// savables are what can be written now. The chart is the one that has the focus,
// or had it last.
func (m *explorer) savables() []savable {
	at := int(m.charted - firstPane)
	view := m.charts()[at]
	short, none := view.Title(m.built[at], 1), ""
	if view.Name != nil {
		short = view.Name()
	}
	if view.Lines == nil && view.Figure == nil {
		none = "it is no chart: there is text only"
	}
	note := func(text string) string {
		if none != "" {
			return none
		}
		return text
	}
	list := []savable{
		{"results as CSV", m.runsText("one a line"), ".csv", "results", m.noRows(), func() func(io.Writer) error { return m.rowsWriter("csv") }},
		{"results as JSON", m.runsText("an object each"), ".jsonl", "results", m.noRows(), func() func(io.Writer) error { return m.rowsWriter("json") }},
		{"session", "all settings; gramscope --session FILE comes back to them", ".json", "session", "", func() func(io.Writer) error { return m.session().Write }},
		{"chart as text", short, ".txt", slug(short), "", func() func(io.Writer) error { return m.textWriter(at) }},
		{"chart as SVG", note(short), ".svg", slug(short), none, func() func(io.Writer) error { return m.drawingWriter(at, drawing.SVG) }},
		{"chart as PNG", note(short), ".png", slug(short), none, func() func(io.Writer) error { return m.drawingWriter(at, drawing.PNG) }},
	}
	if !m.Live() {
		list = slices.DeleteFunc(list, func(s savable) bool { return s.part == "session" })
	}
	return list
}

func (m *explorer) noRows() string {
	if len(m.Rows()) == 0 {
		return "there are no results yet"
	}
	return ""
}

func (m *explorer) runsText(form string) string {
	if why := m.noRows(); why != "" {
		return why
	}
	done := ""
	if m.Live() && !m.Out.Finished {
		done = " so far"
	}
	return fmt.Sprintf("%d runs%s, %s; the charts' figures only", len(m.Rows()), done, form)
}

// writeMenu asks what to write.
func (m *explorer) writeMenu() {
	if m.saving.busy {
		m.Complain(fmt.Errorf("%s is still being written: one moment", m.saving.path))
		return
	}
	all := m.savables()
	m.menu = widget.Menu{Title: "write"}
	for _, s := range all {
		it := widget.Item{Name: s.name, Note: s.note, Unmet: s.unmet != ""}
		m.menu.Items = append(m.menu.Items, it)
	}
	m.menu.Then = func(name string) {
		for _, s := range all {
			switch {
			case s.name != name:
			case s.unmet != "":
				m.Complain(errors.New(s.unmet))
			default:
				m.saving = saving{what: s.name, write: s.write()}
				source, _, _ := strings.Cut(filepath.Base(m.Setting.Store.Source().Name()), ".")
				m.askName("gramscope-" + slug(source) + "-" + s.part + s.ending)
			}
		}
	}
}

// askName opens the field for the file's name.
func (m *explorer) askName(suggested string) {
	m.dialog = dialog{stage: naming, title: "write " + m.saving.what + " to"}
	m.dialog.field.Start(suggested)
}

// slug is a text as part of a file's name: its words up to what it is over.
func slug(text string) string {
	text, _, _ = strings.Cut(text, " over ")
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_')
	})
	if len(words) == 0 {
		return "chart"
	}
	return strings.Join(words, "-")
}

// nameTyped starts the writing.
func (m *explorer) nameTyped() {
	path := chooser.Home(m.dialog.field.Text())
	if path == "" {
		m.Tell("type the name of a file; esc leaves")
		return
	}
	m.saving.path = path
	m.closeDialog()
	m.save(false)
}

// save writes the file off the event loop.
func (m *explorer) save(overwrite bool) {
	m.saving.busy = true
	m.Tell("writing " + m.saving.path)
	to := data.Destination{Path: m.saving.path, Overwrite: overwrite, What: "the file", Another: remedy.Do("choose another name with w"), Replace: remedy.Do("answer y")}
	write := m.saving.write
	m.Launch(lab.WriteLane, func(_ context.Context, post func(any)) {
		err := to.Write(write)
		switch {
		case err == nil:
			post(saved{to.Path})
		case errors.Is(err, fs.ErrExist):
			post(exists{to.Path})
		default:
			post(lab.Refusal{Err: err})
		}
	})
}

// written takes in how writing has ended.
func (m *explorer) written(body any) {
	switch b := body.(type) {
	case saved:
		m.Note = lab.Note{}
		m.Tell(m.saving.what + " written: " + b.path)
	case exists:
		m.Note = lab.Note{}
		m.closeDialog()
		m.dialog = dialog{stage: asking, title: "this file is there already", text: b.path}
	case lab.Refusal:
		m.Complain(b.Err)
	case lab.Crashed:
		m.Complain(b.Err)
	}
	m.saving.busy = false
}

// rename asks for another name than the one that is taken.
func (m *explorer) rename() { m.askName(m.saving.path) }

// replace writes over the file that is there.
func (m *explorer) replace() {
	m.closeDialog()
	m.save(true)
}

// rowsWriter writes the results in a format of package sweep.
func (m *explorer) rowsWriter(format string) func(io.Writer) error {
	rows, columns := m.Rows(), m.Columns()
	return func(w io.Writer) error {
		out, err := sweep.NewWriter(w, format, columns)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := out.Write(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// Size of a chart that is written as text.
const textW, textH = 100, 30

// textWriter writes the chart in characters, with its title and its legend.
func (m *explorer) textWriter(at int) func(io.Writer) error {
	v := m.charts()[at]
	lines := []string{m.heading(v), m.look.Text(v.Title(m.built[at], textW)), ""}
	for s := range strings.SplitSeq(ansi.Strip(m.chartText(at, textW, textH)), "\n") {
		lines = append(lines, strings.TrimRight(s, " "))
	}
	if v.Methods {
		lines = append(lines, strings.TrimRight(ansi.Strip(m.legend()), " "))
	}
	text := strings.Join(lines, "\n") + "\n"
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// drawingWriter writes the chart as a drawing.
func (m *explorer) drawingWriter(at int, draw func(io.Writer, string, drawing.Chart) error) func(io.Writer) error {
	v := m.charts()[at]
	title := m.heading(v)
	var drawn drawing.Chart
	if v.Figure != nil {
		drawn = v.Figure()
	} else {
		lines := m.built[at]
		if lines.Y.Title == "" {
			lines.Y.Title, _, _ = strings.Cut(v.Title(m.built[at], 1), " over ")
		}
		if v.Name != nil {
			lines.Y.Title = v.Name()
		}
		drawn = drawing.Lines(lines)
	}
	return func(w io.Writer) error { return draw(w, title, drawn) }
}

// heading says of what a written chart is. γ is left out where it is an axis.
func (m *explorer) heading(v screen.Chart) string {
	s := m.Setting
	text := fmt.Sprintf("%s, n=%d, %s", s.Store.Source().Name(), s.Spec.N, s.Spec.Kernel)
	if g := s.Gamma(m.Widths()); g > 0 && !v.Scales && m.Swept().Name != "gamma" && m.Swept().Name != "sigma" {
		text += ", γ=" + number.Short(g)
	}
	return m.look.Text(text)
}
