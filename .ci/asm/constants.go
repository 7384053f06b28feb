package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// constants are what the functions need in all lanes: 64 bytes each, of which a
// shorter register takes the first.
type constants struct {
	table Mem
	at    map[[8]uint64]int
}

// kept are constants of which some are in registers.
type kept struct {
	*constants
	in map[float64]VecVirtual
}

// keep puts constants in registers, before a loop, where there are enough of these:
// with AVX-512.
func (c *constants) keep(r registers, values ...float64) kept {
	k := kept{c, map[float64]VecVirtual{}}
	for _, v := range values {
		if _, known := k.in[v]; r.lanes == 8 && !known {
			k.in[v] = r.vector()
			VMOVUPD(c.float(v), k.in[v])
		}
	}
	return k
}

// float is a constant in a register or in memory.
func (k kept) float(v float64) Op {
	if register, ok := k.in[v]; ok {
		return register
	}
	return k.constants.float(v)
}

func newConstants() *constants {
	return &constants{table: GLOBL("constants", RODATA|NOPTR), at: map[[8]uint64]int{}}
}

// bits is a constant given by its bits.
func (c *constants) bits(v uint64) Mem { return c.lanes([8]uint64{v, v, v, v, v, v, v, v}) }

// lanes is a constant of each lane.
func (c *constants) lanes(v [8]uint64) Mem {
	at, known := c.at[v]
	if !known {
		at = 64 * len(c.at)
		c.at[v] = at
		for lane, bits := range v {
			DATA(at+8*lane, U64(bits))
		}
	}
	return c.table.Offset(at)
}

// signs are 1 and −1, each for the given number of lanes in turns.
func (c *constants) signs(run int) Mem {
	var v [8]uint64
	for lane := range v {
		v[lane] = math.Float64bits(float64(1 - 2*(lane/run%2)))
	}
	return c.lanes(v)
}

func (c *constants) float(v float64) Mem { return c.bits(math.Float64bits(v)) }
