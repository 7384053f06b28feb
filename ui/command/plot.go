package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
)

// plotSettings holds the flags of plot: which rows of results the figure shows, and how.
type plotSettings struct {
	x, y, bars     string
	xScale, yScale string
	methods        []string
	where, labels  [][2]string // columns and their values; curves and their names in the legend

	width, height, points float64 // in inches, and in points
	title, xLabel, yLabel string
	out                   [len(plotFormats)]*atomicfile.Destination // by format
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
const oneColumn, twoColumns = 3.3, 6.9

// plot is the command that draws the results of earlier sweeps to files.
func (p *program) plot() *flags {
	f := newFlags("plot [flags] RESULTS.csv...",
		"draw results of sweeps as a figure for a paper: SVG, PDF, PNG or LaTeX", aFile)
	s := &plotSettings{width: oneColumn, points: 8, y: "error"}
	columns := among(func([]string, string) []string { // columns that an axis may show
		isOther := func(c sweep.Column) bool { return c.Group == "" && c.Axis == 0 && !c.Input }
		all := slices.DeleteFunc(slices.Clone(sweep.AllColumns()), isOther)
		return each(all, func(c sweep.Column) (string, string) { return c.Name, c.Doc })
	})
	into := func(list *[][2]string) func(name, value string) {
		return func(name, value string) { *list = append(*list, [2]string{name, value}) }
	}
	f.heading = "figure"
	f.add("x", "COLUMN",
		"horizontal axis: a parameter or a result, such as m, time or memory (default: the parameter that varies)",
		asText(&s.x).from(columns))
	f.add("y", "COLUMN",
		"vertical axis: a result, or m if it follows from a condition (default error)", asText(&s.y).from(columns))
	f.add("methods", "A,B", "draw only these (default: all)", asNames(&s.methods).from(listOf(methodWords(p.methods))))
	f.add("where", "NAME=VALUE", "draw only rows with this value of a column, as in n=1000; repeat the flag",
		pair(into(&s.where), "n=1000"))
	f.add("bars", "NAME", "what bars are: se, sd, quantiles (quartiles) or none (default se)",
		choice(&s.bars, "se", "sd", "quantiles", "none"))
	f.add("xscale", "NAME", "log or linear (default: the column's)", choice(&s.xScale, "log", "linear"))
	f.add("yscale", "NAME", "log or linear (default: the column's)", choice(&s.yScale, "log", "linear"))
	f.heading = "page"
	f.add("width", "WIDTH", "1col (3.3 in, the default), 2col (6.9 in), or a length such as 3.3in, 84mm, 8.4cm, 240pt",
		read(&s.width, parseLength).from(oneOf("1col", "2col")))
	f.add("height", "HEIGHT", "a length such as 2.5in (default: what suits the width)", read(&s.height, parseLength))
	f.add("font-size", "POINTS", "size of all texts; exponents have three quarters of it (default 8)",
		between(&s.points, drawing.LeastFont, 40, "a size of texts", fmt.Sprintf("give points from %d", drawing.LeastFont)))
	f.add("title", "TEXT", "title above the figure (default none)", asText(&s.title))
	f.add("xlabel", "TEXT", "label of the horizontal axis (default: the column's)", asText(&s.xLabel))
	f.add("ylabel", "TEXT", "label of the vertical axis (default: the column's)", asText(&s.yLabel))
	f.add("label", "NAME=TEXT", "name of a method in the legend, as in nystrom='Uniform Nyström'; repeat the flag",
		pair(into(&s.labels), "nystrom='Uniform Nyström'"))
	f.heading = "files"
	f.inFolders = true
	for i, format := range plotFormats {
		doc := format.doc + " to FILE, to a name of its own in a folder, or to standard output (-)"
		s.out[i] = f.output(format.name, doc, "the figure")
	}
	f.add("force", "", "replace files that exist", whether(&f.force))
	f.memory("refuse results that need more memory than this", &s.maxMemory)
	f.any(func(ctx context.Context, files []string) error {
		rows, err := results(ctx, files, s.maxMemory)
		if err != nil {
			return err
		}
		drawn, err := data.Await(ctx, func() (*plotted, error) { return s.draw(ctx, rows, p.methods) })
		if err != nil {
			return err
		}
		p.notes(drawn.notes...)
		return p.writePlot(s, drawn)
	})
	return f
}

// writePlot writes the figure in all formats that are asked for, or as SVG.
func (p *program) writePlot(s *plotSettings, drawn *plotted) error {
	drawn.lines.X.Title = cmp.Or(s.xLabel, drawn.lines.X.Title)
	drawn.lines.Y.Title = cmp.Or(s.yLabel, drawn.lines.Y.Title)
	page := drawing.Page(s.width, s.height, s.points)
	if !slices.ContainsFunc(s.out[:], func(d *atomicfile.Destination) bool { return d.Path != "" }) {
		s.out[0].Path = "."
	}
	for i, format := range plotFormats {
		to := s.out[i]
		if to.Path == "" {
			continue
		}
		if isFolder(to.Path) {
			to.Path = filepath.Join(to.Path, drawn.name+"."+format.name)
		}
		var content strings.Builder
		if err := format.write(page, &content, s.title, drawn.lines); err != nil {
			return usage("--"+format.name+": "+err.Error(), "")
		}
		if err := p.writeText(to, content.String()); err != nil {
			return err
		}
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
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
		problem := fmt.Sprintf("%q is not a length from %g to 40 inches", text, drawing.LeastPage)
		return 0, usage(problem, "write it as 3.3in, 84mm, 8.4cm or 240pt; the width also as 1col or 2col")
	}
	return v, nil
}

// view is the command that opens the results of earlier sweeps in the explorer's charts.
func (p *program) view() *flags {
	f := newFlags("view [flags] RESULTS.csv...", "show earlier or remote sweeps in the explorer's charts", aFile)
	screen := &screenFlags{}
	screen.define(f)
	var maxMemory int64
	f.heading = "data"
	f.memory("refuse results that need more memory than this", &maxMemory)
	f.any(func(ctx context.Context, names []string) error {
		if len(names) > 0 {
			if err := p.needScreen(false, "the files are CSV, which other programs read, too"); err != nil {
				return err
			}
		}
		all, err := results(ctx, names, maxMemory)
		if err != nil {
			return err
		}
		return p.open(ctx, screen, ui.Config{Recorded: all})
	})
	return f
}

// results joins files of results in the order given. It returns an error if they need more than maxMemory bytes.
func results(ctx context.Context, names []string, maxMemory int64) (*lab.Recorded, error) {
	if len(names) == 0 {
		return nil, usage("no file of results", "`gramscope sweep --format csv > RESULTS.csv` writes one")
	}
	all := &lab.Recorded{Files: names}
	for _, name := range names {
		cut, err := data.Await(ctx, func() (sweep.CutShort, error) {
			file, err := os.Open(name)
			if err != nil {
				const expected = "%s: %s, expected a file that `gramscope sweep --format csv` wrote"
				return 0, fmt.Errorf(expected, name, data.Cause(err))
			}
			defer file.Close()
			return all.Read(file, name, model.UsableMemory(maxMemory))
		})
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s is empty, expected a file that `gramscope sweep --format csv` wrote", name)
		}
		if err != nil {
			return nil, err
		}
		if cut > 0 {
			note := fmt.Sprintf("%s:%d: the file ends in the middle of this line, which is left out", name, cut)
			all.Notes = append(all.Notes, note)
		}
	}
	if len(all.Rows) == 0 {
		return nil, fmt.Errorf("%s: no rows below the header; run the sweep, or name other files", names[0])
	}
	return all, nil
}
