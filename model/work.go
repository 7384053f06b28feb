package model

// entryWork is what an entry of K costs beside its d products and sums: its share of
// an exponential, and of memory.
const entryWork = 20

// leastWork is what a fit costs however small it is.
const leastWork = 1e5

// Work estimates how many floating-point operations a fit with f's parameters takes
// on n rows of d coordinates, from what it reads and holds: with q the width of K̃'s
// factor,
//
//	n·q·(2d + 20 + 2q)            columns of K, and a factor made of them; of blocks, their entries alone
//	n²·(d + 10) + n·h  as well    where it reads all of K, and multiplies or factorises the h numbers that it holds
//
// It is right in its order in n and m, and not in its constant, which is the method's
// own: compare it with what fits have taken. See [Method.ReadsAll] and [Method.Memory].
func (m Method) Work(f Fitter, n, d int) float64 {
	rows, entry := float64(n), float64(2*d+entryWork)
	if m.Memory == nil {
		return leastWork + rows*entry
	}
	memory := m.Memory(f, n, d)
	work := leastWork
	if q := float64(memory.Coordinates) / 8; memory.Coordinates < 8*int64(n) {
		work += rows * q * (entry + 2*q)
	} else {
		work += float64(memory.Kept) / 8 * entry
	}
	if m.Quadratic(f) {
		work += rows * (rows*entry/2 + float64(memory.Fit)/8)
	}
	return work
}
