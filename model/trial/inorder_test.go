package trial

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// Values are computed in the given order, and sent in the order of their indices, whichever worker
// computes them. Workers do not block if nobody reads.
func TestInOrder(t *testing.T) {
	var working sync.WaitGroup
	var begun []int
	square := func(i int) (int, bool) {
		begun = append(begun, i)
		return i * i, true
	}
	for _, order := range [][]int{nil, {2, 0, 3, 1}} {
		begun = nil
		var got []int
		for v := range InOrder(t.Context(), 4, order, 1, &working, square) {
			got = append(got, v)
		}
		want := order
		if order == nil {
			want = []int{0, 1, 2, 3}
		}
		if !slices.Equal(got, []int{0, 1, 4, 9}) || !slices.Equal(begun, want) {
			t.Errorf("order %v: begun %v, got %v", order, begun, got)
		}
	}
	for range InOrder(t.Context(), 0, nil, 3, &working, square) {
		t.Error("a value of none")
	}
	var met sync.WaitGroup
	met.Add(3)
	together := func(i int) (int, bool) { // each waits for two others
		met.Done()
		met.Wait()
		return i, true
	}
	for range InOrder(t.Context(), 3, nil, 7, &working, together) {
	}
	var busy, most atomic.Int64
	crowded := func(i int) (int, bool) { // waits until all others have begun
		most.Store(max(most.Load(), busy.Add(1)))
		for range 100 {
			runtime.Gosched()
		}
		busy.Add(-1)
		return i, true
	}
	for range InOrder(t.Context(), 50, nil, 2, &working, crowded) {
		if most.Load() > 2 {
			t.Fatalf("%d at a time on 2 workers", most.Load())
		}
	}
	begun = nil
	InOrder(t.Context(), 4, nil, 1, &working, square)
	working.Wait()
	if len(begun) != 4 {
		t.Errorf("%d of 4 values for nobody", len(begun))
	}
}

// After the context is cancelled, finished values are sent even if earlier ones are missing, and no
// value is started.
func TestInOrderStops(t *testing.T) {
	var working sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	values := InOrder(ctx, 4, []int{2, 1, 0, 3}, 1, &working, func(i int) (int, bool) {
		if i == 1 {
			cancel()
		}
		return i, i != 1
	})
	working.Wait()
	var got []int
	for v := range values {
		got = append(got, v)
	}
	if !slices.Equal(got, []int{2}) {
		t.Errorf("got %v, want what was done before", got)
	}
}
