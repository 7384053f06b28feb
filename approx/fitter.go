package approx

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// method completes a description: fitters come with their defaults, and memory is what one
// takes on n rows of d coordinates.
func method[F any, P interface {
	*F
	model.Fitter
}](m model.Method, memory func(f P, n, d int) model.Memory) model.Method {
	m.New = func() model.Fitter { return defaults(P(new(F))) }
	m.Memory = func(f model.Fitter, n, d int) model.Memory { return memory(f.(P), n, d) }
	return m
}

// choice is a parameter of a method's own: one of some choices, the first by default.
func choice(name string, v *int, doc string, choices ...string) model.Param {
	return model.Param{Name: name, Symbol: name, Group: model.GroupMethod, Doc: doc,
		Max: float64(len(choices) - 1), Choices: choices, Int: v}
}

// clamped are m, at most n, and a truncation's rank, at most m, 0 for none; with warnings.
func clamped(m, rank, n int) (int, int, []string) {
	var warnings []string
	m = atMost("m", m, n, "n", &warnings)
	rank = truncation(rank, m, &warnings)
	return m, rank, warnings
}

// entriesOf reads K[rows, cols], which must be finite.
func entriesOf(ctx context.Context, g *model.Gram, rows, cols []int) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := mat.NewDense(len(rows), len(cols), nil)
	g.Block(k, rows, cols)
	return k, checkFinite(k)
}
