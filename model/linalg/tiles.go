package linalg

import "iter"

// A tile is as large as the second caches of two or three cores, so that it is still
// near when it is used. Of short rows it has tallTile at most, so that the next look
// at a context is not far; of long ones it outgrows those caches rather than have
// fewer than shortTile: a product packs the whole of its other factor for each tile.
const (
	tileBytes = 2 << 20
	shortTile = 256
	tallTile  = 1024
)

// TileRows is how many rows of so many columns make up a tile, the piece in which a
// matrix that is long, or not held at all, is read or computed: 2 MiB of numbers, but
// between 256 and 1024 rows. The columns alone determine it, so that sums over tiles
// have one order on all machines.
func TileRows(columns int) int {
	return min(tallTile, max(shortTile, tileBytes/(8*max(1, columns))))
}

// Tiles yields the ranges lo, hi that make up [0, n), ascending, each of the given
// size ≥ 1 but the last, which may be smaller. It does so for as long as it is asked:
// a loop that may take long looks at its context itself. For a size below 1 it panics.
func Tiles(n, size int) iter.Seq2[int, int] {
	if size < 1 {
		panic("linalg: tiles of no size")
	}
	return func(yield func(lo, hi int) bool) {
		for lo := 0; lo < n; lo += size {
			if !yield(lo, min(n, lo+size)) {
				return
			}
		}
	}
}
