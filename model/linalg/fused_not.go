//go:build !arm64 && !loong64 && !ppc64 && !ppc64le && !riscv64

package linalg

const manyRegisters = false

// multiplyAdd returns x·y + z, rounded twice: math.FMA would be a call, or a test whether the processor has
// the instruction. The conversion keeps the compiler from rounding only once in some places.
func multiplyAdd(x, y, z float64) float64 { return float64(x*y) + z }
