package chart

// NoColor is the Color of series and marks without a colour; AxisColor is that of axes, tick labels, titles and
// footnotes.
const (
	NoColor   = -1
	AxisColor = -2
)

// The steps of the two colour scales, from 0 to Steps−1: ScaleColor+step is a colour of Viridis, DivergingColor+step
// one of Diverging. TintColor+c is a shade of color c for the background of a band.
const (
	Steps          = 256
	ScaleColor     = 1 << 17
	DivergingColor = ScaleColor + Steps
	TintColor      = 1 << 18
)

// Ink has the colours of a run of text.
type Ink struct {
	Color  int  // the Color of a Series, VLine or Point, NoColor, AxisColor, MarkColor, or a step of a scale
	Ground int  // colour of the background: 0 for none, a step of a scale, or TintColor and a series' color
	Faint  bool // dimmed text
}

// Paint styles a run of text. It must not change the width of s. A nil Paint leaves the text plain. One that cannot
// paint backgrounds returns blanks as they are, whatever their Ground.
type Paint func(s string, ink Ink) string

// tints reports whether the paint has backgrounds for bands.
func (paint Paint) tints() bool {
	return paint != nil && paint(blank, Ink{Color: NoColor, Ground: TintColor}) != blank
}

// step returns the step of a scale for t, which is limited to [0, 1].
func step(t float64) int { return int(min(max(t, 0), 1)*(Steps-1) + 0.5) }
