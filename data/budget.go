package data

import (
	"runtime"
	"unsafe"
)

// budget counts the memory that a table takes, in bytes, while it is read and later. It returns an error for memory
// beyond the limit, before that is allocated. It stores the first such error, so that a caller that adds many small
// amounts need not check every time.
type budget struct {
	used, limit int64
	refused     error  // nil while everything fits
	file        string // for the error; "" if the caller adds it
	line        int    // the line being read, 0 = none
	garbage     int64  // bytes dropped since the last forced collection
}

// take counts n more bytes. It returns an error if the limit is exceeded now or was exceeded before.
func (b *budget) take(n int64) error { return b.takeFor("", n) }

// takeFor is take with a name for what needs the memory, for the error.
func (b *budget) takeFor(what string, n int64) error {
	if b.refused != nil {
		return b.refused
	}
	if b.used += n; b.used > b.limit || b.used < 0 {
		refused := tooMuchMemory(what, b.line, b.used, b.limit)
		refused.File = b.file
		b.refused = refused
	}
	return b.refused
}

func (b *budget) give(n int64) {
	b.used -= n
	b.drop(n)
}

// drop counts garbage, and forces a collection if there is much of it near the limit. By itself the collector waits
// until the heap has grown well beyond the live memory.
func (b *budget) drop(n int64) {
	if b.garbage += n; b.garbage > b.limit/10 && b.garbage > 1<<20 && b.used > b.limit/2 {
		runtime.GC()
		b.garbage = 0
	}
}

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

// add appends a value. It does nothing if memory refuses it.
func (c *chunked[T]) add(v T, memory *budget) {
	last := len(*c) - 1
	if last < 0 || len((*c)[last]) == cap((*c)[last]) {
		if !c.grow(memory) {
			return
		}
		last = len(*c) - 1
	}
	(*c)[last] = append((*c)[last], v)
}

// grow allocates memory for at least one more value. It returns false if memory refuses it.
func (c *chunked[T]) grow(memory *budget) bool {
	var v T
	size := int64(unsafe.Sizeof(v))
	if len(*c) == 1 && len((*c)[0]) < chunkLength { // double the first chunk
		old := (*c)[0]
		if memory.take(size*int64(cap(old))) != nil {
			return false
		}
		(*c)[0] = append(make([]T, 0, 2*cap(old)), old...)
		memory.drop(size * int64(cap(old)))
		return true
	}
	capacity := chunkLength
	if len(*c) == 0 {
		capacity = firstChunk
	}
	if memory.take(size*int64(capacity)) != nil {
		return false
	}
	*c = append(*c, make([]T, 0, capacity))
	return true
}

func (c chunked[T]) bytes() int64 {
	var v T
	var capacity int64
	for _, chunk := range c {
		capacity += int64(cap(chunk))
	}
	return capacity * int64(unsafe.Sizeof(v))
}
