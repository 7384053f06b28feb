package curve

import "gramscope/ui/chart"

// Range is a part of an axis, in its units. The zero value is the whole axis.
type Range struct{ Lo, Hi float64 }

// Zoom is the part of a chart that the user has chosen to see. It stays while the figures change, and ends where an
// axis shows another quantity.
type Zoom struct{ X, Y Range }

// On reports whether less than the whole chart is chosen.
func (z *Zoom) On() bool { return *z != Zoom{} }

// Over returns a chart whose axes are settled with the part that is shown. A range that a logarithmic axis can't show
// is left out.
func (z *Zoom) Over(l chart.Lines) chart.Lines {
	l.X, l.Zoomed = z.X.over(l.X, l.Zoomed)
	l.Y, l.Zoomed = z.Y.over(l.Y, l.Zoomed)
	return l
}

func (r Range) over(a chart.Axis, zoomed bool) (chart.Axis, bool) {
	part := a
	part.Lo, part.Hi = r.Lo, r.Hi
	if _, ok := part.Map(r.Lo); !ok {
		return a, zoomed
	}
	return part, true
}

// Scale shows a part of whole, a chart with settled axes, that is factor times as long as the one shown, in both
// directions. The values at position (u, v) of what is shown stay where they are.
func (z *Zoom) Scale(whole chart.Lines, u, v, factor float64) {
	z.X = z.X.moved(whole.X, u-u*factor, u+(1-u)*factor)
	z.Y = z.Y.moved(whole.Y, v-v*factor, v+(1-v)*factor)
}

// Pan moves what is shown by parts of its length. An axis that is shown whole does not move.
func (z *Zoom) Pan(whole chart.Lines, du, dv float64) {
	z.X = z.X.moved(whole.X, du, 1+du)
	z.Y = z.Y.moved(whole.Y, dv, 1+dv)
}

// moved returns the range between positions u0 and u1 of this one, or this one if it can't be shorter.
func (r Range) moved(whole chart.Axis, u0, u1 float64) Range {
	from, to := 0.0, 1.0
	if shown, ok := r.over(whole, false); ok {
		from, _ = whole.Map(shown.Lo)
		to, _ = whole.Map(shown.Hi)
	}
	const negligible = 0.01 // of the whole axis: ends are rounded, and a step back is to end at all of it
	v0, v1 := from+u0*(to-from), from+u1*(to-from)
	if u1-u0 > 1 && v0 < negligible && v1 > 1-negligible {
		return Range{}
	}
	if lo, hi, ok := whole.Part(v0, v1); ok {
		return Range{lo, hi}
	}
	if u1-u0 < 1 {
		return r
	}
	return Range{}
}
