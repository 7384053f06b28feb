package main

import "fmt"

// word is an instruction that Go's assembler does not take: its bits, and its text in ARM's syntax, which
// is what a disassembler has to make of the bits.
type word struct {
	bits uint32
	text string
}

// three is an instruction on two float64 a register: d = n op m.
func three(name string, bits uint32, d, n, m vector) word {
	return word{bits | uint32(m)<<16 | uint32(n)<<5 | uint32(d), fmt.Sprintf("%s v%d.2d, v%d.2d, v%d.2d", name, d, n, m)}
}

func fadd(d, n, m vector) word   { return three("fadd", 0x4e60d400, d, n, m) }
func fsub(d, n, m vector) word   { return three("fsub", 0x4ee0d400, d, n, m) }
func fmul(d, n, m vector) word   { return three("fmul", 0x6e60dc00, d, n, m) }
func fdiv(d, n, m vector) word   { return three("fdiv", 0x6e60fc00, d, n, m) }
func fmax(d, n, m vector) word   { return three("fmax", 0x4e60f400, d, n, m) }
func fmin(d, n, m vector) word   { return three("fmin", 0x4ee0f400, d, n, m) }
func fminnm(d, n, m vector) word { return three("fminnm", 0x4ee0c400, d, n, m) } // a number before NaN

// cmtst sets all bits of what has common bits in n and m, else none.
func cmtst(d, n, m vector) word { return three("cmtst", 0x4ee08c00, d, n, m) }

// element is an instruction on two float64 and one of the two of m.
func element(name string, bits uint32, d, n, m vector, i int) word {
	bits |= uint32(i)<<11 | uint32(m)<<16 | uint32(n)<<5 | uint32(d)
	return word{bits, fmt.Sprintf("%s v%d.2d, v%d.2d, v%d.d[%d]", name, d, n, m, i)}
}

func fmlaBy(d, n, m vector, i int) word { return element("fmla", 0x4fc01000, d, n, m, i) }
func fmlsBy(d, n, m vector, i int) word { return element("fmls", 0x4fc05000, d, n, m, i) }
func fmulBy(d, n, m vector, i int) word { return element("fmul", 0x4fc09000, d, n, m, i) }

// two is an instruction of one operand.
func two(name string, bits uint32, d, n vector) word {
	return word{bits | uint32(n)<<5 | uint32(d), fmt.Sprintf("%s v%d.2d, v%d.2d", name, d, n)}
}

func fsqrt(d, n vector) word  { return two("fsqrt", 0x6ee1f800, d, n) }
func fneg(d, n vector) word   { return two("fneg", 0x6ee0f800, d, n) }
func fcvtzs(d, n vector) word { return two("fcvtzs", 0x4ee1b800, d, n) } // 0 for NaN

// faddp adds the two float64 of n, and halve divides integers by 2, rounding down.
func faddp(d, n vector) word {
	return word{0x7e70d800 | uint32(n)<<5 | uint32(d), fmt.Sprintf("faddp d%d, v%d.2d", d, n)}
}

func halve(d, n vector) word {
	return word{0x4f7f0400 | uint32(n)<<5 | uint32(d), fmt.Sprintf("sshr v%d.2d, v%d.2d, #1", d, n)}
}
