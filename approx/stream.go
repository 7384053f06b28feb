package approx

import (
	"context"
	"math/rand/v2"
	"slices"

	"gramscope/model"
)

// watch tells a visitor what each step leaves. Without one it only counts.
type watch struct {
	g     *model.Gram
	visit func(model.StreamStep) error // nil: nobody watches
	steps int
}

// tell completes the step with what is held after it, in copies, and returns its
// number. dimension is d̃, not asked for where nobody watches.
func (w *watch) tell(step model.StreamStep, kept *packed, ridge float64, dimension func() float64) (node int, err error) {
	node = w.steps
	w.steps++
	if w.visit == nil {
		return node, nil
	}
	d := kept.dictionary()
	step.Node, step.Came = node, slices.Clone(step.Came)
	step.Dictionary = model.Dictionary{Index: d.index, Copies: slices.Clone(kept.copies), Weight: d.weight}
	step.Ridge, step.DEff, step.Entries = ridge, dimension(), w.g.Entries()
	return node, w.visit(step)
}

// chunked is a dictionary that takes points in chunk by chunk: squeak's and
// ink-estimate's.
type chunked interface {
	feed(chunk []int) error
	held() (kept *packed, ridge float64)
	dimension() float64 // d̃ of the points seen, between two chunks
}

// leastChunk is how many points come in at once at least.
const leastChunk = 32

// onePass feeds all points, in random order and in chunks as large as the
// dictionary, at least leastChunk, and tells what each leaves.
func onePass(ctx context.Context, g *model.Gram, rng *rand.Rand, s chunked, visit func(model.StreamStep) error) error {
	w := watch{g: g, visit: visit}
	order := rng.Perm(g.N())
	kept, _ := s.held()
	var from []int
	for seen := 0; seen < len(order); {
		if err := ctx.Err(); err != nil {
			return err
		}
		chunk := order[seen:min(len(order), seen+max(leastChunk, len(kept.index)))]
		if err := s.feed(chunk); err != nil {
			return err
		}
		seen += len(chunk)
		var ridge float64
		kept, ridge = s.held()
		node, err := w.tell(model.StreamStep{From: from, Came: chunk, Seen: seen}, kept, ridge, s.dimension)
		if err != nil {
			return err
		}
		from = []int{node}
	}
	return nil
}

// tellLeaves tells of the leaves of a merge tree, which have not been thinned.
func (w *watch) tellLeaves(leaves []branch) error {
	for j := range leaves {
		b := &leaves[j]
		if err := w.tellBranch(b, model.StreamStep{Came: b.kept.index}); err != nil {
			return err
		}
	}
	return nil
}

// tellMerges tells of the merges that made a level of that below.
func (w *watch) tellMerges(height int, below, level []branch) error {
	for j := range len(below) / 2 {
		from := []int{below[2*j].node, below[2*j+1].node}
		if err := w.tellBranch(&level[j], model.StreamStep{Level: height, From: from}); err != nil {
			return err
		}
	}
	return nil
}

func (w *watch) tellBranch(b *branch, step model.StreamStep) (err error) {
	step.Seen = b.seen
	b.node, err = w.tell(step, b.kept, b.ridge, func() float64 { return b.dimension(w.g) })
	return err
}
