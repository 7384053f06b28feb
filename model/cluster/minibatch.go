package cluster

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

const (
	batchRows = 4096 // rows of a mini-batch
	batches   = 100
)

// refine improves centres, relative to the mean, that have been found on a sample by mini-batches of all rows
// (Sculley, Web-scale k-means clustering, WWW 2010): each row of a batch draws its
// centre, the nearest before the batch, towards itself by 1/(rows that the centre has
// had), so that a centre is the mean of all these. seen are those of the sample, in which
// the centres are as if they had been refined by it: no batch tears them away.
//
// It sees 409600 rows, with replacement and whatever n is: each centre some 409600/c, and
// the mean of so many is off by √(c/409600) of the cluster's width. Lloyd's iteration on
// all rows is the better one where there is time for it: for 500 centres of Gaussian blobs
// it was some 1 or 2 % lower in the squared distances, and the sample alone some 4 % higher.
// The landmarks of a wide kernel gain nothing by that, those of a narrow one a little.
func refine(ctx context.Context, x *mat.Dense, mean []float64, centres *mat.Dense, seen []int, rng *rand.Rand) error {
	n, _ := x.Dims()
	drawn := make([]int, batchRows)
	for range batches {
		for r := range drawn {
			drawn[r] = rng.IntN(n)
		}
		batch := linalg.Rows(x, drawn)
		shiftRows(batch, mean, -1)
		owner, _, err := toCentres(ctx, batch, nil, centres)
		if err != nil {
			return err
		}
		approach(centres, batch, owner, seen)
	}
	return nil
}

// approach draws the owners of rows towards them, by 1/(rows seen), which it counts.
func approach(centres, rows *mat.Dense, owner, seen []int) {
	for r, s := range owner {
		seen[s]++
		rate, centre := 1/float64(seen[s]), centres.RawRowView(s)
		for j, v := range rows.RawRowView(r) {
			centre[j] += rate * (v - centre[j])
		}
	}
}
