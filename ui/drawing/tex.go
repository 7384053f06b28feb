package drawing

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgtex"

	"gramscope/ui/chart"
)

// TeX writes a line chart as a pgfpicture for LaTeX, which a document reads with \input, so that its texts have the
// document's font. It returns an error if there is nothing to draw.
func (p Paper) TeX(w io.Writer, title string, of chart.Chart) error {
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

// texSigns has the characters that LaTeX writes as formulas, or escaped since they have a meaning of their own.
var texSigns = func() *strings.Replacer {
	pairs := []string{
		`\`, `\textbackslash{}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `$<$`, `>`, `$>$`,
		`−`, `$-$`, `±`, `$\pm$`, `·`, `$\cdot$`, `²`, `$^2$`,
	}
	const greek = "α alpha β beta γ gamma δ delta ε varepsilon λ lambda μ mu ν nu π pi ρ rho σ sigma τ tau φ varphi χ chi"
	for letter := range slices.Chunk(strings.Fields(greek), 2) {
		pairs = append(pairs, letter[0], `$\`+letter[1]+`$`)
	}
	for _, r := range "#$%&_{}" {
		pairs = append(pairs, string(r), `\`+string(r))
	}
	return strings.NewReplacer(pairs...)
}()

// texText returns a text for LaTeX, which has Latin letters. Other characters that are no formula are spelled out.
func texText(s string) string {
	lacks := func(r rune) bool { return r > unicode.MaxLatin1 && texSigns.Replace(string(r)) == string(r) }
	return texSigns.Replace(chart.Spell(s, lacks))
}
