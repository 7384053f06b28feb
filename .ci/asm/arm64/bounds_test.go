package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// core is what is published of a processor: how many instructions it takes a cycle, how many pipelines it
// has for vectors of two float64, how many such vectors it loads, and loads and stores together, a cycle,
// and after how many cycles a multiply-add can follow that to whose result it adds.
type core struct {
	name                                    string
	instructions, pipes, loads, both, chain int
}

// The widths of Neoverse N1 (those of Cortex-A76), V1 and V2 are from ARM's software optimisation guides,
// those of Apple's M1 from measurements of its large cores (Dougall Johnson's, Anandtech's).
var cores = []core{
	{"Apple M1", 8, 4, 3, 4, 4},
	{"Neoverse N1", 4, 2, 2, 2, 2},
	{"Neoverse V1, V2", 8, 4, 3, 3, 2},
}

// loop counts what one turn of an inner loop takes. Loads and stores are those of vectors, of which an
// instruction may have two; others are all instructions on vectors but multiply-adds, and of those
// operations are on float64.
type loop struct {
	function                                 string
	entries                                  int // by which its first pointer moves
	instructions, loads, stores, fused       int
	others, operations, divisions, chainedBy int
}

// flops are the floating-point operations of a turn.
func (l loop) flops() int { return lanes * (2*l.fused + l.operations) }

// bound is the least number of cycles of a turn, for which the divisions count as other operations.
func (l loop) bound(c core) float64 {
	share := func(n, width int) float64 { return float64(n) / float64(width) }
	return max(share(l.instructions, c.instructions), share(l.fused+l.others, c.pipes),
		share(l.loads, c.loads), share(l.loads+l.stores, c.both), float64(l.chainedBy*c.chain))
}

var (
	vectorPair = regexp.MustCompile(`^q\d+, q\d+`)
	vectorOne  = regexp.MustCompile(`^q\d+`)
	onVectors  = regexp.MustCompile(`^v\d+\.`)
	pointer    = regexp.MustCompile(`^x\d+, x\d+, #(0x[0-9a-f]+)$`)
)

func count(function string, body []instruction) loop {
	l := loop{function: function, instructions: len(body)}
	chains, loaded := map[string]int{}, map[string]bool{}
	for _, in := range body {
		name, operands := in.name(), in.operands()
		number := 0
		switch {
		case vectorPair.MatchString(operands):
			number = 2
		case vectorOne.MatchString(operands):
			number = 1
		}
		switch {
		case number > 0 && name[:2] == "ld":
			l.loads += number
			for _, q := range strings.Split(operands, ", ")[:number] {
				loaded["v"+q[1:]+".2d"] = true
			}
		case number > 0:
			l.stores += number
		case name == "fmla" || name == "fmls":
			l.fused++
			sum, _, _ := strings.Cut(operands, ",")
			chains[sum]++
		case onVectors.MatchString(operands):
			l.others++
			sum, _, _ := strings.Cut(operands, ",")
			loaded[sum] = true // a chain starts anew
			if name[0] == 'f' && name != "fcvtzs" {
				l.operations++
			}
			if name == "fdiv" || name == "fsqrt" {
				l.divisions++
			}
		case name == "add" && l.entries == 0 && pointer.MatchString(operands):
			_, _ = fmt.Sscanf(pointer.FindStringSubmatch(operands)[1], "0x%x", &l.entries)
			l.entries /= 8
		}
	}
	for sum, n := range chains {
		if !loaded[sum] {
			l.chainedBy = max(l.chainedBy, n)
		}
	}
	return l
}

// inner returns the inner loop of each function on the largest number of registers: the first that has no
// loop within.
func inner(t *testing.T) map[string]loop {
	loops := map[string]loop{}
	for function, list := range disassemble(t) {
		for at, in := range list {
			if in.branch < 0 {
				loops[function] = count(function, list[at+in.branch:at+1])
				break
			}
		}
	}
	return loops
}

// TestBounds compares the table of counts and bounds with testdata/bounds.golden, and checks what must hold
// of the product.
func TestBounds(t *testing.T) {
	const golden = "testdata/bounds.golden"
	loops := inner(t)
	var table strings.Builder
	fmt.Fprintf(&table, "%-14s %7s %5s %5s %6s %6s %6s %4s", "loop", "entries", "instr", "loads", "stores", "fused",
		"others", "div")
	for _, c := range cores {
		fmt.Fprintf(&table, " | %-25s", c.name)
	}
	table.WriteString("\n")
	var names []string
	for name := range loops {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		l := loops[name]
		fmt.Fprintf(&table, "%-14s %7d %5d %5d %6d %6d %6d %4d", strings.TrimSuffix(name, "NEON"), l.entries, l.instructions,
			l.loads, l.stores, l.fused, l.others, l.divisions)
		for _, c := range cores {
			cycles := l.bound(c)
			flops, peak := float64(l.flops())/cycles, float64(2*lanes*c.pipes)
			fmt.Fprintf(&table, " | %5.1f cyc %4.1f flops %3.0f %%", cycles, flops, 100*flops/peak)
		}
		table.WriteString("\n")
	}
	t.Logf("cycles a turn at least, floating-point operations a cycle and their share of the peak at most:\n%s",
		table.String())
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if table.String() != string(want) {
		t.Errorf("the table is not that of %s; go test ./arm64 -update writes it", golden)
	}
	tile := loops["tileNEON"]
	if 3*tile.fused < 2*tile.instructions {
		t.Errorf("%d of %d instructions of the product's inner loop are multiply-adds, fewer than two thirds", tile.fused,
			tile.instructions)
	}
	for _, c := range cores {
		if busy := float64(tile.fused) / float64(c.pipes); tile.bound(c) > busy {
			t.Errorf("%s: the product is bound by %v cycles, not by its multiply-adds' %v", c.name, tile.bound(c), busy)
		}
	}
}
