package data

import (
	"errors"
	"testing"
)

func TestChunked(t *testing.T) {
	memory := &budget{limit: 1 << 20}
	var list chunked[int32]
	for i := range 3*chunkLength + 5 {
		if list.len() != i {
			t.Fatalf("%d values of %d", list.len(), i)
		}
		list.add(int32(7*i), memory)
		if i == firstChunk && memory.used != 4*2*firstChunk {
			t.Errorf("%d values count as %d bytes", i+1, memory.used)
		}
	}
	for i := range list.len() {
		if list.at(i) != int32(7*i) {
			t.Fatalf("value %d is %d", i, list.at(i))
		}
	}
	if want := int64(4 * 4 * chunkLength); memory.used != want || list.bytes() != want {
		t.Errorf("4 chunks count as %d bytes and take %d, want %d", memory.used, list.bytes(), want)
	}
}

func TestBudgetByRate(t *testing.T) {
	const limit = 1 << 20
	for _, c := range []struct {
		done, total, grown int64
		refused            bool
	}{
		{1000, 1000 * 1000, limit / 8, true},   // promises 125 times the limit
		{1000, 100 * 1000, limit / 8, false},   // 12.5 times: the rate may change
		{1000, 1000 * 1000, limit / 16, false}, // too little to tell
		{1000, 0, limit / 2, false},            // a pipe
	} {
		memory := &budget{limit: limit, source: &input{done: c.done, total: c.total}}
		var own *Error
		if err := memory.takeRows(c.grown); errors.As(err, &own) != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
