package model

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dustin/go-humanize"

	"gramscope/data/remedy"
)

// Memory is the memory of a method on a problem, in bytes, without K and the points. It
// counts memory in use, not garbage that has not yet been collected.
type Memory struct {
	Fit       int64 // the maximum while Fit runs and the rank of K̃ is computed
	Stored    int64 // K̃
	Decompose int64 // the maximum during Decompose, with K̃ and its eigenpairs
	Pairs     int64 // the stored eigenpairs
	Extend    int64 // the Extension, without K̃

	// Streamed is the maximum while a map of features is fitted and a regression by normal equations passes over its
	// rows, with no factor stored: some q×q matrices, a tile and a few vectors of length n. 0 for other forms of K̃.
	Streamed int64

	// Nearby is what a regression on a [Smoother] of many rows takes for each new point. It computes products with K̃,
	// of which Streamed is the maximum, and needs neither eigenpairs nor features. 0 for other forms of K̃.
	Nearby int64

	// For each new point: its features, the numbers they are computed from, and the coordinates, which are stored.
	Point, Coordinates int64
}

const (
	codeMemory    = 18 << 20 // bytes of the executable, which the collector does not count
	runtimeMemory = 12 << 20 // bytes of the runtime itself, and of the holes in a heap after thousands of small fits
)

// ProcessMemory returns an upper bound of the resident set, in bytes, of a process with at most inUse
// bytes in use. It adds what a process takes by itself, and half as much garbage as there are bytes in
// use, as the program lets the collector run when the heap has grown by half.
func ProcessMemory(inUse int64) int64 {
	if inUse > math.MaxInt64/2 {
		return math.MaxInt64
	}
	return codeMemory + runtimeMemory + inUse + inUse/2
}

// UsableMemory returns the most bytes that may be in use in a process that may take the allowed bytes, at least 1.
// ProcessMemory of the result is at most allowed, if that is enough for the process itself.
func UsableMemory(allowed int64) int64 {
	return max(1, (allowed-codeMemory-runtimeMemory)/3*2)
}

// CollectorLimit returns the argument of debug.SetMemoryLimit for a process that may take the allowed bytes. The
// collector does not count the code, and looks at the limit only after an allocation, so that a large one may exceed it
// by a little.
func CollectorLimit(allowed int64) int64 { return max(0, allowed-codeMemory) / 16 * 15 }

// FactorLimit is the default size in bytes up to which an approximation K̃ = F·Fᵀ stores
// its factor F, 256 MiB: 500 columns of 67000 rows.
const FactorLimit = 256 << 20

// DefaultFactorLimit returns the default of SetFactorLimit for n rows: FactorLimit, or 0 above 10⁵ rows. Writing a
// larger factor into new memory takes about as long as computing its rows on demand, which a regression does twice, and
// an error once for the sampled rows.
func DefaultFactorLimit(n int) int64 {
	if n > 100_000 {
		return 0
	}
	return FactorLimit
}

// SetFactorLimit sets how many bytes a factor may take to be stored if its rows can also be computed on
// demand. A larger one is not stored.
func (g *Gram) SetFactorLimit(bytes int64) { g.factorLimit = bytes }

// FactorFits reports whether a factor of the given size is stored.
func (g *Gram) FactorFits(bytes int64) bool { return bytes <= g.factorLimit }

// Allow sets the function that Afford asks: it returns nil, or a *MemoryError for too much memory.
func (g *Gram) Allow(afford func(Memory) error) { g.afford = afford }

// Afford asks the function that Allow has set whether a fit may take the memory m. A method whose memory depends on the
// data asks as soon as it knows it, before it allocates. reason is for the *MemoryError. Remedies that lower a
// setting replace the error's, and remedies that raise one come before the error's.
func (g *Gram) Afford(m Memory, reason string, remedies remedy.List) error {
	if g.afford == nil {
		return nil
	}
	err := g.afford(m)
	if short := (*MemoryError)(nil); errors.As(err, &short) {
		lower := remedies.Those(remedy.Lower)
		if len(lower) == 0 {
			lower = short.Remedies.Those(remedy.Lower)
		}
		short.Reason = reason
		short.Remedies = lower.Or(remedies.Those(remedy.Raise)).Or(short.Remedies.Those(remedy.Raise))
	}
	return err
}

// MemoryError says that a computation would need more memory than it is allowed.
type MemoryError struct {
	Need, Allowed int64  // bytes
	N             int    // rows
	Method        string // the one that needs most, if several computations are refused together; else ""

	// Reason says why n rows need so much, if that is not obvious: "beside 90000 test rows".
	Reason   string
	Remedies remedy.List
}

func (e *MemoryError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem, and what to lower or raise.
func (e *MemoryError) Parts() (string, remedy.List) {
	rows := fmt.Sprintf("n = %d", e.N)
	if e.Method != "" {
		rows = e.Method + " at " + rows
	}
	if e.Reason != "" {
		rows += " " + e.Reason
	}
	need, allowed := Bytes(e.Need), Bytes(e.Allowed)
	if need == allowed { // three decimals mostly tell them apart
		need, allowed = humanize.SIWithDigits(float64(e.Need), 3, "B"), humanize.SIWithDigits(float64(e.Allowed), 3, "B")
	}
	most := "the " + allowed + " allowed"
	if machine, known := MachineMemory(); known && e.Allowed == machine {
		most = allowed + ", half of what is available"
	}
	return fmt.Sprintf("%s would need about %s of memory, more than %s", rows, need, most), e.Remedies
}

// Bytes writes a number of bytes for reading: 4.1 kB, 16 MB, 2 GB.
func Bytes(n int64) string { return strings.Replace(humanize.Bytes(uint64(n)), ".0 ", " ", 1) }

// UnknownMemory is the limit of MachineMemory where the system does not say how much memory is available, in bytes.
const UnknownMemory = 2_000_000_000

// MachineMemory returns half of the memory, in bytes, that was available when it was first called: a limit for a
// process that is given none. known is false if the system does not say, and the limit is then UnknownMemory.
var MachineMemory = sync.OnceValues(func() (limit int64, known bool) {
	available, known := availableMemory(os.DirFS("/"))
	if !known {
		return UnknownMemory, false
	}
	return available / 2, true
})

// availableMemory returns the bytes of MemAvailable in the files of Linux, but at most what is left of the limit of the
// process's addresses, and the limits of its control group and of those around it.
func availableMemory(root fs.FS) (bytesFree int64, known bool) {
	number := func(file, form string) (v int64, found bool) {
		text, _ := fs.ReadFile(root, file)
		if all := regexp.MustCompile(form).FindSubmatch(text); all != nil {
			v, _ = strconv.ParseInt(string(all[1]), 10, 64)
		}
		return v, v > 0
	}
	kB, known := number("proc/meminfo", `(?m)^MemAvailable:\s+(\d{1,15})\b`)
	bytesFree = kB << 10
	if most, limited := number("proc/self/limits", `(?m)^Max address space +(\d+) `); limited {
		used, _ := number("proc/self/status", `(?m)^VmSize:\s+(\d{1,15}) kB`)
		bytesFree = min(bytesFree, max(2, most-used<<10))
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for _, group := range regexp.MustCompile(`(?m)^\d+:(.*?):(/.*)$`).FindAllStringSubmatch(string(groups), -1) {
		all, file := "sys/fs/cgroup", "memory.max"
		if slices.Contains(strings.Split(group[1], ","), "memory") { // of the first version
			all, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for at := path.Join(all, path.Clean(group[2])); len(at) >= len(all); at = path.Dir(at) {
			if most, limited := number(path.Join(at, file), `^(\d+)\s*$`); limited {
				bytesFree = min(bytesFree, most)
			}
		}
	}
	return bytesFree, known
}
