package model

// Work estimates how long a fit with f's parameters takes on n rows of d coordinates, in
// operations of a product of matrices, from what it reads and holds: with q the width of K̃'s
// factor,
//
//	10⁵                           for any fit
//	n·(3000 + c·(2d + 60) + 2q²)  c columns of K, q if the method does not say how many, and a factor made of them;
//	                              random features without the 2q²; blocks their entries alone, each for 2d + 200;
//	                              where entries of each row are read, c of them, without the 2q²
//	n²·(d + 30) + n·h  as well    where it reads all of K, and multiplies or factorises the h numbers that it holds
//
// The order in n and m is right, and the constant within a factor of a few: measured times are
// better. See [Method.ReadsAll], [Method.Columns], [Method.RowEntries] and [Method.Memory].
func (m Method) Work(f Fitter, n, d int) float64 {
	rows, entry := float64(n), float64(2*d+60)
	work := 1e5 + rows*3000
	if m.Memory == nil {
		return work + rows*entry
	}
	memory := m.Memory(f, n, d)
	q := float64(memory.Coordinates) / 8
	switch {
	case m.RowEntries != nil:
		work += rows * float64(m.RowEntries(f, n)) * entry
	case memory.Coordinates >= 8*int64(n):
		work += float64(memory.Stored) / 8 * float64(2*d+200)
	case m.Features:
		work += rows * q * entry
	default:
		columns := q
		if m.Columns != nil {
			columns = max(q, float64(m.Columns(f, n)))
		}
		work += rows * (columns*entry + 2*q*q)
	}
	if m.Quadratic(f) {
		work += rows * (rows*entry/2 + float64(memory.Fit)/8)
	}
	return work
}
