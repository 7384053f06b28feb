package trial

import (
	"slices"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/kernel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRecentKeepsTheLargerSize(t *testing.T) {
	var list []*entry[int, string]
	take := func(key int, bytes int64) {
		list, _ = recent(list, key, bytes, 100)
	}
	take(1, 40)
	take(2, 40)
	take(2, 60) // grows, and 1 still fits
	if len(list) != 2 || list[1].bytes != 60 {
		t.Fatalf("%d entries, the last of %d bytes", len(list), list[1].bytes)
	}
	take(2, 10)
	take(3, 20)
	if len(list) != 2 || list[0].key != 2 || list[1].key != 3 {
		t.Errorf("%d entries: 40, 60 and 20 bytes are over 100, and the oldest goes", len(list))
	}
}

// Draws of many rows, whose distances are not kept, give way to each other by their own
// size; small ones stay.
func TestDrawsGiveWay(t *testing.T) {
	source := data.Generators()[0]
	for n, stay := range map[int]bool{3000: true, 1_500_000: false} {
		s := NewStore(source)
		var seen [3]*Rows
		for i, rep := range []int{1, 2, 1} {
			var err error
			if seen[i], err = s.Rows(Draw{Seed: 1, Rep: rep, N: n}); err != nil {
				t.Fatal(err)
			}
		}
		if (seen[0] == seen[2]) != stay {
			t.Errorf("%d rows of %d features: kept %v, want %v", n, source.Dims(), !stay, stay)
		}
	}
}

// A matrix that keeps its eigenvectors counts twice, whoever asked for it first.
func TestMatrixCountsItsCopies(t *testing.T) {
	s := NewStore(data.Generators()[0])
	of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: 40}, Kernel: kernel.Member{Family: kernel.Families()[0], Shape: kernel.Shape{Gamma: 1}}}
	for i, copies := range []int64{1, 2, 1} {
		if _, err := s.Matrix(t.Context(), of, true, copies); err != nil {
			t.Fatal(err)
		}
		if kept, want := s.matrices[0].bytes, []int64{1, 2, 2}[i]*8*40*40; kept != want {
			t.Errorf("%d bytes are counted, want %d", kept, want)
		}
	}
}

// TestLargeMatricesAreKeptLater: a small K is kept for the first trial on it, a large one
// for the second, and where figures are estimates none is.
func TestLargeMatricesAreKeptLater(t *testing.T) {
	for _, c := range []struct {
		n     int
		exact bool
		kept  [2]bool // at the first trial, at the second
	}{{300, true, [2]bool{true, true}}, {2100, true, [2]bool{false, true}}, {300, false, [2]bool{false, false}}} {
		s := NewStore(data.Generators()[0])
		of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: c.n}, Kernel: kernel.Member{Family: kernel.Families()[0], Shape: kernel.Shape{Gamma: 1}}}
		for i, want := range c.kept {
			m, err := s.Matrix(t.Context(), of, c.exact, 1)
			if err != nil {
				t.Fatal(err)
			}
			view := m.Gram.View()
			view.Block(mat.NewDense(1, 1, nil), []int{1}, []int{2})
			if view.Shared() != want {
				t.Errorf("n = %d, exact %v, trial %d: kept %v", c.n, c.exact, i+1, view.Shared())
			}
		}
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	var list []*entry[int, int]
	for key := range 10 {
		list, _ = recent(list, key, 10, 35)
	}
	list, found := recent(list, 7, 10, 35)
	var keys []int
	for _, e := range list {
		keys = append(keys, e.key)
	}
	if !slices.Equal(keys, []int{8, 9, 7}) || found.key != 7 {
		t.Errorf("kept %v, want 8, 9 and 7", keys)
	}
	if list, _ = recent(list, 11, 100, 35); len(list) != 1 {
		t.Errorf("%d entries beside one that is too large", len(list)-1)
	}
}
