// Package chart describes charts, and turns them into text.
//
// The types Lines, Heat and Matrix describe charts. Their Render methods draw characters; package drawing draws files
// and pictures from the same descriptions. Both use the methods that settle what is drawn: ranges and ticks of axes
// (Settled, Ticks), samples of curves and their order (Shows, Curve, Layers, Hidden), levels of figures (HeatScale,
// Extent), where names of curves stand (End, Apart), and the markers and colours of methods (Sign).
//
// The package does not depend on the explorer and uses no colours: a caller passes a Paint function that styles a run
// of text, or nil for plain text. Every Render returns exactly the given number of lines, none wider than the given
// width, for all numbers: NaN, ±Inf, 1e308, an empty slice, one point, a constant.
//
// Package asciigraph draws the lines; only curve.go calls it. It panics on infinite values, ignores bounds and has only
// linear axes with even steps, so that resample.go first converts samples to rows, clamped and resampled to columns.
// Axes, ticks, bands, markers and labels are drawn here. A line is exact to half a cell in both directions, as it
// passes the middles of its markers: where small differences matter, show the numbers as well.
package chart
