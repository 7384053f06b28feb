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
