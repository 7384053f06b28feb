package fitted

import (
	"errors"
	"fmt"
	"slices"

	"gramscope/model/learn"
)

// Equations are the normal equations of a ridge regression on landmarks, to which rows can be added; see
// [learn.Growing]. The mean of the targets is the model's offset.
type Equations struct {
	Rows    int         `json:"rows"`
	Map     [][]float64 `json:"map"`     // B, m×q, by rows: the features are k(z, landmarks)·B
	Gram    [][]float64 `json:"gram"`    // ΦᵀΦ: row i of the lower triangle has i+1 numbers
	Right   []float64   `json:"right"`   // Φᵀ(y−ȳ), q
	Ones    []float64   `json:"ones"`    // Φᵀ1, q
	Squares float64     `json:"squares"` // Σ(y−ȳ)²
}

// NewEquations returns the equations as a file holds them.
func NewEquations(g *learn.Growing) *Equations {
	e := &Equations{Rows: g.Rows, Map: rowsOf(g.Map), Right: slices.Clone(g.Right), Ones: slices.Clone(g.Ones), Squares: g.Squares}
	for i := range g.Right {
		row := make([]float64, i+1)
		for j := range row {
			row[j] = g.Gram.At(i, j)
		}
		e.Gram = append(e.Gram, row)
	}
	return e
}

// growing returns a copy that rows can be added to, for targets with that mean.
func (e *Equations) growing(mean float64) (*learn.Growing, error) {
	by, err := matrix("map", e.Map)
	if err != nil {
		return nil, err
	}
	g := learn.NewGrowing(by)
	g.Rows, g.Mean, g.Squares = e.Rows, mean, e.Squares
	copy(g.Right, e.Right)
	copy(g.Ones, e.Ones)
	for i, row := range e.Gram {
		for j, v := range row {
			g.Gram.SetSym(i, j, v)
		}
	}
	return g, nil
}

// checkEquations returns an error if the model has Equations that no rows can be added to.
func (m *Model) checkEquations() error {
	e := m.Equations
	if e == nil {
		return nil
	}
	if m.NoEquations() != "" || m.Mu < 0 || m.Spread != nil && m.Spread.Rule != RuleDTC {
		return errors.New("normal equations of a model that is not a ridge regression on landmarks")
	}
	by, err := matrix("map", e.Map)
	if err != nil {
		return err
	}
	count, q := m.Predictor.Parts[0].Landmarks.RawMatrix().Rows, len(e.Right)
	if by == nil || by.RawMatrix().Rows != count || q == 0 || len(e.Ones) != q || len(e.Gram) != q {
		return fmt.Errorf("normal equations of %d landmarks with %d features, not %d landmarks", len(e.Map), q, count)
	}
	if e.Rows < 1 || !(e.Squares >= 0) {
		return fmt.Errorf("normal equations of %d rows with the squares %v", e.Rows, e.Squares)
	}
	if err := errors.Join(shaped("map", by, count, q), finite("right sides", e.Right), finite("sums of features", append(slices.Clone(e.Ones), e.Squares))); err != nil {
		return err
	}
	for i, row := range e.Gram {
		if len(row) != i+1 || !(row[i] >= 0) {
			return fmt.Errorf("row %d of the normal equations has %d numbers, or a negative one on the diagonal", i+1, len(row))
		}
		if err := finite(fmt.Sprintf("normal equations, row %d", i+1), row); err != nil {
			return err
		}
	}
	return nil
}

// NoEquations returns the reason why a model can't have normal equations that rows are added to, or "".
func (m *Model) NoEquations() string {
	p := m.Predictor
	switch {
	case m.Learner != Ridge:
		return "it classifies, and only a ridge regression has normal equations"
	case m.Matrix > 0:
		return "it is on a kernel matrix, whose rows have no coordinates"
	case p.Centres != nil || len(p.Parts) != 1 || p.Parts[0].Landmarks == nil:
		return m.Method + " gave no features of landmarks"
	case m.Method == RuleExact:
		return "exact regression has every row for a landmark"
	}
	return ""
}
