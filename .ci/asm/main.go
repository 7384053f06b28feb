// The program asm writes the assembly of package model/linalg, and the Go
// declarations of its functions. It is a module of its own, so that the
// program's go.mod does not know of what only its maintainers need. go generate
// in model/linalg runs it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// registers is one instruction set: how many doubles a vector register holds,
// and how one is had.
type registers struct {
	suffix string
	lanes  int
	vector func() VecVirtual
}

var (
	avx2   = registers{suffix: "AVX2", lanes: 4, vector: YMM}
	avx512 = registers{suffix: "AVX512", lanes: 8, vector: ZMM}
)

func main() {
	ConstraintExpr("amd64")
	tile(avx2, 4, 3)
	tile(avx512, 8, 3)
	tileSSE2(4, 2)
	triangle(avx2, 4, 3)
	triangle(avx512, 8, 3)
	for _, r := range []registers{avx2, avx512} {
		dots(r, 1)
		dots(r, 4)
		gap(r)
		axpy(r, 1)
		axpy(r, 4)
		both(r, 4)
		rankTwo(r)
		clamped(r)
		copyLines(r)
		rotate(r)
		poles(r)
		ratios(r)
		quotients(r)
	}
	transpose()
	c := newConstants()
	for _, r := range []registers{avx2, avx512} {
		exponential(r, c, false)
		exponential(r, c, true)
		sincos(r, c)
		walsh(r, c)
		walsh8(r)
	}
	Generate()
}

// function begins one. What it does is said of its field of linalg's instructions.
func function(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

// vectors are n registers.
func (r registers) vectors(n int) []VecVirtual {
	v := make([]VecVirtual, n)
	for i := range v {
		v[i] = r.vector()
	}
	return v
}

// at is the i-th double after base.
func at(base Register, i int) Mem { return Mem{Base: base, Disp: 8 * i} }

// argument is where a function's argument lies.
func argument(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// result is where what a function returns is put, the i-th of it.
func result(i int) Mem {
	b, err := ReturnIndex(i).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}
