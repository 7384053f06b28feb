package approx

import (
	"context"
	"math/rand/v2"
	"slices"

	"gramscope/model"
)

// reporter calls a visitor after each step. Without a visitor it only counts the steps.
type reporter struct {
	g     *model.Gram
	visit func(model.StreamStep) error // nil for no visitor
	steps int
}

// report completes step with its number and copies of the dictionary's state, calls the visitor, and
// returns the number. dimension computes d̃, which only a visitor needs.
func (w *reporter) report(step model.StreamStep, kept *packed, ridge float64, dimension func() float64) (int, error) {
	node := w.steps
	w.steps++
	if w.visit == nil {
		return node, nil
	}
	d := kept.dictionary()
	step.Node, step.Arrived = node, slices.Clone(step.Arrived)
	step.Dictionary = model.Dictionary{Index: d.index, Copies: slices.Clone(kept.copies), Weight: d.weight}
	step.Ridge, step.DEff, step.Entries = ridge, dimension(), w.g.Entries()
	return node, w.visit(step)
}

// pass is the state of squeak or of ink-estimate, which read points chunk by chunk.
type pass struct {
	g     *model.Gram
	rng   *rand.Rand
	size  *sizing
	ridge float64
	kept  *packed
}

// minChunk is the minimum number of points in a chunk.
const minChunk = 32

// over feeds all points, in random order and in chunks as large as the dictionary, at least minChunk, and reports the
// state after each chunk; dimension returns d̃ of the points seen.
func (p *pass) over(ctx context.Context, feed func(chunk []int) error, dimension func() float64,
	visit func(model.StreamStep) error) error {
	w := reporter{g: p.g, visit: visit}
	order := p.rng.Perm(p.g.N())
	var from []int
	for seen := 0; seen < len(order); {
		if err := ctx.Err(); err != nil {
			return err
		}
		chunk := order[seen:min(len(order), seen+max(minChunk, len(p.kept.index)))]
		if err := feed(chunk); err != nil {
			return err
		}
		seen += len(chunk)
		node, err := w.report(model.StreamStep{From: from, Arrived: chunk, Seen: seen}, p.kept, p.ridge, dimension)
		if err != nil {
			return err
		}
		from = []int{node}
	}
	return nil
}

// reportLevel reports the nodes of one level of a merge tree. Those at height 0 are the leaves, which
// have not been thinned; the others are merges of the level below.
func (w *reporter) reportLevel(height int, below, level []branch) (err error) {
	for j := range level {
		b := &level[j]
		step := model.StreamStep{Level: height, Seen: b.seen}
		switch {
		case height == 0:
			step.Arrived = b.kept.index
		case 2*j+1 < len(below):
			step.From = []int{below[2*j].node, below[2*j+1].node}
		default: // the last of an odd number, which is not merged
			continue
		}
		if b.node, err = w.report(step, b.kept, b.ridge, func() float64 { return b.dimension(w.g) }); err != nil {
			return err
		}
	}
	return nil
}
