package chart

import "math"

// tint colours the background between Lo and Hi of a curve, in halves of cells, as far as they are wholly between them to within
// a quarter of a row. A narrower band is not visible.
func (p *plot) tint(c Curve, color int) {
	lo, hi := p.trace(c.X, c.Lo), p.trace(c.X, c.Hi)
	los, his := make([]float64, p.cols), make([]float64, p.cols)
	lo.resample(los, 0, 1)
	hi.resample(his, 0, 1)
	for x := range p.cols {
		// Heights count from the middle of the bottom row, halves from the upper edge of the top row.
		from, to := 2*(float64(p.rows)-0.5-his[x]), 2*(float64(p.rows)-0.5-los[x])
		if math.IsNaN(from+to) || to < 0 || from >= float64(2*p.rows) {
			continue
		}
		first, last := int(math.Floor(from+0.5)), int(math.Floor(to-0.5))
		for k := max(first, 0); k <= min(last, 2*p.rows-1); k++ {
			p.grid.half(p.left+x, 2*p.top+k, TintColor+color, false)
		}
	}
}
