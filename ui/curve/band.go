package curve

import (
	"slices"

	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// NameBand names what the bands of a chart show, or its bars, if it has any.
func (c *Curves) NameBand(l *chart.Lines) {
	l.Band = ""
	if slices.ContainsFunc(l.Series, func(s chart.Series) bool { return len(s.Lo) > 0 }) {
		l.Band = c.Spread().Label(false)
	}
}

// BandTitles returns what a chart's title says of its bands, in three forms, the longest first.
func BandTitles(l chart.Lines) [3]string {
	at := slices.IndexFunc(lab.Spreads(), func(s lab.Spread) bool { return s.Label(false) == l.Band })
	if at < 0 {
		return [3]string{}
	}
	what := "band "
	if slices.ContainsFunc(l.Series, func(s chart.Series) bool { return len(s.XLo) > 0 }) {
		what = "bars "
	}
	spread := lab.Spread(at)
	return [3]string{"   " + what + spread.Label(false), "   " + what + spread.Label(true), " " + spread.Label(true)}
}

// OfOne takes the bands of all methods but one away: several hide each other.
func OfOne(l *chart.Lines, method string) {
	for i := range l.Series {
		if s := &l.Series[i]; s.Name != method {
			s.Lo, s.Hi, s.XLo, s.XHi = nil, nil, nil, nil
		}
	}
}

// Turning returns what a title says while a knob turns: that curves are a preview, and the setting of those before.
func (c *Curves) Turning() (text string) {
	if what := c.Shown().Preview(); what != "" {
		text = "   " + what
	}
	if o, was := c.Ghost(); o != nil {
		text += "   ╌╌ " + was
	}
	return text
}
