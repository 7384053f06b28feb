package drawing

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// Matplotlib writes a line chart as a Python script that has its data and draws it with matplotlib, with the page's size, texts, colours
// and dashes, to the file that its argument names, or to a PDF beside it. It returns an error if there is nothing to draw.
func Matplotlib(w io.Writer, title string, of Lines) error {
	l, ok := of.Settled()
	if !ok {
		return errNothing
	}
	p := of.paper()
	strokes := p.strokes(of.Series)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	b.WriteString(pythonHead)
	line("WIDTH, HEIGHT, POINTS = %s, %s, %s  # inches, and the size of texts", short(p.width.Points()/72), short(p.heightOf(title, of).Points()/72), short(p.tick))
	line("TITLE, XLABEL, YLABEL = %s, %s, %s", pythonText(title), pythonText(l.X.Title), pythonText(l.Y.Title))
	line("XSCALE, YSCALE = %s, %s", pythonScale(l.X), pythonScale(l.Y))
	line("XLIM, YLIM = (%s, %s), (%s, %s)", number(l.X.Lo), number(l.X.Hi), number(l.Y.Lo), number(l.Y.Hi))
	for _, a := range []struct {
		name string
		chart.Axis
	}{{"X", l.X}, {"Y", l.Y}} {
		var at, labels []string
		for _, tick := range p.ticksOf(a.Axis, a.name == "Y") {
			text := pythonText(tick.Label)
			if base, exponent := powerOfTen(tick.Label); exponent != "" {
				text = "r\"$" + strings.NewReplacer("·", `\cdot `, "−", "-").Replace(base+"^{"+exponent+"}") + "$\""
			}
			at, labels = append(at, number(tick.Value)), append(labels, text)
		}
		line("%sTICKS = [%s], [%s]", a.name, strings.Join(at, ", "), strings.Join(labels, ", "))
	}
	line("NOTE = %s", pythonText(of.foot()))
	b.WriteString("\n# A dictionary for each curve. Of bars, left to up are their lengths from the samples on.\nCURVES = [\n")
	for i, s := range l.Series {
		m := markIn(s.Marker, i)
		dashes := []string{}
		for _, d := range strokes[i].Dashes {
			dashes = append(dashes, short(d.Points()/strokes[i].Width.Points()))
		}
		face := "none"
		if m.full {
			face = "full"
		}
		marker := pythonString(m.py)
		if s.NoMarkers {
			marker = "None"
		}
		line("    {\"name\": %s, \"color\": %q, \"dashes\": [%s], \"line\": %s, \"width\": %s, \"marker\": %s, \"fill\": %q,", pythonText(s.Name), hexOf(paint(s.Color, false)), strings.Join(dashes, ", "), pythonBool(!s.NoLine), short(strokes[i].Width.Points()), marker, face)
		line("     \"x\": %s,\n     \"y\": %s,", pythonList(s.X), pythonList(s.Y))
		if len(s.XLo) > 0 {
			for _, bar := range []struct {
				name string
				a    chart.Axis
				v    []float64
				end  []float64
			}{{"left", l.X, s.X, s.XLo}, {"right", l.X, s.X, s.XHi}, {"down", l.Y, s.Y, s.Lo}, {"up", l.Y, s.Y, s.Hi}} {
				lengths := make([]float64, len(bar.v))
				for k := range bar.v {
					if lengths[k] = bar.end[k] - bar.v[k]; bar.name == "left" || bar.name == "down" {
						lengths[k] = reach(bar.a, bar.v[k], bar.end[k])
					}
				}
				line("     %q: %s,", bar.name, pythonList(lengths))
			}
		}
		b.WriteString("    },\n")
	}
	line("]\n\nMARKER, BAR = %s, %s  # points", short(2.2*p.radius.Points()), short(p.curve.Points()/2))
	line("COLUMNS = %d  # of the legend", max(1, len(of.legend().below(p).columns)))
	b.WriteString(pythonTail)
	_, err := io.WriteString(w, b.String())
	return err
}

// pythonHead begins the script.
const pythonHead = `"""A figure that gramscope wrote. python3 THIS_FILE [OUT.pdf] draws it with matplotlib."""
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.ticker

`

// pythonTail draws the figure.
const pythonTail = `
plt.rcParams.update({"font.size": POINTS, "axes.labelsize": POINTS, "axes.titlesize": POINTS, "xtick.labelsize": POINTS,
                     "ytick.labelsize": POINTS, "legend.fontsize": POINTS, "axes.linewidth": BAR, "pdf.fonttype": 42,
                     "lines.scale_dashes": True})
figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT), layout="constrained")
handles = []
for curve in CURVES:
    style = {"color": curve["color"], "linewidth": curve["width"], "label": curve["name"] or None}
    style["linestyle"] = (0, curve["dashes"]) if curve["dashes"] else "-"
    if not curve["line"]:
        style["linestyle"] = "none"
    if curve["marker"]:
        style.update(marker=curve["marker"], markersize=MARKER, fillstyle=curve["fill"], markeredgewidth=BAR)
    if "up" in curve:
        style.update(xerr=(curve["left"], curve["right"]), yerr=(curve["down"], curve["up"]), elinewidth=BAR)
    handles.append(axes.errorbar(curve["x"], curve["y"], **style))
    handles[-1][0].set_clip_on(False)  # markers at the ends of the axes are whole
axes.set(title=TITLE, xlabel=XLABEL, ylabel=YLABEL, xscale=XSCALE, yscale=YSCALE, xlim=XLIM, ylim=YLIM)
axes.set_xticks(*XTICKS)
axes.set_yticks(*YTICKS)
for axis in axes.xaxis, axes.yaxis:
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())
note = 1.3 * POINTS / 72 / HEIGHT if NOTE else 0
figure.text(0.02, 0.01, NOTE, color="0.3")
legend = figure.legend(handles=[h for h in handles if h.get_label()], loc="lower center", bbox_to_anchor=(0.5, note), ncol=COLUMNS, frameon=False, handlelength=3, columnspacing=1, borderaxespad=0.1, borderpad=0.1)
taken = legend.get_window_extent(figure.canvas.get_renderer()).height / figure.bbox.height + note + POINTS / 144 / HEIGHT
figure.get_layout_engine().set(rect=(0, taken, 1, 1 - taken))  # the axes are above the legend
out = sys.argv[1] if len(sys.argv) > 1 else os.path.splitext(os.path.abspath(__file__))[0] + ".pdf"
figure.savefig(out, dpi=300)
`

// pythonText returns a text as a Python string in which matplotlib sees no formulas.
func pythonText(s string) string {
	return pythonString(strings.ReplaceAll(legible.Text(s), "$", `\$`))
}

// pythonString returns a string literal. Go's escapes of control characters and quotes are Python's, too.
func pythonString(s string) string { return strconv.Quote(s) }

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func pythonScale(a chart.Axis) string {
	if a.Scale == chart.Log {
		return `"log"`
	}
	return `"linear"`
}

// pythonList returns samples as a list, with nan for those that can't be drawn.
func pythonList(values []float64) string {
	var list []string
	for _, v := range values {
		list = append(list, number(v))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// number formats a sample with all its digits.
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return `float("nan")`
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
