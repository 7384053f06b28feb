package trial

import (
	"errors"
	"slices"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/synthetic"
	"gramscope/model/kernel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemoKeepsTheLargerSize(t *testing.T) {
	var m Memo[int, int]
	take := func(key int, bytes int64) { askFor(t, &m, key, bytes, 100) }
	take(1, 40)
	take(2, 40)
	take(2, 60) // grows, and 1 still fits
	if m.order.Len() != 2 || m.Bytes() != 100 {
		t.Fatalf("%d entries of %d bytes", m.order.Len(), m.Bytes())
	}
	take(2, 10)
	take(3, 20)
	if got := keysOf(&m); !slices.Equal(got, []int{2, 3}) || m.Bytes() != 80 {
		t.Errorf("%v: 40, 60 and 20 bytes are over 100, and the oldest goes", got)
	}
	take(4, 100)
	if got := keysOf(&m); !slices.Equal(got, []int{4}) || m.Bytes() != 100 {
		t.Errorf("%v of %d bytes, want 4 alone", got, m.Bytes())
	}
}

// askFor gets the value of a key. The value is the key.
func askFor(t *testing.T, m *Memo[int, int], key int, bytes, limit int64) {
	t.Helper()
	if v, err := m.Get(key, bytes, limit, func() (int, error) { return key, nil }); v != key || err != nil {
		t.Errorf("%d of %d: %v", v, key, err)
	}
}

// keysOf returns the cached keys, the least recently used first.
func keysOf(m *Memo[int, int]) (keys []int) {
	for e := m.order.Front(); e != nil; e = e.Next() {
		keys = append(keys, e.Value.(*entry[int, int]).key)
	}
	return keys
}

// A value is computed again only if its computation failed.
func TestMemoTriesAgain(t *testing.T) {
	var m Memo[string, int]
	calls := 0
	for i, want := range []int{1, 2, 2} {
		_, err := m.Get("k", 0, 0, func() (int, error) {
			if calls++; calls == 1 {
				return 0, errors.New("no luck")
			}
			return calls, nil
		})
		if calls != want || (err != nil) != (i == 0) {
			t.Errorf("time %d: computed %d times, %v", i+1, calls, err)
		}
	}
}

// Large draws, whose distances are not stored, are dropped when their rows exceed the limit. Small ones
// stay.
func TestDrawsGiveWay(t *testing.T) {
	source := synthetic.Generators()[0]
	for n, stay := range map[int]bool{3000: true, 500_000: false} {
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

// A matrix with stored eigenvectors counts twice, even if an earlier caller did not need eigenvectors.
func TestMatrixCountsItsCopies(t *testing.T) {
	s := NewStore(synthetic.Generators()[0])
	of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: 40}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": 1})}
	for i, copies := range []int64{1, 2, 1} {
		if _, err := s.Matrix(t.Context(), of, true, copies); err != nil {
			t.Fatal(err)
		}
		if kept, want := s.matrices.Bytes(), []int64{1, 2, 2}[i]*8*40*40; kept != want {
			t.Errorf("%d bytes are counted, want %d", kept, want)
		}
	}
}

// The size of a matrix with estimates is that of the sampled block and the partial factorisation, at most
// 2048² and 16384×1024 numbers.
func TestMatrixCountsWhatEstimatesKeep(t *testing.T) {
	for n, want := range map[int]int64{40: 8 * (20*20 + 40*20), 20000: 8 * (2048*2048 + 16384*1024)} {
		s := NewStore(synthetic.Generators()[0])
		of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: n}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": 1})}
		if _, err := s.Matrix(t.Context(), of, false, 1); err != nil {
			t.Fatal(err)
		}
		if got := s.matrices.Bytes(); got != want {
			t.Errorf("n = %d: %d bytes are counted, want %d", n, got, want)
		}
	}
}

// TestLargeMatricesAreKeptLater: K of up to 32 MB is stored before the first trial on it, and a larger K
// before the second. K is never stored if figures are estimates.
func TestLargeMatricesAreKeptLater(t *testing.T) {
	for _, c := range []struct {
		n     int
		exact bool
		kept  [2]bool // at the first trial, at the second
	}{{300, true, [2]bool{true, true}}, {2048, true, [2]bool{true, true}}, {2049, true, [2]bool{false, true}},
		{300, false, [2]bool{false, false}}} {
		s := NewStore(synthetic.Generators()[0])
		of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: c.n}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": 1})}
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

func TestMemoForgetsTheOldest(t *testing.T) {
	var m Memo[int, int]
	for key := range 10 {
		askFor(t, &m, key, 10, 35)
	}
	askFor(t, &m, 7, 10, 35)
	if keys := keysOf(&m); !slices.Equal(keys, []int{8, 9, 7}) {
		t.Errorf("kept %v, want 8, 9 and 7", keys)
	}
	if askFor(t, &m, 11, 100, 35); m.order.Len() != 1 {
		t.Errorf("%d entries beside one that is too large", m.order.Len()-1)
	}
}
