package model

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// LowerTriangle writes the entries of K[rows, rows] on and below the diagonal into dst, s×s for s rows and without
// gaps between its rows, and counts these s·(s+1)/2 entries. What is above the diagonal has no meaning. It runs on
// the calling goroutine alone, and is meant for few rows in few dimensions, where it is faster than Block.
func (g *Gram) LowerTriangle(dst *mat.Dense, rows []int) {
	s, raw := len(rows), dst.RawMatrix()
	if raw.Rows != s || raw.Cols != s || raw.Stride != s {
		panic(fmt.Sprintf("model: LowerTriangle of %d rows into a %d×%d matrix", s, raw.Rows, raw.Cols))
	}
	g.entries.Add(int64(s) * int64(s+1) / 2)
	if a, distances := g.known(); a != nil {
		g.share()
		copyBlock(dst, a, rows, rows)
		if distances {
			g.apply(dst)
		}
		return
	}
	quantity := g.points.geometry.ofPair()
	if quantity == nil {
		among := g.points.subset(rows)
		g.points.pairwise(dst, among, among, g.kernel)
		return
	}
	packed, at := raw.Data[:s*(s+1)/2], 0 // the rows of the triangle, one after the other
	for a, i := range rows {
		x := g.points.x.RawRowView(i)
		for _, j := range rows[:a+1] {
			packed[at] = quantity(x, g.points.x.RawRowView(j))
			at++
		}
	}
	g.kernel.Apply(packed)
	for i := s - 1; i > 0; i-- { // from the last, since no row moves back
		copy(raw.Data[i*s:], packed[i*(i+1)/2:(i+1)*(i+2)/2])
	}
}

// ofPair returns the function of two points that has the geometry's quantity, nil for Entry.
func (g Geometry) ofPair() func(x, y []float64) float64 {
	switch g {
	case SquaredEuclidean:
		return linalg.SquaredDistance
	case Manhattan:
		return func(x, y []float64) float64 { return floats.Distance(x, y, 1) }
	case InnerProduct:
		return floats.Dot
	}
	return nil
}
