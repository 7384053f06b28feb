package drawing

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// Pgfplots writes a line chart as a tikzpicture for LaTeX with package pgfplots, which a document reads with \input. It has the data,
// and the page's size, texts, colours and dashes. It returns an error if there is nothing to draw.
func Pgfplots(w io.Writer, title string, of Lines) error {
	settled, ok := of.Settled()
	if !ok {
		return errNothing
	}
	t := tikz{p: of.paper(), l: settled, strokes: of.paper().strokes(of.Series)}
	t.b.WriteString("% Written by gramscope, for LaTeX. In the preamble: \\usepackage{pgfplots} \\pgfplotsset{compat=1.16}\n")
	t.b.WriteString("% Where the figure is to stand: \\input{THIS FILE}\n")
	t.line(`\begin{tikzpicture}[font=\fontsize{%s}{%s}\selectfont]`, short(t.p.tick), short(1.2*t.p.tick))
	for i, s := range settled.Series {
		c := paint(s.Color, s.Faint)
		t.line(`\definecolor{gramscope%d}{RGB}{%d,%d,%d}`, i, c.R, c.G, c.B)
	}
	t.axis(title)
	for i := range settled.Series {
		t.curve(i)
	}
	if foot := of.foot(); t.p.printed && foot != "" {
		t.line(`\addlegendimage{empty legend}`+"\n"+`\addlegendentry{%s}`, texText(foot))
	}
	t.b.WriteString("\\end{axis}\n\\end{tikzpicture}\n")
	_, err := io.WriteString(w, t.b.String())
	return err
}

// tikz is a picture that is being written.
type tikz struct {
	p       Paper
	l       chart.Lines
	strokes []draw.LineStyle
	b       strings.Builder
}

func (t *tikz) line(format string, args ...any) { fmt.Fprintf(&t.b, format+"\n", args...) }

// axis begins the axes. The size of the picture is about that of the page; the legend is below it.
func (t *tikz) axis(title string) {
	p := t.p
	rows := vg.Length((t.entries() + 2) / 2) // of the legend, with the entry of the bars
	high := p.body
	if p.height > 0 {
		high = p.height - p.titleHeight(title) - rows*leading(label(p.legend))
	}
	across, down := p.width-vg.Points(6.6*p.tick), max(high-vg.Points(3.6*p.tick), vg.Points(5*p.tick)) // without the labels
	t.line(`\begin{axis}[`)
	t.line(`  scale only axis, width=%sin, height=%sin, line width=%spt,`, short(across.Points()/72), short(down.Points()/72), short((p.curve / 2).Points()))
	for _, a := range []struct {
		name string
		chart.Axis
	}{{"x", t.l.X}, {"y", t.l.Y}} {
		mode := "linear"
		if a.Scale == chart.Log {
			mode = "log"
		}
		t.line(`  %smode=%s, %smin=%s, %smax=%s, %slabel={%s},`, a.name, mode, a.name, texNumber(a.Lo), a.name, texNumber(a.Hi), a.name, texText(a.Title))
		var at, labels []string
		for _, tick := range t.p.ticksOf(a.Axis, a.name == "y") {
			at = append(at, texNumber(tick.Value))
			if base, exponent := powerOfTen(tick.Label); exponent != "" {
				labels = append(labels, "$"+strings.NewReplacer("·", `\cdot `, "−", "-").Replace(base+"^{"+exponent+"}")+"$")
			} else {
				labels = append(labels, "{"+texText(tick.Label)+"}")
			}
		}
		t.line(`  %stick={%s}, %sticklabels={%s},`, a.name, strings.Join(at, ","), a.name, strings.Join(labels, ","))
	}
	if title != "" {
		t.line(`  title={%s},`, texText(title))
	}
	t.line(`  legend style={at={(0.5,0)}, yshift=-%spt, anchor=north, legend columns=2, draw=none, /tikz/column 2/.style={column sep=8pt}},`, short(3.6*p.tick))
	t.line(`  legend cell align=left, clip mode=individual,`)
	t.b.WriteString("]\n")
}

// entries returns the number of entries of the legend.
func (t *tikz) entries() (n int) {
	for _, s := range t.l.Series {
		if s.Name != "" {
			n++
		}
	}
	return n
}

// curve writes a series: its style, and its samples with the lengths of their bars.
func (t *tikz) curve(i int) {
	s := t.l.Series[i]
	style := []string{fmt.Sprintf("color=gramscope%d", i), fmt.Sprintf("line width=%spt", short(t.strokes[i].Width.Points()))}
	if s.NoLine {
		style = append(style, "only marks")
	}
	if dashes := t.strokes[i].Dashes; len(dashes) > 0 {
		var parts []string
		for k, length := range dashes {
			parts = append(parts, []string{"on ", "off "}[k%2]+short(length.Points())+"pt")
		}
		style = append(style, "dash pattern="+strings.Join(parts, " "))
	}
	switch {
	case s.NoMarkers:
		style = append(style, "mark=none")
	default:
		m := markIn(s.Marker, i)
		style = append(style, "mark="+m.tex, fmt.Sprintf("mark size=%spt", short(t.p.radius.Points())))
		options := "solid, line width=0.6pt"
		if m.turn != 0 {
			options += fmt.Sprintf(", rotate=%d", m.turn)
		}
		style = append(style, "mark options={"+options+"}")
	}
	bars := len(s.XLo) > 0
	if bars {
		style = append(style, fmt.Sprintf("error bars/.cd, x dir=both, x explicit, y dir=both, y explicit, error mark=none, error bar style={solid, line width=%spt}", short((t.p.curve/2).Points())))
	}
	t.line(`\addplot[%s]`, strings.Join(style, ", "))
	if bars {
		t.line("  table[x=x, y=y, x error minus=left, x error plus=right, y error minus=down, y error plus=up] {\nx y left right down up")
	} else {
		t.line("  table[x=x, y=y] {\nx y")
	}
	for k := range min(len(s.X), len(s.Y)) {
		row := []float64{s.X[k], s.Y[k]}
		if bars {
			row = append(row, reach(t.l.X, s.X[k], s.XLo[k]), s.XHi[k]-s.X[k], reach(t.l.Y, s.Y[k], s.Lo[k]), s.Hi[k]-s.Y[k])
		}
		for c, v := range row {
			if c > 0 {
				t.b.WriteByte(' ')
			}
			t.b.WriteString(texNumber(v))
		}
		t.b.WriteByte('\n')
	}
	t.b.WriteString("};\n")
	if s.Name != "" {
		t.line(`\addlegendentry{%s}`, texText(s.Name))
	}
}

// reach returns the length of a bar from v down to lo, which ends at the axis where a logarithmic axis can't show lo.
func reach(a chart.Axis, v, lo float64) float64 {
	if a.Scale == chart.Log && !(lo > 0) {
		lo = min(a.Lo, v)
	}
	return v - lo
}

// short formats a number for a script, with six digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// texNumber formats a sample with all its digits; one that can't be drawn is nan, at which pgfplots leaves a gap.
func texNumber(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "nan"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// texSigns are characters that LaTeX has by name, in texts.
var texSigns = func() map[rune]string {
	signs := map[rune]string{'\\': `\textbackslash{}`, '~': `\textasciitilde{}`, '^': `\textasciicircum{}`,
		'‖': `$\|$`, '−': `$-$`, '±': `$\pm$`, '·': `$\cdot$`, '×': `$\times$`, '≤': `$\le$`, '≥': `$\ge$`, '√': `$\surd$`, '∞': `$\infty$`, 'Σ': `$\Sigma$`, '²': `$^2$`, 'ᵀ': `$^T$`, '–': "--", '…': `\dots{}`}
	for i, r := range []rune("αβγδελμνπρστφχΨ") {
		signs[r] = `$\` + strings.Fields("alpha beta gamma delta varepsilon lambda mu nu pi rho sigma tau varphi chi Psi")[i] + `$`
	}
	for i, r := range []rune("₀₁₂₃₄₅ₐᵢⱼₖᵣₛ") {
		signs[r] = `$_` + string("012345aijkrs"[i]) + `$`
	}
	for _, r := range "#$%&_{}" {
		signs[r] = `\` + string(r)
	}
	return signs
}()

// texText returns a text for LaTeX: Greek letters, indices and accents as formulas, and characters with a meaning of their own escaped.
// A _ before a single letter, as in ‖K‖_F, makes an index.
func texText(s string) string {
	var b strings.Builder
	text := []rune(legible.Text(s))
	for i := 0; i < len(text); i++ {
		r := text[i]
		next := func(k int) rune {
			if i+k < len(text) {
				return text[i+k]
			}
			return 0
		}
		switch accent := map[rune]string{'\u0302': "hat", '\u0303': "tilde", '\u0304': "bar"}[next(1)]; {
		case accent != "":
			fmt.Fprintf(&b, `$\%s{%c}$`, accent, r)
			i++
		case r == '_' && unicode.IsLetter(next(1)) && !unicode.IsLetter(next(2)) && i > 0 && !unicode.IsLetter(text[i-1]):
			fmt.Fprintf(&b, `$_%c$`, next(1))
			i++
		case i > 0 && text[i-1] == '‖' && unicode.IsLetter(r) && !unicode.IsLetter(next(1)):
			fmt.Fprintf(&b, `$%c$`, r)
		case texSigns[r] != "":
			b.WriteString(texSigns[r])
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "$$", "")
}

// otherMark is how the other programs call the marker of a series.
type otherMark struct {
	tex  string
	turn int    // in degrees, for tex
	py   string // a marker of matplotlib
	full bool   // whether matplotlib fills it
}

// markIn returns the mark of a series. Those that the programs don't have are similar ones.
func markIn(marker rune, series int) otherMark {
	all := []otherMark{{"*", 0, "o", true}, {"triangle*", 0, "^", true}, {"square*", 0, "s", true}, {"diamond*", 0, "D", true}, {"triangle*", 180, "v", true}, {"pentagon*", 0, "*", true},
		{"o", 0, "o", false}, {"triangle", 0, "^", false}, {"square", 0, "s", false}, {"diamond", 0, "D", false}, {"triangle", 180, "v", false}, {"pentagon", 0, "*", false},
		{"halfcircle*", 90, "<", true}, {"halfcircle*", 270, ">", true}, {"halfcircle*", 180, "$\\ominus$", true}, {"halfcircle*", 0, "8", true},
		{"oplus*", 0, "h", true}, {"otimes*", 0, "h", false}, {"square*", 45, "p", true}, {"diamond*", 90, "d", true},
		{"oplus", 0, "$\\oplus$", true}, {"otimes", 0, "$\\otimes$", true}, {"+", 0, "P", true}, {"x", 0, "X", true},
		{"-", 0, "_", true}, {"|", 0, "|", true}, {"asterisk", 0, "x", true}, {"star", 0, "+", true}}
	return all[chart.Resolve(marker, series)%len(all)]
}

// hexOf returns a colour as in #0072b2.
func hexOf(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}
