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

// checkMemory estimates what the largest cell needs: the rows, what is cached,
// the residual or the sampled rows, and columns of K for the method.
func (p *Plan) checkMemory() error {
	for _, c := range p.Cells {
		n, d := int64(p.rowsOf(c)), int64(p.store.source.Dims())
		need := 8*n*d*4 + min(8*n*n, model.CacheLimit)
		if n <= int64(p.Spec.ExactLimit) {
			need += 8 * n * n
		} else {
			need += 2*8*n*min(n, 512) + 8*n*min(n, 256)
		}
		m := int64(p.rankOf(c.method, c.Values))
		if a, ok := c.Values["accum"]; ok && c.method.Uses("accum") {
			m *= int64(a)
		}
		need += 3 * 8 * n * min(m, n)
		if need > p.Spec.MaxMemory {
			return &MemoryError{Need: need, Allowed: p.Spec.MaxMemory, N: int(n)}
		}
	}
	return nil
}
