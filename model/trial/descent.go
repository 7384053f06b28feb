package trial

import (
	"cmp"
	"context"
	"math"

	"gramscope/model/exact"
)

// descent looks for the smallest m at which a figure, which falls with m on average, is at most a bound.
type descent struct {
	from, most int     // the first m to try, and the largest
	close      float64 // a figure of the bound/(1+close) or more is close enough; 0 to find the smallest m itself
	apart      float64 // an m so much above one that does not meet the bound, relatively, is close enough; at least close/2
	enough     int     // after so many values of m, any that meets the bound is close enough; 0 for no number
	cautious   bool    // whether an m that is too large costs more than one that is too small
	leap       float64 // the factor by which m grows at most; 0 for 4, or for 2 where no slope is known
	slope      float64 // d log figure/d log m near the last two values of m, below 0; 0 if unknown
	figure     func(ctx context.Context, m int) (exact.Estimate, error)
}

// predicted sets where to begin, and the slope there. Another m then costs a fit: the second that meets the bound is
// close enough, and so is the first if few columns can be spared.
func (d *descent) predicted(m int, slope float64) {
	d.from, d.slope = m, slope
	d.close, d.enough = max(closeFit, math.Pow(spared, -slope)-1), 2
}

// point is a value of m, with the logarithm of the figure over the bound.
type point struct {
	m   int
	log float64
}

// run returns the smallest m and its figure. If the figure is above the bound even at d.most it returns d.most+1
// and the figure at d.most.
func (d *descent) run(ctx context.Context, bound float64) (int, exact.Estimate, error) {
	above, met := point{}, point{m: d.most + 1} // the largest m that does not meet the bound, the smallest that does
	moved := 0                                  // how often met, or below 0 above, has moved since the other did
	var best exact.Estimate
	for m, tried := d.from, 1; ; m, tried = d.next(above, met, moved), tried+1 {
		e, err := d.figure(ctx, m)
		if err != nil {
			return 0, e, err
		}
		at := point{m, math.Log(max(upper(e), 1e-30) / bound)}
		for _, other := range []point{above, met} {
			if other.m >= 1 && other.m <= d.most && (at.m > other.m) == (at.log < other.log) {
				d.slope = (at.log - other.log) / math.Log(float64(at.m)/float64(other.m))
			}
		}
		if at.log <= 0 {
			met, best, moved = at, e, max(1, moved+1)
		} else {
			above, moved = at, min(-1, moved-1)
		}
		switch {
		case above.m == d.most:
			return d.most + 1, e, nil
		case met.m <= d.most && (d.enough > 0 && tried >= d.enough || met.log >= -math.Log(1+d.close) || met.m-above.m <= 1 || float64(met.m) <= float64(above.m)*(1+max(d.apart, d.close/2))):
			return met.m, best, nil
		}
	}
}

// next returns the m to try next: where the line through the last two points, in logarithms, is a little below the bound.
// If that has moved the same one of the two twice, the figure falls in steps, and it is halfway between the two.
func (d *descent) next(above, met point, moved int) int {
	aim := -math.Log(1+d.close) / 2
	low, high := float64(above.m), float64(met.m)
	along := func(p point) float64 { return float64(p.m) * math.Exp((aim-p.log)/d.slope) }
	var m float64
	switch {
	case above.m == 0 && d.slope < 0:
		m = max(high/4, along(met))
	case above.m == 0:
		m = high / 2
	case met.m > d.most && d.slope < 0:
		m = min(cmp.Or(d.leap, 4)*low, max(low*(1+closeEnough), along(above)))
		if d.cautious {
			m = low + 0.7*(m-low)
		}
	case met.m > d.most:
		m = cmp.Or(d.leap, 2) * low
	case moved > 1 || moved < -1:
		m = math.Sqrt(low * high)
	default: // between the two, and not so close to one that little is learned
		slope := (met.log - above.log) / math.Log(high/low)
		m = low * math.Exp((aim-above.log)/slope)
		m = min(max(m, low+(high-low)/10), high-(high-low)/10)
	}
	return min(max(int(math.Round(m)), above.m+1), met.m-1)
}
