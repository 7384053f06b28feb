package form

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLevels: levels cover the places, and each but the first few has a fifth of those before it.
func TestLevels(t *testing.T) {
	for _, n := range []int{1, 2, 5, 6, 100, 12345} {
		list := levels(n)
		if list[0] != 0 || list[len(list)-1] != n || !slices.IsSorted(list) ||
			len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Errorf("n = %d: %v", n, list)
		}
		for l := 1; l+1 < len(list); l++ {
			if size := list[l+1] - list[l]; list[l] > 100 && (5*size < list[l] || 4*size > list[l]) {
				t.Errorf("n = %d: a level of %d places after %d", n, size, list[l])
			}
		}
	}
}

// TestArranged: rows keep their neighbours, which still come first, and their level. Rows without any in their level
// follow one another as the list does.
func TestArranged(t *testing.T) {
	const n, m = 500, 7
	rng := rand.New(rand.NewPCG(1, 2))
	s := NewNeighbours(rng.Perm(n), m)
	of := make([][]int, n) // rows
	for p := range n {
		near := s.Of(p)
		for k, q := range rng.Perm(p)[:len(near)] {
			near[k] = int32(q)
			of[s.Order[p]] = append(of[s.Order[p]], s.Order[q])
		}
		slices.Sort(of[s.Order[p]])
	}
	along := make([]int32, n)
	for k, i := range rng.Perm(n) {
		along[k] = int32(i)
	}
	got, before := s.Arranged(along), Places(s.Order)
	for p, i := range got.Order {
		var rows []int
		for _, q := range got.Of(p) {
			if int(q) >= p {
				t.Fatalf("place %d has the neighbour %d", p, q)
			}
			rows = append(rows, got.Order[q])
		}
		if !slices.IsSorted(got.Of(p)) {
			t.Errorf("the neighbours of place %d are not ascending: %v", p, got.Of(p))
		}
		if slices.Sort(rows); !slices.Equal(rows, of[i]) {
			t.Errorf("row %d has the neighbours %v, and had %v", i, rows, of[i])
		}
	}
	ends, none := levels(n), NewNeighbours(s.Order, 0).Arranged(along)
	for l := range len(ends) - 1 {
		lo, hi := ends[l], ends[l+1]
		var want, level, alone []int
		for _, i := range along {
			if p := int(before[i]); lo <= p && p < hi {
				want = append(want, int(i))
			}
		}
		alone = none.Order[lo:hi]
		if !slices.Equal(alone, want) {
			t.Errorf("level %d without neighbours: %v, want %v", l, alone, want)
		}
		if level = slices.Sorted(slices.Values(got.Order[lo:hi])); !slices.Equal(level, slices.Sorted(slices.Values(want))) {
			t.Errorf("level %d: rows %v, want %v", l, level, want)
		}
	}
}
