//go:build arm64 || loong64 || ppc64 || ppc64le || riscv64

package linalg

import "math"

// These processors have 32 floating-point registers, and an instruction for x·y + z that rounds once.
const manyRegisters = true

func multiplyAdd(x, y, z float64) float64 { return math.FMA(x, y, z) }
