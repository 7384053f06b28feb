package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// vector is one of the registers V0 to V31, of two float64, and general one of the integer registers.
type (
	vector  int
	general int
)

func (v vector) String() string  { return fmt.Sprintf("V%d", int(v)) }
func (x general) String() string { return fmt.Sprintf("R%d", int(x)) }

// lanes is the number of float64 in a vector register.
const lanes = 2

// function is one function of the assembly while it is written. All vector registers are the function's
// own: Go's assembly functions need not save any.
type function struct {
	name, signature string
	offsets         map[string]int // of arguments and results in the frame
	size            int            // of all of them, in bytes
	text            bytes.Buffer
	free            []vector
	next            general
	labels          int
	table           []uint64 // constants, of which each is stored four times
}

// begin returns a function of the given signature. All its arguments and results have 8 bytes.
func begin(signature string) *function {
	f := &function{signature: signature, offsets: map[string]int{}}
	for v := range vector(32) {
		f.free = append(f.free, v)
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(signature, "func "), "(")
	arguments, results, _ := strings.Cut(rest, ")")
	f.name = name
	results = strings.Trim(results, " ()")
	if results == "float64" {
		results = "ret float64"
	}
	for _, part := range strings.Split(arguments+", "+results, ", ") {
		if part != "" {
			f.offsets[strings.Fields(part)[0]] = f.size
			f.size += 8
		}
	}
	return f
}

func (f *function) write(b *bytes.Buffer) {
	if len(f.table) > 0 {
		b.WriteString("\n")
		for i, bits := range f.table {
			for j := range 4 {
				fmt.Fprintf(b, "DATA %sConstants<>+%d(SB)/8, $0x%016x // %v\n", f.name, 32*i+8*j, bits, math.Float64frombits(bits))
			}
		}
		fmt.Fprintf(b, "GLOBL %sConstants<>(SB), RODATA|NOPTR, $%d\n", f.name, 32*len(f.table))
	}
	fmt.Fprintf(b, "\n// %s\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", f.signature, f.name, f.size)
	b.Write(f.text.Bytes())
}

// op writes an instruction, and word one that Go's assembler does not take.
func (f *function) op(format string, operands ...any) {
	f.text.WriteByte('\t')
	fmt.Fprintf(&f.text, format, operands...)
	f.text.WriteByte('\n')
}

func (f *function) word(w word) { f.op("WORD $0x%08x // %s", w.bits, w.text) }

func (f *function) comment(text string) { f.op("// %s", text) }

// vector takes a free register, vectors takes n, and drop gives some back.
func (f *function) vector() vector {
	v := f.free[0]
	f.free = f.free[1:]
	return v
}

func (f *function) vectors(n int) []vector {
	v := slices.Clone(f.free[:n])
	f.free = f.free[n:]
	return v
}

func (f *function) drop(v ...vector) { f.free = append(f.free, v...) }

// general takes an integer register. Those from R16 on have uses of their own.
func (f *function) general() general {
	if f.next > 15 {
		panic(f.name + " needs more integer registers than there are")
	}
	f.next++
	return f.next - 1
}

// frame is where an argument or a result is.
func (f *function) frame(name string) string {
	at, known := f.offsets[name]
	if !known {
		panic(f.name + " has no " + name)
	}
	return fmt.Sprintf("%s+%d(FP)", name, at)
}

// integer loads an integer or a pointer, entries loads a number of entries as that of bytes, and number
// loads a float64 to both parts of a register.
func (f *function) integer(name string) general {
	x := f.general()
	f.op("MOVD %s, %v", f.frame(name), x)
	return x
}

func (f *function) entries(name string) general {
	x := f.integer(name)
	f.op("LSL $3, %v, %v", x, x)
	return x
}

func (f *function) number(name string) vector {
	v := f.vector()
	f.op("FMOVD %s, F%d", f.frame(name), int(v))
	f.op("VDUP %v.D[0], %v.D2", v, v)
	return v
}

// constant is the place of a constant in the function's table. It stands there as often as a pair of
// registers has entries.
func (f *function) constant(bits uint64) int {
	at := slices.Index(f.table, bits)
	if at < 0 {
		at = len(f.table)
		f.table = append(f.table, bits)
	}
	return 4 * at
}

func (f *function) float(v float64) int { return f.constant(math.Float64bits(v)) }

// constants loads the address of the function's table.
func (f *function) constants() general {
	x := f.general()
	f.op("MOVD $%sConstants<>(SB), %v", f.name, x)
	return x
}

// load loads two entries, the i-th after base and the next one, and store stores them. fill and spill do
// so for any number of registers, with instructions for two registers at a time, and broadcast loads one
// entry to both parts.
func (f *function) load(v vector, base general, i int) { f.op("FMOVQ %d(%v), F%d", 8*i, base, int(v)) }

func (f *function) store(v vector, base general, i int) {
	f.op("FMOVQ F%d, %d(%v)", int(v), 8*i, base)
}

func (f *function) fill(v []vector, base general, i int) {
	for ; len(v) >= 2; v, i = v[2:], i+2*lanes {
		f.op("FLDPQ %d(%v), (F%d, F%d)", 8*i, base, int(v[0]), int(v[1]))
	}
	if len(v) == 1 {
		f.load(v[0], base, i)
	}
}

func (f *function) spill(v []vector, base general, i int) {
	for ; len(v) >= 2; v, i = v[2:], i+2*lanes {
		f.op("FSTPQ (F%d, F%d), %d(%v)", int(v[0]), int(v[1]), 8*i, base)
	}
	if len(v) == 1 {
		f.store(v[0], base, i)
	}
}

func (f *function) broadcast(v vector, base general, i int) {
	f.op("FMOVD %d(%v), F%d", 8*i, base, int(v))
	f.op("VDUP %v.D[0], %v.D2", v, v)
}

// label returns a name for a place in the function.
func (f *function) label(name string) string {
	f.labels++
	return fmt.Sprintf("%s%d", name, f.labels)
}

func (f *function) here(label string) { fmt.Fprintf(&f.text, "%s:\n", label) }

// loop writes body for n entries, step of them at a time, while that many are left, and moves the
// pointers on. n is the number of entries that are left then.
func (f *function) loop(n general, step int, pointers []general, body func()) {
	again, after := f.label("loop"), f.label("after")
	f.op("SUBS $%d, %v, %v", step, n, n)
	f.op("BLT %s", after)
	f.here(again)
	body()
	for _, p := range pointers {
		f.op("ADD $%d, %v, %v", 8*step, p, p)
	}
	f.op("SUBS $%d, %v, %v", step, n, n)
	f.op("BGE %s", again)
	f.here(after)
	f.op("ADD $%d, %v, %v", step, n, n)
}

// part is what a loop takes at a time: the entries of some registers, or a single one, which is in the
// lower half of a register then. What the upper half has is of no use.
type part struct {
	vectors int
	single  bool
}

func (p part) entries() int {
	if p.single {
		return 1
	}
	return p.vectors * lanes
}

// parts writes loops for n entries: for the given number of registers, for one register, and for one entry.
// Before the latter it writes what between does.
func (f *function) parts(n general, most int, pointers []general, between func(), body func(p part)) {
	for _, p := range []part{{vectors: most}, {vectors: 1}, {vectors: 1, single: true}} {
		if p.single && between != nil {
			between()
		}
		f.loop(n, p.entries(), pointers, func() { body(p) })
	}
}

// get loads a part that begins at base to new registers, and put stores it.
func (f *function) get(p part, base general) []vector {
	v := f.vectors(p.vectors)
	if p.single {
		f.op("FMOVD (%v), F%d", base, int(v[0]))
	} else {
		f.fill(v, base, 0)
	}
	return v
}

func (f *function) put(p part, v []vector, base general) {
	if p.single {
		f.op("FMOVD F%d, (%v)", int(v[0]), base)
	} else {
		f.spill(v, base, 0)
	}
}

// clear sets registers to 0, and move copies one.
func (f *function) clear(v ...vector) {
	for _, v := range v {
		f.op("VEOR %v.B16, %v.B16, %v.B16", v, v, v)
	}
}

func (f *function) move(to, from vector) { f.op("VMOV %v.B16, %v.B16", from, to) }

// fmla adds a·b to sum, rounding once, and fmls subtracts it.
func (f *function) fmla(sum, a, b vector) { f.op("VFMLA %v.D2, %v.D2, %v.D2", b, a, sum) }
func (f *function) fmls(sum, a, b vector) { f.op("VFMLS %v.D2, %v.D2, %v.D2", b, a, sum) }

// total leaves the sum of registers, two of them at a time, in the lower half of the first.
func (f *function) total(v []vector) {
	for n := len(v); n > 1; n /= 2 {
		for i := range n / 2 {
			f.word(fadd(v[i], v[i], v[i+n/2]))
		}
	}
	f.word(faddp(v[0], v[0]))
}

// answer returns from the function with numbers in the lower halves of registers.
func (f *function) answer(results map[string]vector) *function {
	for _, name := range []string{"ret", "sum", "slope"} {
		if v, ok := results[name]; ok {
			f.op("FMOVD F%d, %s", int(v), f.frame(name))
		}
	}
	return f.end()
}

func (f *function) end() *function {
	f.op("RET")
	return f
}
