package save

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Content writes a file. It runs concurrently with the explorer, and reads only copies of its data.
type Content func(io.Writer) error

// File is an item of the menu of files to write.
type File struct {
	widget.Item
	Suggested string // suggested name
	Content   func() Content
}

// Shown has the parts of the screen that can be written to files.
type Shown struct {
	State   *lab.State
	Look    *look.Look
	Chart   screen.Chart
	Built   chart.Lines
	Text    func(w, h int) string // draws the chart in characters
	Legend  string                // legend of the methods
	Window  string                // the window before the menu was opened
	Session func() Content
}

// Files lists the files that can be written.
func (s Shown) Files() []File {
	short, none := cmp.Or(s.Chart.Name, s.Chart.Title(s.Built, 1)), ""
	if s.Chart.Lines == nil && s.Chart.Figure == nil {
		none = "this is not a chart; write it as text"
	}
	figure := slug(short)
	if x := s.Built.X.ID; x != "" && len(s.Built.Dots) == 0 {
		figure = figureName(short, x, s.State.Setting.Spec.Kernel)
	}
	noRows := ""
	if len(s.State.Rows()) == 0 {
		noRows = "there are no results yet"
	}
	source := baseOf(s.State.Setting.Store.Source().Name())
	file := func(name, note, unmet, part, ending string, content func() Content) File {
		suggested := "gramscope-" + slug(source) + "-" + part + ending
		return File{widget.Item{Name: name, Note: note, Unmet: unmet}, suggested, content}
	}
	runs := func(form string) string {
		done := ""
		if !s.State.Outcome.Finished {
			done = " so far"
		}
		return fmt.Sprintf("%d runs%s, %s; charted figures only", len(s.State.Rows()), done, form)
	}
	list := []File{
		file("results as CSV", runs("one per line"), noRows, "results", ".csv", func() Content { return s.Rows("csv") }),
		file("results as JSON", runs("one object per line"), noRows, "results", ".jsonl",
			func() Content { return s.Rows("json") }),
		file("session", "settings and results, for gramscope --session FILE", "", "session", ".json", s.Session),
		file("chart as text", short, "", slug(short), ".txt", s.Words),
		file("chart as SVG", short, none, figure, ".svg", func() Content { return s.Drawing(drawing.Slide().SVG) }),
		file("chart as PNG", short, none, figure, ".png", func() Content { return s.Drawing(drawing.Slide().PNG) }),
		file("chart as PDF", short, none, figure, ".pdf", func() Content { return s.Drawing(drawing.Slide().PDF) }),
		file("screen as SVG", "the whole window in its colours, for slides and issues", "", "screen", ".svg", s.Screen),
	}
	if !s.State.Computes() {
		return slices.Delete(list, 2, 3) // no session: results from files have no settings
	}
	return list
}

// FigureName joins the data, the title of y, the column x and the kernel to the name of a file, without an ending.
func FigureName(data, y, x, kernel string) string {
	return "gramscope-" + slug(baseOf(data)) + "-" + figureName(y, x, kernel)
}

// figureName returns the part of the name for a chart of y, a title, over x, a column or a parameter.
func figureName(y, x, kernel string) string {
	if c, known := sweep.ColumnNamed(x); known {
		x = c.Title()
	}
	return slug(y) + "-over-" + slug(x) + "-" + slug(kernel)
}

// baseOf returns the base name of a data file or a built-in set, without the ending or the settings.
func baseOf(source string) string {
	source = filepath.Base(source)
	if at := strings.IndexAny(source, ".:"); at > 0 {
		source = source[:at]
	}
	return source
}

// slug turns a chart's title, up to " over ", into a part of a file's name.
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

// Rows returns the results in a format of package sweep.
func (s Shown) Rows(format string) Content {
	rows, columns := s.State.Rows(), s.State.Columns()
	return func(w io.Writer) error {
		out, err := sweep.NewWriter(w, format, columns)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := out(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// Size of a chart that is written as text.
const textW, textH = 100, 30

// Words returns the chart in characters, with its title and its legend.
func (s Shown) Words() Content {
	lines := []string{s.heading(), s.Look.Text(s.Chart.Title(s.Built, textW)), ""}
	for line := range strings.SplitSeq(ansi.Strip(s.Text(textW, textH)), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if s.Chart.Methods {
		lines = append(lines, strings.TrimRight(ansi.Strip(s.Legend), " "))
	}
	return func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
		return err
	}
}

// Screen returns the window as a picture.
func (s Shown) Screen() Content {
	window := s.Window
	paper, plain := s.Look.Paper()
	return func(w io.Writer) error { return drawing.Screen(w, window, paper, plain) }
}

// Drawing returns the chart as a drawing.
func (s Shown) Drawing(draw func(io.Writer, string, chart.Chart) error) Content {
	title := s.heading()
	var drawn chart.Chart
	if s.Chart.Figure != nil {
		drawn = s.Chart.Figure(0, 0)
	} else {
		drawn = s.lines()
	}
	return func(w io.Writer) error { return draw(w, title, drawn) }
}

// lines returns a chart of samples with full titles of axes.
func (s Shown) lines() chart.Lines {
	lines := s.Built
	const wide = 200 // cells, enough for the full forms of titles
	what, _, _ := strings.Cut(s.Chart.Title(s.Built, wide), "   ")
	if at := strings.LastIndex(what, " over "); at >= 0 { // the last: a figure may have one in its own text
		what = what[:at]
	}
	lines.Y.Title = cmp.Or(s.Chart.Name, lines.Y.Title, strings.TrimRight(what, ","))
	for _, p := range []model.Param{s.State.AxisParam(), model.Gamma(nil), model.Sigma(nil), model.ScoreRidge(nil)} {
		if lines.X.ID == string(p.Name) && lines.X.Title == p.Symbol {
			doc, _, _ := strings.Cut(strings.NewReplacer(";", ":", ",", ":").Replace(p.Doc), ":")
			lines.X.Title += ", " + doc
		}
	}
	return lines
}

// heading describes the setting that the chart shows: the data, n of the rows of a file, the kernel and, unless it is
// an axis or varies along the chart, γ.
func (s Shown) heading() string {
	b, at := s.State, s.State.Setting
	stale := func(one chart.Series) bool { return one.Faint && !one.Dashed }
	if b.Frozen || s.Built.Faint || slices.ContainsFunc(s.Built.Series, stale) {
		at = b.Shown().Setting
	}
	source, of := at.Store.Source(), ""
	if rows := source.Rows(); rows > at.Spec.N {
		of = fmt.Sprintf(" of %d rows", rows)
	}
	text := fmt.Sprintf("%s, n=%d%s, %s", source.Name(), at.Spec.N, of, at.Spec.Kernel)
	_, along := sweep.ColumnNamed(s.Built.X.ID)
	varies := s.Chart.Scales || model.IsWidth(model.Name(s.Built.X.ID)) || along && model.IsWidth(b.Swept().Name)
	if g := at.Gamma(); g > 0 && !varies {
		text += ", γ=" + number.Short(g)
	}
	return s.Look.Text(text)
}
