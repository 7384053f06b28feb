package data

import "unsafe"

// budget counts the memory that a table takes, in bytes, while it is read and later. Memory beyond the limit is a
// failure, before it is allocated.
type budget struct {
	used, limit int64
	file        string // for the error; "" if the caller adds it
	line        int    // the line being read, 0 = none
}

// take counts n more bytes.
func (b *budget) take(n int64) { b.takeFor("", n) }

// takeFor is take with a name for what needs the memory, for the error.
func (b *budget) takeFor(what string, n int64) {
	if b.used += n; b.used > b.limit || b.used < 0 {
		refused := TooMuchMemory(what, b.used, b.limit)
		refused.File, refused.Line = b.file, b.line
		check(refused)
	}
}

// give counts n bytes as free. They are garbage until the next collection; see debug.SetMemoryLimit.
func (b *budget) give(n int64) { b.used -= n }

// longestLine returns the largest number of bytes in a line: 1/32 of the memory limit, or sniffBytes if that is more.
func (b *budget) longestLine() int { return int(max(b.limit/32, sniffBytes)) }

// chunked is a list that grows by chunks. Only the first chunk is ever copied, so growing takes hardly more memory than
// the list itself.
type chunked[T any] [][]T // all but the last have chunkLength values

const (
	chunkBits   = 13
	chunkLength = 1 << chunkBits
	firstChunk  = 16 // initial capacity of the first chunk
)

func (c chunked[T]) at(i int) T { return c[i>>chunkBits][i&(chunkLength-1)] }

func (c chunked[T]) len() int {
	if len(c) == 0 {
		return 0
	}
	return (len(c)-1)*chunkLength + len(c[len(c)-1])
}

func (c *chunked[T]) add(v T, memory *budget) {
	last := len(*c) - 1
	if last < 0 || len((*c)[last]) == cap((*c)[last]) {
		c.grow(memory)
		last = len(*c) - 1
	}
	(*c)[last] = append((*c)[last], v)
}

// grow makes room for at least one more value: it doubles the first chunk, and then adds chunks.
func (c *chunked[T]) grow(memory *budget) {
	kept, old, capacity := *c, []T(nil), chunkLength
	switch {
	case len(kept) == 0:
		capacity = firstChunk
	case len(kept) == 1 && len(kept[0]) < chunkLength:
		kept, old, capacity = nil, kept[0], 2*len(kept[0])
	}
	memory.take(int64(capacity-len(old)) * int64(unsafe.Sizeof(*new(T))))
	*c = append(kept, append(make([]T, 0, capacity), old...))
}

func (c chunked[T]) bytes() (n int64) {
	for _, chunk := range c {
		n += int64(cap(chunk)) * int64(unsafe.Sizeof(*new(T)))
	}
	return n
}
