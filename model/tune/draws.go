package tune

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"sync"

	"gramscope/model"
	"gramscope/model/learn"
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
	d := &draws{s: s, method: method, ridged: ridged(method, s.Values), most: s.Gram.N(), known: map[drawKey]*drawn{}}
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

// fit draws K̃ and takes its risk at the ridges.
func (d *draws) fit(ctx context.Context, m, rep int, mus []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := d.method.New()
	values := maps.Clone(d.s.Values)
	if values == nil {
		values = map[string]float64{}
	}
	values["m"] = float64(m)
	if err := setAll(f, values, mus[0]); err != nil {
		return nil, err
	}
	a, err := f.Fit(ctx, d.s.Gram.View(), drawGenerator(d.s.Seed, d.method.Name, rep))
	if err != nil {
		return nil, err
	}
	extender, ok := a.(model.Extender)
	if !ok {
		return nil, fmt.Errorf("no regression can be built on what %s makes", d.method.Name)
	}
	truth := d.s.Truth
	pairs, err := extender.Decompose(ctx)
	if err != nil {
		return nil, err
	}
	ridge := learn.NewRidge(pairs, truth.Values)
	risks := make([]float64, len(mus))
	for i, mu := range mus {
		risks[i] = math.Inf(1)
		fit, err := ridge.At(mu)
		var singular *model.SingularError
		switch {
		case errors.As(err, &singular): // an indefinite K̃ at a small ridge is no good
		case err != nil:
			return nil, err
		default:
			if risk := fit.Risk(truth.Values, truth.Noise).Total(); !math.IsNaN(risk) {
				risks[i] = risk
			}
		}
	}
	return risks, ctx.Err()
}

// drawGenerator is the generator of a method's draw, the same for every m and
// ridge.
func drawGenerator(seed uint64, method string, rep int) *rand.Rand {
	return stream(seed, "sufficient", method, rep)
}
