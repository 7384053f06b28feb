package data

import (
	"math"
	"math/rand/v2"
)

// blob is one cluster of blobs.
type blob struct {
	weight float64 // share of the points
	x, y   float64 // centre
	spread float64 // standard deviation in each coordinate
	height float64 // of the target's bump at the centre
}

// blobTable are the clusters of blobs. The weights sum to 1; the smallest
// cluster has 2 % of the points, the widest ten times the spread of the tightest.
func blobTable() []blob {
	return []blob{
		{weight: 0.40, x: 0, y: 0, spread: 1.0, height: 1},
		{weight: 0.30, x: 6, y: 1, spread: 0.5, height: -1},
		{weight: 0.20, x: 1, y: 6, spread: 0.25, height: 2},
		{weight: 0.08, x: 7, y: 7, spread: 0.8, height: -2},
		{weight: 0.02, x: -5, y: 5, spread: 0.1, height: 3},
	}
}

// blobs are five round Gaussian clusters in the plane, of unequal size and
// spread. With weights w, centres c, spreads s and heights h of blobTable:
//
//	x ~ Σₖ wₖ N(cₖ, sₖ² I₂)
//	f(x) = Σₖ hₖ exp(−‖x−cₖ‖²/(2(2sₖ)²))
//	y = f(x) + N(0, 0.1²)
//
// The common test bed of clustering methods, set up here so that block methods
// (BKA, MEKA) and k-means landmarks have something to find and a cluster of
// 2 % that uniform sampling easily misses. The numbers are gramscope's own.
func blobs() Generator {
	return Generator{
		name:  "blobs",
		Title: "five clusters of unequal size and spread, the smallest of 2 %",
		Doc: "Round Gaussian clusters in the plane: shares 40, 30, 20, 8 and 2 %, standard deviations 1, 0.5, 0.25, 0.8 and 0.1. " +
			"y is a bump f(x) = Σₖ hₖ exp(−‖x−cₖ‖²/(8sₖ²)) on every cluster, plus N(0, 0.1²).",
		Ref:     "gramscope's own setting of a common test bed",
		columns: []string{"x1", "x2"},
		target:  "y",
		noise:   0.1,
		points:  blobPoints,
	}
}

func blobPoints(rows, _ int, _ bool, rng *rand.Rand) (x, value []float64) {
	table := blobTable()
	x = make([]float64, 2*rows)
	value = make([]float64, rows)
	for i := range rows {
		u, k := rng.Float64(), 0
		for k < len(table)-1 && u >= table[k].weight {
			u -= table[k].weight
			k++
		}
		x[2*i] = table[k].x + table[k].spread*rng.NormFloat64()
		x[2*i+1] = table[k].y + table[k].spread*rng.NormFloat64()
		value[i] = blobTruth(table, x[2*i], x[2*i+1])
	}
	return x, value
}

func blobTruth(table []blob, x, y float64) float64 {
	var f float64
	for _, b := range table {
		dx, dy := x-b.x, y-b.y
		f += b.height * math.Exp(-(dx*dx+dy*dy)/(8*b.spread*b.spread))
	}
	return f
}
