package drawing

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgtex"

	"gramscope/data/legible"
)

// TeX writes a line chart as a pgfpicture for LaTeX, which a document reads with \input, so that its texts have the document's font. It returns
// an error if there is nothing to draw.
func TeX(w io.Writer, title string, of Lines) error {
	of.On = of.paper()
	of.On.formulas = true
	p := of.On
	c := &tex{Canvas: vgtex.New(p.width, p.heightOf(title, of))}
	if err := drawOn(draw.New(c), title, of); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "% Written by gramscope, for LaTeX with \\usepackage{pgf}. Where the figure is to stand: \\input{THIS FILE}\n"); err != nil {
		return err
	}
	_, err := c.WriteTo(w)
	return err
}

// tex is a canvas of LaTeX. That of package vgtex writes lengths such as 1e-05pt, which TeX does not read, leaves paths open, multiplies
// colours by their opacity twice, takes texts for LaTeX, and centres them at half of their width in another font.
type tex struct {
	*vgtex.Canvas
	aligned
}

// rounded returns a length in thousandths of a point, which %g writes without an exponent.
func rounded(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l)*1000) / 1000) }

func roundedPoint(p vg.Point) vg.Point { return vg.Point{X: rounded(p.X), Y: rounded(p.Y)} }

// SetLineWidth implements [vg.Canvas].
func (c *tex) SetLineWidth(w vg.Length) { c.Canvas.SetLineWidth(rounded(w)) }

// SetLineDash implements [vg.Canvas].
func (c *tex) SetLineDash(pattern []vg.Length, offset vg.Length) {
	lengths := make([]vg.Length, len(pattern))
	for i, l := range pattern {
		lengths[i] = rounded(l)
	}
	c.Canvas.SetLineDash(lengths, rounded(offset))
}

// straight is a colour whose channels RGBA does not multiply by its opacity.
type straight color.NRGBA

// RGBA implements [color.Color].
func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.R) * 0x101, uint32(s.G) * 0x101, uint32(s.B) * 0x101, uint32(s.A) * 0x101
}

// SetColor implements [vg.Canvas].
func (c *tex) SetColor(of color.Color) {
	c.Canvas.SetColor(straight(color.NRGBAModel.Convert(of).(color.NRGBA)))
}

// Translate implements [vg.Canvas].
func (c *tex) Translate(by vg.Point) { c.Canvas.Translate(roundedPoint(by)) }

// Stroke implements [vg.Canvas].
func (c *tex) Stroke(p vg.Path) { c.Canvas.Stroke(closed(p)) }

// Fill implements [vg.Canvas].
func (c *tex) Fill(p vg.Path) { c.Canvas.Fill(closed(p)) }

// closed returns a rounded path with lines where it is closed.
func closed(p vg.Path) vg.Path {
	out := make(vg.Path, 0, len(p))
	var start vg.Point
	for _, part := range p {
		switch part.Pos, part.Radius = roundedPoint(part.Pos), rounded(part.Radius); part.Type {
		case vg.MoveComp:
			start = part.Pos
		case vg.CloseComp:
			part = vg.PathComp{Type: vg.LineComp, Pos: start}
		case vg.CurveComp:
			control := make([]vg.Point, len(part.Control))
			for i, at := range part.Control {
				control[i] = roundedPoint(at)
			}
			part.Control = control
		}
		out = append(out, part)
	}
	return out
}

// FillString implements [vg.Canvas]. A text stands in a box without width at the point where it is aligned, so that its font moves it nowhere.
func (c *tex) FillString(f font.Face, at vg.Point, s string) {
	side := map[text.XAlignment]string{draw.XLeft: "l", draw.XCenter: "c", draw.XRight: "r"}[c.align]
	boxed := fmt.Sprintf(`\makebox[0pt][%s]{%s}`, side, texText(s))
	at.X -= vg.Length(c.align) * f.Width(s)
	if at = roundedPoint(at); at.X == 0 {
		at.X = 0.001 // package vgtex adds the half of a width that is taken off here, and the rounding error has an exponent
	}
	at.X -= f.Width(boxed) / 2
	f.Font.Size = rounded(f.Font.Size)
	c.Canvas.FillString(f, at, boxed)
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
