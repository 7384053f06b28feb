package drawing

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgtex"

	"gramscope/data/legible"
	"gramscope/ui/chart"
)

// TeX writes a line chart as a pgfpicture for LaTeX, which a document reads with \input, so that its texts have the
// document's font. It returns an error if there is nothing to draw.
func (p Paper) TeX(w io.Writer, title string, of chart.Chart) error {
	p.formulas = true
	return p.write(w, title, of, func(wide, high vg.Length) vg.CanvasWriterTo {
		return &tex{Canvas: vgtex.New(wide, high)}
	})
}

// tex is a canvas of LaTeX. The canvas of package vgtex writes lengths such as 1e-05pt, which TeX does not read, leaves
// paths open, multiplies colours by their opacity twice, takes texts for LaTeX, and centres them at half of their width
// in another font.
type tex struct {
	*vgtex.Canvas
	aligned
}

// tiny are lengths that TeX can't read.
var tiny = regexp.MustCompile(`-?[0-9.]+e-[0-9]+pt`)

// WriteTo implements [io.WriterTo].
func (c *tex) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	file := strings.ReplaceAll(tiny.ReplaceAllString(b.String(), "0pt"), "% path-close", `\pgfpathclose`)
	n, err := io.WriteString(w, "% Written by gramscope, for LaTeX with \\usepackage{pgf}. "+
		"Where the figure is to stand: \\input{THIS FILE}\n"+file)
	return int64(n), err
}

// SetColor implements [vg.Canvas].
func (c *tex) SetColor(of color.Color) { c.Canvas.SetColor(straightened(of)) }

// FillString implements [vg.Canvas]. A text stands in a box without width at the point where it is aligned, so that its
// font moves it nowhere.
func (c *tex) FillString(f font.Face, at vg.Point, s string) {
	side := map[text.XAlignment]string{draw.XLeft: "l", draw.XCenter: "c", draw.XRight: "r"}[c.align]
	boxed := fmt.Sprintf(`\makebox[0pt][%s]{%s}`, side, texText(s))
	at.X -= vg.Length(c.align)*f.Width(s) + f.Width(boxed)/2 // which package vgtex adds
	f.Font.Size = vg.Length(math.Round(float64(f.Font.Size)*1000) / 1000)
	c.Canvas.FillString(f, at, boxed)
}

// texSigns are characters that LaTeX has by name, in texts.
var texSigns = func() map[rune]string {
	signs := map[rune]string{
		'\\': `\textbackslash{}`, '~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '–': "--", '…': `\dots{}`,
		'‖': `$\|$`, '−': `$-$`, '±': `$\pm$`, '·': `$\cdot$`, '×': `$\times$`, '≤': `$\le$`, '≥': `$\ge$`,
		'√': `$\surd$`, '∞': `$\infty$`, 'Σ': `$\Sigma$`, '²': `$^2$`, 'ᵀ': `$^T$`, '<': `$<$`, '>': `$>$`,
	}
	greek := strings.Fields("alpha beta gamma delta varepsilon lambda mu nu pi rho sigma tau varphi chi Psi")
	for i, r := range []rune("αβγδελμνπρστφχΨ") {
		signs[r] = `$\` + greek[i] + `$`
	}
	for i, r := range []rune("₀₁₂₃₄₅ₐᵢⱼₖᵣₛ") {
		signs[r] = `$_` + string("012345aijkrs"[i]) + `$`
	}
	for _, r := range "#$%&_{}" {
		signs[r] = `\` + string(r)
	}
	return signs
}()

// texText returns a text for LaTeX: Greek letters, indices and accents as formulas, and characters with a meaning of
// their own escaped. A _ before a single letter, as in ‖K‖_F, makes an index.
func texText(s string) string {
	var b strings.Builder
	runes := []rune(legible.Text(s))
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		next := func(k int) rune {
			if i+k < len(runes) {
				return runes[i+k]
			}
			return 0
		}
		switch accent := map[rune]string{'\u0302': "hat", '\u0303': "tilde", '\u0304': "bar"}[next(1)]; {
		case accent != "":
			fmt.Fprintf(&b, `$\%s{%c}$`, accent, r)
			i++
		case r == '_' && unicode.IsLetter(next(1)) && !unicode.IsLetter(next(2)) && i > 0 && !unicode.IsLetter(runes[i-1]):
			fmt.Fprintf(&b, `$_%c$`, next(1))
			i++
		case i > 0 && runes[i-1] == '‖' && unicode.IsLetter(r) && !unicode.IsLetter(next(1)):
			fmt.Fprintf(&b, `$%c$`, r)
		case texSigns[r] != "":
			b.WriteString(texSigns[r])
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "$$", "")
}
