package linalg

import (
	"slices"
	"testing"
)

func TestTiles(t *testing.T) {
	for _, c := range []struct {
		n, size int
		want    []int // bounds
	}{
		{0, 3, nil}, {1, 3, []int{0, 1}}, {3, 3, []int{0, 3}}, {7, 3, []int{0, 3, 3, 6, 6, 7}},
		{6, 2, []int{0, 2, 2, 4, 4, 6}},
	} {
		var got []int
		for lo, hi := range Tiles(c.n, c.size) {
			got = append(got, lo, hi)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d in tiles of %d: %v, want %v", c.n, c.size, got, c.want)
		}
	}
	for range Tiles(9, 2) { // a loop that is left is asked no more, or panics
		break
	}
	if said(func() { _ = Tiles(4, 0) }) == "nothing" {
		t.Error("tiles of size 0 don't end")
	}
}

func TestTileRows(t *testing.T) {
	for columns, want := range map[int]int{0: 1024, 1: 1024, 256: 1024, 257: 1020, 1000: 262, 1024: 256, 4096: 256} {
		if got := TileRows(columns); got != want {
			t.Errorf("%d rows of %d columns, want %d", got, columns, want)
		}
	}
}
