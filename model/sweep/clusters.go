package sweep

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Clusters divide the rows of a cell by k-means, for a picture: those without
// rows are left out. They are read only.
type Clusters struct {
	Owner []int // the cluster of each row
	Order []int // the rows, cluster by cluster, each from its centre outwards
	Sizes []int // rows of each cluster, in the order of Order; Σ = n
}

// Smallest is the cluster with the fewest rows, the first of equals.
func (c *Clusters) Smallest() int {
	least := 0
	for s, size := range c.Sizes {
		if size < c.Sizes[least] {
			least = s
		}
	}
	return least
}

// Clusters are k-means clusters of the rows of a cell, count of them, or n where
// that is less. A method with a parameter `clusters` begins with k-means, too, and
// is given its own draws, so that it is seen with the clusters it has; for the
// others they depend on seed and repetition only. The first cluster is the
// largest one, and the next is always that whose centre is nearest to the one
// before, so that neighbours stand together.
func (p *Plan) Clusters(ctx context.Context, c Cell, count int) (*Clusters, error) {
	n := p.rowsOf(c)
	d, err := p.store.draw(p.drawKey(c.Rep, n))
	if err != nil {
		return nil, err
	}
	count = max(1, min(count, n))
	key := clustersKey{count: count, seed: hash("clusters", c.Rep, count)}
	if c.method.Uses("clusters") {
		key.seed = p.drawsOf(c, p.Asked(c))
	}
	d.mu.Lock()
	known := d.clusters[key]
	d.mu.Unlock()
	if known != nil {
		return known, nil
	}
	centres, owner, err := model.KMeans(ctx, d.train.X, count, rand.New(rand.NewPCG(p.Spec.Seed, key.seed)))
	if err != nil {
		return nil, err
	}
	found := inOrderOf(d.train.X, centres, owner)
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.clusters) >= keptClusters {
		clear(d.clusters)
	}
	d.clusters[key] = found
	return found, nil
}

// keptClusters is how many clusterings of one draw are remembered.
const keptClusters = 32

type clustersKey struct {
	count int
	seed  uint64
}

// inOrderOf numbers the clusters and puts the rows in order.
func inOrderOf(x, centres *mat.Dense, owner []int) *Clusters {
	count, _ := centres.Dims()
	sizes := make([]int, count)
	for _, s := range owner {
		sizes[s]++
	}
	number, c := make([]int, count), &Clusters{Owner: make([]int, len(owner)), Order: make([]int, len(owner))}
	for i, s := range chainOf(centres, sizes) {
		number[s] = i
		c.Sizes = append(c.Sizes, sizes[s])
	}
	far := make([]float64, len(owner))
	for i, s := range owner {
		c.Owner[i], c.Order[i] = number[s], i
		far[i] = squared(x.RawRowView(i), centres.RawRowView(s))
	}
	slices.SortStableFunc(c.Order, func(i, j int) int {
		return cmp.Or(cmp.Compare(c.Owner[i], c.Owner[j]), cmp.Compare(far[i], far[j]))
	})
	return c
}

// chainOf lists the clusters that have rows.
func chainOf(centres *mat.Dense, sizes []int) []int {
	var chain, left []int
	for s, size := range sizes {
		if size > 0 {
			left = append(left, s)
		}
	}
	for len(left) > 0 {
		best := 0
		for k := range left {
			switch {
			case len(chain) == 0 && sizes[left[k]] > sizes[left[best]],
				len(chain) > 0 && squared(centres.RawRowView(left[k]), centres.RawRowView(chain[len(chain)-1])) <
					squared(centres.RawRowView(left[best]), centres.RawRowView(chain[len(chain)-1])):
				best = k
			}
		}
		chain = append(chain, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return chain
}

func squared(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return sum
}
