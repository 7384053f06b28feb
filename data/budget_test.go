package data

import "testing"

func TestChunked(t *testing.T) {
	memory := &budget{limit: 1 << 20}
	var list chunked[int32]
	for i := range 3*chunkLength + 5 {
		if list.len() != i {
			t.Fatalf("%d values of %d", list.len(), i)
		}
		list.add(int32(7*i), memory)
		if i == 16 && memory.used > 4*2*16 {
			t.Errorf("%d values count as %d bytes", i+1, memory.used)
		}
	}
	for i := range list.len() {
		if list.at(i) != int32(7*i) {
			t.Fatalf("value %d is %d", i, list.at(i))
		}
	}
	want := int64(4 * 4 * chunkLength)
	if memory.used != list.bytes() || memory.used < want || memory.used > want+want/16 {
		t.Errorf("4 chunks count as %d bytes and take %d, want %d", memory.used, list.bytes(), want)
	}
}
