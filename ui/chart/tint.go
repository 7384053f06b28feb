package chart

import "math"

// Least size of a part of a band that is tinted: a smaller one would be a block of its own and no band.
const (
	leastColumns = 6
	leastHalves  = 2 // of cells, at its highest column
)

// tint colours the background between Lo and Hi of a curve, in halves of cells, as far as they are wholly between them to within
// a quarter of a row. A narrower band is not visible, and neither are parts of it that are too small.
func (p *plot) tint(c Curve, color int) {
	lo, hi := p.trace(c.X, c.Lo), p.trace(c.X, c.Hi)
	los, his := make([]float64, p.cols), make([]float64, p.cols)
	lo.resample(los, 0, 1)
	hi.resample(his, 0, 1)
	span := func(x int) (first, last int) {
		// Heights count from the middle of the bottom row, halves from the upper edge of the top row.
		from, to := 2*(float64(p.rows)-0.5-his[x]), 2*(float64(p.rows)-0.5-los[x])
		if math.IsNaN(from+to) || to < 0 || from >= float64(2*p.rows) {
			return 0, -1
		}
		return max(int(math.Floor(from+0.5)), 0), min(int(math.Floor(to-0.5)), 2*p.rows-1)
	}
	for x := 0; x < p.cols; x++ {
		start, highest := x, 0
		for ; x < p.cols; x++ {
			first, last := span(x)
			if last < first {
				break
			}
			highest = max(highest, last-first+1)
		}
		if x-start < leastColumns || highest < leastHalves {
			continue
		}
		for col := start; col < x; col++ {
			for first, last := span(col); first <= last; first++ {
				p.grid.half(p.left+col, 2*p.top+first, TintColor+color, false)
			}
		}
	}
}
