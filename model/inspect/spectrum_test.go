package inspect

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// undrawn is a source whose rows can't be drawn.
type undrawn struct{ data.Source }

var errUndrawn = errors.New("no rows")

func (undrawn) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) {
	return nil, nil, errUndrawn
}

// TestSpectraFail: figures of K and K̃ have the error of the rows, and that of what is computed from a stored matrix.
func TestSpectraFail(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		source data.Source
		want   error
	}{
		{t.Context(), undrawn{generator(t, "bimodal")}, errUndrawn}, {stopped, generator(t, "bimodal"), context.Canceled},
	} {
		s := sweep.DefaultSpec(40)
		s.Methods, s.Figures = []string{"nystrom"}, sweep.Figures{}
		s.Assignment = s.WithAll(model.Values{"gamma": 1, "m": 5})
		p, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(c.source))
		if err != nil {
			t.Fatal(err)
		}
		cell := p.Cells[0]
		_, _ = p.MatrixWithPairs(t.Context(), cell) // stored, if there are rows
		for name, of := range map[string]func(context.Context, *sweep.Plan, trial.Setting) ([]float64, error){
			"coherences": Coherences, "eigenvalues of K̃": ApproximateEigenvalues,
			"leverage scores": func(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
				return LeverageScores(ctx, p, s, 0.1)
			},
			"eigenvalues": func(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
				return Eigenvalues(ctx, p, s, 10)
			},
			"degrees": func(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
				effective, _, err := Degrees(ctx, p, s, []float64{0.1, 1})
				return effective, err
			},
			"d_eff": func(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
				v, err := EffectiveDimension(ctx, p, s, 0.1)
				return []float64{v}, err
			},
			"stable rank": func(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
				v, err := StableRank(ctx, p, s, 1)
				return []float64{v}, err
			},
		} {
			if list, err := of(c.ctx, p, cell); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, %v, want %v", name, list, err, c.want)
			}
		}
	}
}

// TestEigenvaluesOfAConditionsM: where m follows from a condition, eigenvalues are those of the m that meets it, on
// whatever condition the store has worked before.
func TestEigenvaluesOfAConditionsM(t *testing.T) {
	store := sweep.NewStore(generator(t, "bimodal"))
	for _, bound := range []string{"0.3", "0.03"} {
		s := sweep.DefaultSpec(100)
		s.Methods, s.Figures, s.Assignment = []string{"nystrom"}, sweep.Figures{}, s.WithAll(model.Values{"gamma": 1})
		s.Assignment = s.Conditional(trial.Condition{Figure: "error", Sign: "<=", Bound: bound})
		p, err := sweep.Prepare(s, approx.Methods(), store)
		if err != nil {
			t.Fatal(err)
		}
		values, err := ApproximateEigenvalues(t.Context(), p, p.Cells[0])
		if err != nil {
			t.Fatal(err)
		}
		rows, err := Landmarks(t.Context(), p, p.Cells[0])
		if err != nil || len(values) != len(rows) {
			t.Errorf("error <= %s: %d eigenvalues, and %d landmarks (%v)", bound, len(values), len(rows), err)
		}
	}
}
