// Package chart turns numbers into text: line charts with axes, and progress bars.
//
// A chart is described once, by Lines, Dots, Heat or Matrix, and whoever draws one, here in characters or elsewhere in another
// form, asks the description: which ranges the axes have and where their ticks are (Settled, Ticks), what is shown of a curve and
// in which order (Shows, Curve, Layers, Hidden), how a figure becomes a level (HeatScale, Extent), and what stands for a
// method (Sign).
//
// It knows nothing of the program around it. There is no bubbletea in here and no colour: a caller passes a Paint
// function that styles a run of text, or nil for plain text. Every Render returns exactly the number of lines asked for,
// none wider than asked for, whatever the numbers are: NaN, ±Inf, 1e308, an empty slice, one point, a constant.
//
// Lines are drawn by asciigraph, which is called from graph.go only. It is given row units that were clamped and resampled
// onto columns before (see resample.go), because it panics on infinite values, ignores bounds and knows linear axes with
// even steps only. Axes, ticks, bands, markers and labels are ours. A column stands for one cell; a line is exact to half a
// cell in both directions, which is the wrong choice where small differences count: show the numbers as well.
package chart
