package main

import (
	"math"
	"math/big"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// constants are what the functions need in all lanes: 64 bytes each, of which a
// shorter register takes the first.
type constants struct {
	table Mem
	at    map[uint64]int
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
	return &constants{table: GLOBL("constants", RODATA|NOPTR), at: map[uint64]int{}}
}

// bits is a constant given by its bits.
func (c *constants) bits(v uint64) Mem {
	at, known := c.at[v]
	if !known {
		at = 64 * len(c.at)
		c.at[v] = at
		for lane := range 8 {
			DATA(at+8*lane, U64(v))
		}
	}
	return c.table.Offset(at)
}

func (c *constants) float(v float64) Mem { return c.bits(math.Float64bits(v)) }

// taylor are ±1/k! for k from last down to first by step, the signs alternating for
// sign = −1, where that of k is positive for an even k/2.
func taylor(last, first, step int, sign float64) []float64 {
	var out []float64
	for k := last; k >= first; k -= step {
		f := new(big.Float).SetInt(new(big.Int).MulRange(1, int64(k)))
		v, _ := f.Quo(big.NewFloat(math.Pow(sign, float64(k/2))), f).Float64()
		out = append(out, v)
	}
	return out
}

const (
	ln2 = "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754200148102"
	pi  = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651"
)

// pieces are doubles whose sum is the number divided by divisor: each is what is
// left of it, to the given number of bits.
func pieces(number string, divisor float64, bits ...uint) []float64 {
	x, _, err := big.ParseFloat(number, 10, 300, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	x.Quo(x, big.NewFloat(divisor))
	out := make([]float64, len(bits))
	for i, b := range bits {
		out[i], _ = new(big.Float).SetPrec(b).Set(x).Float64()
		x.Sub(x, big.NewFloat(out[i]))
	}
	return out
}

// inverse is 1/x of a number, times factor, as the nearest double.
func inverse(number string, factor float64) float64 {
	x, _, err := big.ParseFloat(number, 10, 300, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	v, _ := x.Quo(big.NewFloat(factor), x).Float64()
	return v
}
