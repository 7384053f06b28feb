package synthetic

import (
	"math"
	"math/rand/v2"
)

// blobTable lists the clusters of blobs. The weights sum to 1. The smallest cluster has
// 2 % of the points, and the widest has ten times the spread of the tightest.
var blobTable = [...]struct {
	weight float64 // share of the points
	x, y   float64 // centre
	spread float64 // standard deviation in each coordinate
	height float64 // height of the target's bump at the centre
}{
	{weight: 0.40, x: 0, y: 0, spread: 1.0, height: 1},
	{weight: 0.30, x: 6, y: 1, spread: 0.5, height: -1},
	{weight: 0.20, x: 1, y: 6, spread: 0.25, height: 2},
	{weight: 0.08, x: 7, y: 7, spread: 0.8, height: -2},
	{weight: 0.02, x: -5, y: 5, spread: 0.1, height: 3},
}

// blobs is the common test bed of clustering methods: clusters for block methods (BKA, MEKA)
// and k-means landmarks to find, one of which has 2 % of the points, so that uniform sampling
// easily misses it. With the shares w, centres c, standard deviations s and heights h of
// blobTable, x ~ Σₖ wₖ N(cₖ, sₖ² I₂). The numbers are gramscope's own.
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
		point:   blobPoint,
	}
}

func blobPoint(x []float64, _, _ int, rng *rand.Rand) float64 {
	u, k := rng.Float64(), 0
	for k < len(blobTable)-1 && u >= blobTable[k].weight {
		u -= blobTable[k].weight
		k++
	}
	x[0] = blobTable[k].x + blobTable[k].spread*rng.NormFloat64()
	x[1] = blobTable[k].y + blobTable[k].spread*rng.NormFloat64()
	return blobTruth(x)
}

func blobTruth(x []float64) float64 {
	var f float64
	for _, b := range blobTable {
		dx, dy := x[0]-b.x, x[1]-b.y
		f += b.height * math.Exp(-(dx*dx+dy*dy)/(8*b.spread*b.spread))
	}
	return f
}
