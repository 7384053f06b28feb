package data

import (
	"runtime"
	"unsafe"
)

// budget counts the memory that a table holds while it is read and after, and
// refuses what would exceed the limit before it is allocated. The first refusal stays,
// so that who adds little by little may look for it after a while.
type budget struct {
	held, limit int64
	refused     error  // nil while all fits
	file        string // at fault then; "" where the caller names it
	grown       int64  // of held, what grows with the rows
	line        int    // being read, 0 = none
	source      *input // nil after reading
	ahead       int64  // bytes of it that have been read before their time

	garbage int64 // dropped since the last collection that was forced
}

// take counts n more bytes, or gives the error that they are too many.
func (b *budget) take(n int64) error { return b.takeFor("", n) }

// takeFor is take for something that the error names.
func (b *budget) takeFor(what string, n int64) error {
	if b.refused != nil {
		return b.refused
	}
	if b.held += n; b.held > b.limit || b.held < 0 {
		refused := tooMuchMemory(what, b.line, b.held, b.limit)
		refused.File = b.file
		b.refused = refused
	}
	return b.refused
}

// takeRows counts n more bytes of what grows with the rows.
func (b *budget) takeRows(n int64) error {
	b.grown += n
	if b.take(n) == nil {
		b.checkRate()
	}
	return b.refused
}

// give counts n bytes less, which are garbage now.
func (b *budget) give(n int64) {
	b.held -= n
	b.drop(n)
}

// drop counts garbage. Left to itself the collector waits until the heap is half
// as large again as what is alive, which near the limit would be far above it.
func (b *budget) drop(n int64) {
	if b.garbage += n; b.garbage > b.limit/10 && b.garbage > 1<<20 && b.held > b.limit/2 {
		runtime.GC()
		b.garbage = 0
	}
}

// hopeless is how many times the limit a file must promise to need before it is
// refused ahead of time. The rate of a file may change, of a compressed one
// much, and a file that would fit should hardly ever be refused.
const hopeless = 16

// checkRate refuses a file early that needs so much for its first part that the
// whole can't fit, such as a small gzip file that unpacks to a huge text.
func (b *budget) checkRate() {
	if b.source == nil || b.source.total <= 0 || b.source.done <= b.ahead || b.grown < b.limit/8 {
		return
	}
	whole := float64(b.grown) / float64(b.source.done-b.ahead) * float64(b.source.total)
	if whole < hopeless*float64(b.limit) {
		return
	}
	refused := tooMuchMemory("", b.line, b.held, b.limit)
	refused.Problem = "the data need about " + megabytes(int64(min(whole, 1e18))) + " of memory, going by the " + megabytes(b.grown) + " of the part up to here"
	b.refused = refused
}

// chunked is a list that grows by chunks. Only the first is ever copied, so that
// growing takes hardly more memory than what the list holds.
type chunked[T any] [][]T // all but the last have chunkLength values

const (
	chunkBits   = 13
	chunkLength = 1 << chunkBits
	firstChunk  = 16 // values for which the first chunk has room to begin with
)

func (c chunked[T]) at(i int) T { return c[i>>chunkBits][i&(chunkLength-1)] }

func (c chunked[T]) len() int {
	if len(c) == 0 {
		return 0
	}
	return (len(c)-1)*chunkLength + len(c[len(c)-1])
}

// add appends a value, for which there is no room once memory has refused it.
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

func (c *chunked[T]) grow(memory *budget) bool {
	var v T
	size := int64(unsafe.Sizeof(v))
	if len(*c) == 1 && len((*c)[0]) < chunkLength { // twice as many
		old := (*c)[0]
		if memory.takeRows(size*int64(cap(old))) != nil {
			return false
		}
		(*c)[0] = append(make([]T, 0, 2*cap(old)), old...)
		memory.drop(size * int64(cap(old)))
		return true
	}
	room := chunkLength
	if len(*c) == 0 {
		room = firstChunk
	}
	if memory.takeRows(size*int64(room)) != nil {
		return false
	}
	*c = append(*c, make([]T, 0, room))
	return true
}

func (c chunked[T]) bytes() int64 {
	var v T
	var room int64
	for _, chunk := range c {
		room += int64(cap(chunk))
	}
	return room * int64(unsafe.Sizeof(v))
}
