package inspect

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// streamExactLimit is the largest number of points for which a frame has exact figures.
const streamExactLimit = 1500

// exactFrames is the maximum number of frames with exact figures: of a single pass, and of each level of a merge tree.
const exactFrames = 25

// Frame is one step of a method that works step by step, to be shown on a screen. It shares no data with the method.
type Frame struct {
	Step model.StreamStep

	// Exact is the accuracy of the dictionary on the points that it represents, at the current
	// ridge; nil if it is not computed, see Stream. The ε of GammaOK is the method's parameter.
	Exact *exact.DictionaryAccuracy

	// Bound is 3·q̄·d_eff(γₛ), the bound of the number of copies, see [exact.SqueakColumns]. It is a theorem about
	// SQUEAK and DISQUEAK for a q̄ far above usual ones, and only a comparison for INK-ESTIMATE, whose copies are
	// limited by its slots. It is NaN if Exact is nil, or if the method has no q̄.
	Bound float64
}

// Streamers returns the names of the methods that Stream can run.
func Streamers(methods []model.Method) []string {
	return model.NamesOf(methods, func(m model.Method) bool {
		_, streams := m.New().(model.Streamer)
		return streams
	})
}

// Stream runs a cell's method, which must be a [model.Streamer], and calls emit with a frame for every step, in order
// and from the calling goroutine. The draws are those of the cell's run: the last dictionary is the run's before it is
// filled up, and frames depend only on the seed and the cell. Stream panics for a method without steps, see Streamers.
//
// A frame has exact figures if it represents at most [streamExactLimit] points (fewer if Spec.MaxMemory does
// not allow 5·8·t² bytes for t points), and is one of 25 spread evenly over a pass up to that limit, or one
// of the first 25 of its level of a merge tree. Exact figures cost at most O(t³), and less for a K of low
// rank; other frames cost a factorisation of the dictionary.
//
// ctx is checked before every step and within the exact figures. When it has ended, Stream returns its
// error and calls emit no more.
func Stream(ctx context.Context, p *sweep.Plan, s trial.Setting, emit func(Frame)) error {
	s, err := p.Resolved(ctx, s)
	if err != nil {
		return err
	}
	fitter, ok := s.Fitter().(model.Streamer)
	if !ok {
		panic("inspect: " + s.Method.Name + " does not build a dictionary step by step")
	}
	rows, err := p.Rows(s)
	if err != nil {
		return err
	}
	g := rows.Gram(s.Kernel)
	j, err := newJudge(s, g, p.MemoryLeft(s))
	if err != nil {
		return err
	}
	_, err = fitter.Stream(ctx, g.View(), s.Generator(), func(step model.StreamStep) error {
		f, err := j.frame(ctx, step)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		emit(f)
		return nil
	})
	return err
}

// judge computes the exact figures of steps.
type judge struct {
	gram          *model.Gram // a separate view, so that its reads do not count as the method's
	epsilon, qbar float64     // qbar is NaN if the method has none
	draw          trial.Draw
	limit         int // maximum number of points for exact figures

	rows    map[int][]int // that a dictionary represents, by node: of nodes within the limit that are not merged yet
	arrived int           // number of points so far
	judged  map[int]int   // number of frames with exact figures, by level
}

func newJudge(s trial.Setting, g *model.Gram, memory int64) (*judge, error) {
	j := &judge{gram: g.View(), draw: s.Draw, rows: map[int][]int{}, judged: map[int]int{}}
	j.epsilon = cmp.Or(s.Params[model.EpsilonName], model.Epsilon(nil).Default) // Params has 0 for none
	j.qbar = cmp.Or(s.Params[model.QBarName], math.NaN())
	j.limit = min(g.N(), streamExactLimit, int(math.Sqrt(float64(memory)/(5*8))))
	diagonal := make([]float64, g.N())
	j.gram.Diag(diagonal)
	largest := slices.Max(diagonal) // NaN if an entry is
	if !(largest > 0) || math.IsInf(largest, 0) {
		return nil, &model.DegenerateError{What: "the diagonal of the kernel matrix", Value: largest}
	}
	return j, nil
}

func (j *judge) frame(ctx context.Context, s model.StreamStep) (Frame, error) {
	f := Frame{Step: s, Bound: math.NaN()}
	rows := j.pointsOf(s)
	if !j.due(s) {
		return f, nil
	}
	rng := trial.Stream(j.draw.Seed, "accuracy", j.draw.Rep, s.Node)
	a, err := exact.AccuracyOf(ctx, j.gram, rows, s.Dictionary, s.Ridge, j.epsilon, rng)
	if singular := new(model.SingularError); errors.As(err, &singular) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.Exact = &a
	f.Bound = exact.SqueakColumns(j.qbar, a.DEff) // NaN for a NaN q̄
	return f, nil
}

// pointsOf returns the rows that a step's dictionary represents; nil above the limit.
func (j *judge) pointsOf(s model.StreamStep) []int {
	var rows []int
	for _, node := range s.From {
		rows = append(rows, j.rows[node]...)
		delete(j.rows, node)
	}
	if s.Seen > j.limit {
		return nil
	}
	rows = append(rows, s.Arrived...)
	j.rows[s.Node] = rows
	return rows
}

// due reports whether a step gets exact figures: a merge, the first step, and each step that completes
// another 24th of the points within the limit, but at most exactFrames of a level. In a tree over at most
// limit points this is every node, as leaves are larger than a 24th.
func (j *judge) due(s model.StreamStep) bool {
	const parts = exactFrames - 1
	before := j.arrived
	j.arrived += len(s.Arrived)
	switch {
	case s.Seen > j.limit || j.judged[s.Level] == exactFrames:
		return false
	case len(s.Arrived) > 0 && before > 0 && before*parts/j.limit == j.arrived*parts/j.limit:
		return false
	}
	j.judged[s.Level]++
	return true
}
