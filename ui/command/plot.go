package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/atomicfile"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
)

// plotSettings holds the flags of plot.
type plotSettings struct {
	flags *flags
	figureChoice

	width, height, points float64 // in inches, and in points
	title, xLabel, yLabel string
	out                   [len(plotFormats)]string // names of files, by format
	replace               bool
	maxMemory             int64
}

// plotFormats are the formats that plot writes, each with a flag of its name.
var plotFormats = [...]struct {
	name, doc string
	write     func(drawing.Paper, io.Writer, string, chart.Chart) error
}{
	{"svg", "draw as SVG", drawing.Paper.SVG},
	{"pdf", "draw as PDF", drawing.Paper.PDF},
	{"png", "draw as PNG with 300 dots an inch", drawing.Paper.PNG},
	{"tex", "write a picture for LaTeX with package pgf", drawing.Paper.TeX},
}

// Widths of a column and of a page of two columns, in inches.
const (
	oneColumn  = 3.3
	twoColumns = 6.9
)

// plotFlags defines the flags of plot.
func plotFlags(methods []model.Method) *plotSettings {
	f := newFlags("plot [flags] RESULTS.csv...", "draw the results of sweeps as a figure for a paper: SVG, PDF, PNG or LaTeX")
	f.arguments(aFile())
	s := &plotSettings{flags: f, width: oneColumn, points: 8, figureChoice: figureChoice{y: "error", front: true, floor: true}}
	f.group("figure")
	f.text("x", "COLUMN", "horizontal axis: a parameter or a result, such as m, time or memory (default: the parameter that varies)", &s.x)
	f.text("y", "COLUMN", "vertical axis: a result (default error)", &s.y)
	for _, name := range []string{"x", "y"} {
		f.offer(name, among(plotColumns))
	}
	f.text("over", "NAME", "where x is a result: the parameter that has a marker for each value (default: the one that varies)", &s.over)
	f.names("methods", "draw only these (default: all in the files)", &s.methods)
	f.offer("methods", listOf(methodWords(methods)))
	f.add("where", "NAME=VALUE", "of rows with different values of a column, draw those with this one, as in n=1000; may be repeated", s.addWhere)
	f.choice("bars", "what the bars are: se, sd, quantiles (quartiles) or none (default se)", barNames(), &s.bars)
	f.choice("xscale", "scale of the horizontal axis: log or linear (default: the column's)", scaleNames(), &s.xScale)
	f.choice("yscale", "the same, of the vertical axis", scaleNames(), &s.yScale)
	f.addBool("front", "draw the Pareto front where x is a cost (default true)", &s.front)
	f.addBool("floor", "draw the smallest error that is possible, over m or the rank (default true)", &s.floor)
	f.group("page")
	f.add("width", "WIDTH", "1col (3.3 in, the default), 2col (6.9 in), or a length such as 3.3in, 84mm, 8.4cm, 240pt", func(text string) (err error) {
		s.width, err = parseLength(text)
		return err
	})
	f.offer("width", oneOf("1col", "2col"))
	f.add("height", "HEIGHT", "a length such as 2.5in (default: what suits the width and the legend)", func(text string) (err error) {
		s.height, err = parseLength(text)
		return err
	})
	f.add("font-size", "POINTS", "size of all texts in points, of exponents three quarters of it (default 8)", func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= drawing.LeastFont && v <= 40) {
			return &usageError{fmt.Sprintf("%q is not a size of texts", text), fmt.Sprintf("give points from %d to 40, such as 8", drawing.LeastFont)}
		}
		s.points = v
		return nil
	})
	f.text("title", "TEXT", "title above the figure (default none)", &s.title)
	f.text("xlabel", "TEXT", "label of the horizontal axis (default: the column's)", &s.xLabel)
	f.text("ylabel", "TEXT", "label of the vertical axis", &s.yLabel)
	f.group("files")
	for i, format := range plotFormats {
		f.text(format.name, "FILE", format.doc+" to FILE, to a name of its own in a folder, or to standard output (-)", &s.out[i])
	}
	f.addBool("force", "replace files that exist", &s.replace)
	f.memory("refuse results that need more memory than this", &s.maxMemory)
	return s
}

// plot is the command that draws the results of earlier sweeps to files.
func (p *program) plot() *flags {
	s := plotFlags(p.methods)
	s.flags.Long = "Several files, such as those of `gramscope sweep --shard`, are joined. Without a flag of a file the figure is drawn as SVG in the current folder,\n" +
		"with data, axes and kernel in its name. Files that exist are not replaced without --force.\n\n" +
		"Curves have the colours and markers that the explorer gives them, and dashes of their own for print in black and white."
	s.flags.show("gramscope sweep --methods nystrom,rls --over m=25..400:5 --reps 5 friedman > rows.csv\n"+
		"gramscope plot rows.csv --x time --y error --pdf fig.pdf --tex fig.tex\n"+
		"gramscope plot rows.csv --methods nystrom --width 2col --svg -",
		"x", "y", "methods", "where", "bars", "width", "svg", "pdf", "tex", "force")
	s.flags.any(func(ctx context.Context, names []string) error { return p.plotFiles(ctx, s, names) })
	return s.flags
}

// plotFiles draws files of results.
func (p *program) plotFiles(ctx context.Context, s *plotSettings, names []string) error {
	if len(names) == 0 {
		return &usageError{"no file of results", "`gramscope sweep --format csv > RESULTS.csv` writes one"}
	}
	limitMemory(s.maxMemory)
	rows, err := await(ctx, func() (*lab.Recorded, error) { return readResults(names, model.UsableMemory(s.maxMemory)) })
	if err != nil {
		return err
	}
	for _, text := range rows.Notes {
		p.note("%s", text)
	}
	drawn, err := await(ctx, func() (*plotted, error) { return s.draw(ctx, rows, p.methods) })
	if err != nil {
		return err
	}
	for _, text := range drawn.notes {
		p.note("%s", text)
	}
	return p.writePlot(s, drawn)
}

// writePlot writes the figure in every format that is asked for, or as SVG. If one of the files can't be written, none is.
func (p *program) writePlot(s *plotSettings, drawn *plotted) error {
	if s.xLabel != "" {
		drawn.lines.X.Title = s.xLabel
	}
	if s.yLabel != "" {
		drawn.lines.Y.Title, drawn.formula = s.yLabel, s.yLabel
	}
	page := drawing.Page(s.width, s.height, s.points)
	if !slices.ContainsFunc(s.out[:], func(name string) bool { return name != "" }) {
		s.out[0] = "."
	}
	var places [len(plotFormats)]atomicfile.Destination
	var contents [len(plotFormats)]strings.Builder
	for i, format := range plotFormats {
		name := s.out[i]
		if name == "" {
			continue
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, drawn.name+"."+format.name)
		}
		places[i] = p.destination(name, format.name, "the figure", s.replace)
		if before := slices.IndexFunc(places[:i], func(d atomicfile.Destination) bool { return d.Path == name }); before >= 0 {
			return &usageError{fmt.Sprintf("--%s and --%s both name %s", plotFormats[before].name, format.name, places[i]), "name two files"}
		}
		if err := places[i].Check(); err != nil {
			return err
		}
		full := drawn.lines
		if format.name == "tex" {
			full.Y.Title = drawn.formula
		}
		if err := format.write(page, &contents[i], s.title, full); err != nil {
			return &usageError{"--" + format.name + ": " + err.Error(), ""}
		}
	}
	for i := range plotFormats {
		if s.out[i] == "" {
			continue
		}
		if err := p.writeText(places[i], contents[i].String()); err != nil {
			return err
		}
	}
	return nil
}

// parseLength reads a length in inches, with another unit, or in columns.
func parseLength(text string) (inches float64, err error) {
	switch text {
	case "1col":
		return oneColumn, nil
	case "2col":
		return twoColumns, nil
	}
	number, unit := text, 1.0
	for name, inches := range map[string]float64{"in": 1, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27} {
		if rest, found := strings.CutSuffix(text, name); found {
			number, unit = strings.TrimSpace(rest), inches
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if v *= unit; err != nil || !(v >= drawing.LeastPage && v <= 40) {
		return 0, &usageError{fmt.Sprintf("%q is not a length from %g to 40 inches", text, drawing.LeastPage), "write it as 3.3in, 84mm, 8.4cm or 240pt; the width also as 1col or 2col"}
	}
	return v, nil
}
