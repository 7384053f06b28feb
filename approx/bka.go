package approx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/cluster"
)

// BKA holds the kernel within each of c = Clusters groups exactly and is zero between them. It is positive
// semi-definite, K for c = 1 and the diagonal of K for c = n, and ‖K−K̃‖_F² = ‖K‖_F² − Σ_s ‖K_s‖_F². It has no m.
// Solving costs O(Σn_s³). For points without coordinates it reads some columns more, see [cluster.SpaceOf].
type BKA struct {
	Clusters int // c ≥ 1; clamped to n
}

func bka() model.Method {
	return method(model.Method{
		Name: "bka",
		Doc: "block kernel approximation: exact within clusters\n\n" +
			"K̃ = diag(K₁…K_c) for c clusters of k-means, zero between them.\n\n" +
			"Use it where the kernel is narrow against the distances between clusters, so that K is nearly block diagonal and " +
			"of high rank: there low-rank methods fail. For wide kernels it drops most of K, and its error does not fall with " +
			"any budget. It stores Σn_s² numbers, so few or unequal clusters are expensive.",
		Family:   model.Blocks,
		When:     "for narrow kernels on clustered points, where every low rank is flat",
		Ref:      "Si, Hsieh and Dhillon, ICML 2014; JMLR 18(20), 2017, section 3",
		Cost:     "Σn_s²",
		Exceeds:  true,
		Clusters: true,
	}, func(f *BKA, n, d int) model.Memory { // as for clusters of equal size, plus a quarter
		c := min(f.Clusters, n)
		numbers := float64(n) * float64(n) * min(1, 1.25/float64(c))
		return blocksMemory(n, c, int64(numbers), cluster.Memory(n, d, c))
	})
}

func (f *BKA) Params() []model.Param { return []model.Param{model.Clusters(&f.Clusters)} }

func (f *BKA) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(bka(), f, g, rng)
	var warnings []string
	c := atMost("clusters", f.Clusters, g.N(), "n", &warnings)
	members, _, space, err := clustered(ctx, g, c, rng, &warnings)
	if err != nil {
		return nil, err
	}
	numbers, largest := int64(0), 0
	for _, rows := range members {
		numbers, largest = numbers+int64(len(rows))*int64(len(rows)), max(largest, len(rows))
	}
	reason := fmt.Sprintf("in %d clusters, the largest of %d rows,", len(members), largest)
	remedies := remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Raise, "clusters"))
	if err := g.Afford(blocksMemory(g.N(), len(members), numbers, 0), reason, remedies); err != nil {
		return nil, err
	}
	a, err := blocksOn(ctx, g, members, warnings)
	if err == nil {
		a.(*form.Blocks).Within(space.X, space.From)
	}
	return a, err
}

// blocksMemory estimates the memory of c blocks with numbers entries in total. Blocks are decomposed,
// and their ranks computed, in copies, one per core at a time. start is the peak before they are read.
func blocksMemory(n, c int, numbers, start int64) model.Memory {
	all := 8 * numbers
	some := all * int64(min(c, runtime.GOMAXPROCS(0))) / int64(c)
	return model.Memory{
		Fit: max(start, all+some), Stored: all, Pairs: all, Decompose: 2*all + some,
		Point: form.Bytes(1, 2*n+3*n/c), Coordinates: form.Bytes(1, n),
	}
}

// groups lists the rows of each owner, ascending, without empty groups.
func groups(owner []int, c int) [][]int {
	all := make([][]int, c)
	for i, s := range owner {
		all[s] = append(all[s], i)
	}
	return slices.DeleteFunc(all, func(rows []int) bool { return len(rows) == 0 })
}

// blocksOn returns the approximation for a given partition of the rows.
func blocksOn(ctx context.Context, g *model.Gram, members [][]int, warnings []string) (model.Approximation, error) {
	var block []*mat.Dense
	for _, rows := range members {
		k, err := form.Entries(ctx, g, rows, rows)
		if err != nil {
			return nil, err
		}
		block = append(block, k)
	}
	return form.NewBlocks(g, members, block, warnings), nil
}
