package data

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// filesOfBlocks are files of some blocks of rows: numbers beside texts, few entries, and
// arrays in both orders.
func filesOfBlocks(t *testing.T) map[string]*File {
	const n = 3*1024 + 17
	rng := rand.New(rand.NewPCG(5, 5))
	var table, few strings.Builder
	block := make([]byte, 0, 8*3*n)
	for i := range n {
		fmt.Fprintf(&table, "%d,%s,%g,%s\n", rng.IntN(9), []string{"u", "v", "w"}[rng.IntN(3)], float64(rng.IntN(50))/8,
			[]string{"yes", "no"}[rng.IntN(2)])
		fmt.Fprintf(&few, "%d", i)
		for j := 1; j <= 5; j++ {
			if rng.IntN(4) == 0 {
				fmt.Fprintf(&few, " %d:%d", j, 1+rng.IntN(2))
			}
		}
		few.WriteString("\n")
		for range 3 {
			block = binary.LittleEndian.AppendUint64(block, math.Float64bits(rng.NormFloat64()))
		}
	}
	array := string(npy("<f8", fmt.Sprintf("(%d, 3)", n), block))
	files := map[string]*File{}
	for name, text := range map[string]string{
		"CSV": table.String(), "gaps": "a,b,c,d\n" + table.String() + ",u,1,no\n2,v,,no\n", "LIBSVM": few.String(),
		"npy": array, "npy by columns": strings.Replace(array, "False", "True ", 1),
	} {
		file, err := load([]byte(text), name, Options{}, Choice{DropMissing: true})
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	return files
}

// TestSetHoldsTheRows: whatever rows are copied, in whatever order, each entry is
// that of its cell.
func TestSetHoldsTheRows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for name, f := range filesOfBlocks(t) {
		order := rand.New(rand.NewPCG(9, 9)).Perm(f.Table.Rows)
		for _, count := range []int{1, 2, 1000, f.Table.Rows} {
			rows := make([]int32, count)
			for i := range rows {
				rows[i] = int32(order[i])
			}
			set := f.set(rows)
			for i, row := range rows {
				for j, feature := range f.features() {
					want := feature.cells.at(int(row))
					if feature.code >= 0 {
						want = indicator(want == float64(feature.code))
					}
					if got := set.X.At(i, j); math.Float64bits(got) != math.Float64bits(want) {
						t.Fatalf("%s, %d rows: %v in row %d, column %d, want %v", name, count, got, row, j, want)
					}
				}
				if got, want := set.Y[i], f.values.at(int(row)); math.Float64bits(got) != math.Float64bits(want) {
					t.Fatalf("%s, %d rows: target %v in row %d, want %v", name, count, got, row, want)
				}
			}
		}
	}
}

// TestDescribeManyRows: problems over all rows are those of the set of all rows, and
// do not depend on the number of processors.
func TestDescribeManyRows(t *testing.T) {
	repeated := 0
	for name, f := range filesOfBlocks(t) {
		want := strings.Join(toldNotes(problemsOf(drawAll(t, f))), "\n")
		for _, processors := range []int{1, 3} {
			before := runtime.GOMAXPROCS(processors)
			if got := strings.Join(toldNotes(f.Describe().Problems), "\n"); got != want {
				t.Errorf("%s, %d processors: problems\n%s\nof the set\n%s", name, processors, got, want)
			}
			runtime.GOMAXPROCS(before)
		}
		if strings.Contains(want, "rows that repeat") {
			repeated++
		}
	}
	if repeated == 0 {
		t.Error("no file has rows that repeat")
	}
}

// TestScalingIsByPowersOfTwo: figures are to the last bit those of plain formulas on
// values that math.Ldexp has brought near 1, at any scale.
func TestScalingIsByPowersOfTwo(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	rng := seeded(4)
	scales := []float64{1, 1e-300, 1e300, 5e-324, 1e-310, 8e307, 3e-5, 1e17}
	const n = 50
	x := mat.NewDense(n, len(scales), nil)
	x.Apply(func(_, j int, _ float64) float64 { return scales[j] * (math.Floor(1000*(2*rng.Float64()-1)) / 1000) }, x)
	columns := make([]string, len(scales))
	set := &Set{X: x, Columns: columns}
	before := mat.DenseCopyOf(x)
	scaling, _ := NewScaling(set)
	scaling.Apply(x)
	for j := range scales {
		column := mat.Col(nil, j, before)
		largest := 0.0
		for _, v := range column {
			largest = max(largest, math.Abs(v))
		}
		_, exponent := math.Frexp(largest)
		var mean, squares float64
		for _, v := range column {
			mean += math.Ldexp(v, -exponent)
		}
		mean /= n
		for _, v := range column {
			centred := math.Ldexp(v, -exponent) - mean
			squares += centred * centred
		}
		deviation := max(math.Ldexp(math.Sqrt(squares/n), exponent), math.SmallestNonzeroFloat64)
		mean = math.Ldexp(mean, exponent)
		if scaling.Mean[j] != mean || scaling.Deviation[j] != deviation {
			t.Errorf("scale %g: mean %g and deviation %g, want %g and %g", scales[j], scaling.Mean[j], scaling.Deviation[j],
				mean, deviation)
		}
		_, exponent = math.Frexp(max(math.Abs(mean), deviation))
		exponent += 2
		for i, v := range column {
			if want := (math.Ldexp(v, -exponent) - math.Ldexp(mean, -exponent)) / math.Ldexp(deviation, -exponent); x.At(i,
				j) != want {
				t.Fatalf("scale %g: %g becomes %g, want %g", scales[j], v, x.At(i, j), want)
			}
		}
	}
}

// TestParallelRaisesPanics: a panic in one range is one in the caller, who can recover.
func TestParallelRaisesPanics(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	defer func() {
		if broken := recover(); broken != "data: broken" {
			t.Errorf("recovered %v", broken)
		}
	}()
	parallel(4, func(lo, _ int) {
		if lo == 2 {
			panic("data: broken")
		}
	})
	t.Error("it goes on")
}
