package sweep

import (
	"fmt"

	"gramscope/model"
)

// MemoryError says that a plan would need more memory than it is allowed.
type MemoryError struct {
	Need, Allowed int64
	N             int
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("n = %d would need about %s of memory, more than the %s allowed; lower --n or --m, or raise --max-memory",
		e.N, Bytes(e.Need), Bytes(e.Allowed))
}

// Bytes writes a number of bytes for reading: 4.1 kB, 16 MB, 2.1 GB.
func Bytes(n int64) string {
	v, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1000, next
	}
	if unit == "B" || v >= 99.5 {
		return fmt.Sprintf("%.0f %s", v, unit)
	}
	return fmt.Sprintf("%.2g %s", v, unit)
}

// CheckMemory refuses, by a *MemoryError, a plan that on that many workers would
// need more memory than its spec allows. Prepare has checked it for one.
func (p *Plan) CheckMemory(workers int) error {
	for _, c := range p.Cells {
		if need := p.memory(c, int64(workers)); need > p.Spec.MaxMemory {
			return &MemoryError{Need: need, Allowed: p.Spec.MaxMemory, N: p.rowsOf(c)}
		}
	}
	return nil
}

// memory estimates what cells like this one need: what they share (the rows,
// what is cached, one spectrum at a time), and for each worker a residual or
// sampled rows and columns of K for the method.
func (p *Plan) memory(c Cell, workers int64) int64 {
	const number = 8
	n, d := int64(p.rowsOf(c)), int64(p.store.source.Dims())
	square := number * n * n
	params := p.Asked(c).Params
	columns := int64(params["m"])
	if a, ok := params["accum"]; ok {
		columns *= int64(a)
	}
	columns = min(columns, n)

	shared := 4*number*n*d + min(square, model.CacheLimit)
	each := 3 * number * n * columns
	exact := n <= int64(p.Spec.ExactLimit)
	switch {
	case exact:
		each += square
	default:
		each += number*n*min(n, 512)*2 + number*n*min(n, 256)
	}
	if p.Spec.Floor {
		krylov := min(n/2, 4*min(columns, n/4)+320)
		shared += number * (n*krylov + 5*krylov*krylov)
		if exact { // a copy of K to factorise, and its workspace
			shared += 2 * square
		}
	}
	if p.Regresses() { // the fits that are kept, and for each worker its decomposition
		shared += min(keptFits, number*n*columns*int64(len(p.Cells)))
		each += number * (2*n*columns + 3*columns*columns)
		if p.exactly(c) { // a copy of K to factorise, and its inverse
			each += 2 * square
		}
	}
	if p.diagnosed(c) { // eigenvectors and what they are made of; a residual to factorise
		shared += 4 * square
		each += 3 * square
	}
	return shared + workers*each
}
