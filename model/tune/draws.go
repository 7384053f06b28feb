package tune

import (
	"context"
	"maps"
	"math"
	"sync"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/trial"
)

// draws are one method's approximations of K for the experiment of Sufficient,
// each fitted once: all that is kept of one is its risk at every ridge.
type draws struct {
	s      *Sufficient
	method model.Method
	ridged bool // K̃ depends on the ridge
	most   int  // the largest m

	mu    sync.Mutex
	known map[drawKey]*drawn
}

type drawKey struct{ m, rep, ridge int } // ridge −1: the same K̃ for all

// drawn is a value that one worker computes while others wait for it.
type drawn struct {
	mu    sync.Mutex
	risks []float64 // by ridge, +Inf where K̃+μI can't be solved; nil: not computed
}

func newDraws(s *Sufficient, method model.Method) *draws {
	d := &draws{s: s, method: method, most: s.Gram.N(), known: map[drawKey]*drawn{}}
	d.ridged = d.setting(1, 1).MethodKey() != d.setting(1, 2).MethodKey()
	for _, p := range method.New().Params() {
		if p.Name == "m" {
			d.most = min(d.most, int(p.Max))
		}
	}
	return d
}

// risk is that of one draw at m and at one of the ridges.
func (d *draws) risk(ctx context.Context, m, rep, ridge int) (float64, error) {
	key, mus, at := drawKey{m, rep, -1}, d.s.Mus, ridge
	if d.ridged {
		key.ridge, mus, at = ridge, d.s.Mus[ridge:ridge+1], 0
	}
	d.mu.Lock()
	one := d.known[key]
	if one == nil {
		one = &drawn{}
		d.known[key] = one
	}
	d.mu.Unlock()
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.risks == nil {
		risks, err := d.fit(ctx, m, rep, mus)
		if err != nil {
			return 0, err
		}
		one.risks = risks
	}
	return one.risks[at], nil
}

// fit draws K̃ and takes its risk at the ridges. The generator is the same for every
// m and ridge.
func (d *draws) fit(ctx context.Context, m, rep int, mus []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	truth := d.s.Truth
	rows := &trial.Rows{Train: &data.Set{Y: truth.Values}}
	t := trial.New(d.setting(m, mus[0]), rows, d.s.Gram, nil)
	t.Key = []any{"sufficient", d.method.Name, rep}
	f, err := t.Fit(ctx)
	if err != nil {
		return nil, err
	}
	learned, err := t.Learn(ctx, f, mus)
	if err != nil {
		return nil, err
	}
	risks := make([]float64, len(mus))
	for i, l := range learned {
		risks[i] = math.Inf(1)
		if l.Err != nil { // an indefinite K̃ at a small ridge is no good
			continue
		}
		risk, err := l.Risk(ctx, truth.Values, truth.Noise)
		if err != nil {
			return nil, err
		}
		if !math.IsNaN(risk.Total()) {
			risks[i] = risk.Total()
		}
	}
	return risks, ctx.Err()
}

// setting is the method with m at a ridge.
func (d *draws) setting(m int, mu float64) trial.Setting {
	values := maps.Clone(d.s.Values)
	if values == nil {
		values = map[string]float64{}
	}
	values["m"], values["mu"] = float64(m), mu
	return trial.Question{Draw: trial.Draw{Seed: d.s.Seed, Rep: 1}, Values: values, Method: d.method, Learner: trial.LearnRidge}.Resolve()
}
