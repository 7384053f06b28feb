package tune

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/sweep"
)

// figures are how one regression does on rows it has not seen.
type figures struct {
	loss, gain float64 // NaN without rows, or where the target has one value in them
	failure    string
}

// cost is what a fit takes.
type cost struct {
	seconds  float64 // kernel entries, fit and decomposition; of exact regression all μ that are asked for
	bytes    int64   // 8 × the numbers that K̃, or K, is stored by
	rank     int
	warnings []string
}

// task is one method at one γ, to be trained on some rows and scored on others.
type task struct {
	method      model.Method
	kernel      model.Kernel
	train, held *data.Set // held may be nil
	classes     []int     // of train
	heldClasses []int
	draw        any // which draw of the method it is: a name, or a repetition
	workers     int // tasks at a time
}

// learnAll gives the figures at all the ridges.
func (p *Plan) learnAll(ctx context.Context, t task, mus []float64) ([]figures, cost, error) {
	if t.method.Name == Exact {
		return p.exactAll(ctx, t, mus)
	}
	if !ridged(t.method, p.Spec.Values) {
		return p.fitAll(ctx, t, mus)
	}
	var all []figures
	var sum cost
	for _, mu := range mus { // K̃ itself is another for every ridge
		one, c, err := p.fitAll(ctx, t, []float64{mu})
		if err != nil {
			return nil, c, err
		}
		all = append(all, one...)
		sum.seconds, sum.bytes, sum.rank = sum.seconds+c.seconds/float64(len(mus)), max(sum.bytes, c.bytes), max(sum.rank, c.rank)
		sum.warnings = addNew(sum.warnings, c.warnings)
	}
	return all, sum, nil
}

// ridged tells whether a method's K̃ depends on μ: it has the ridge among its
// parameters, or that of its scores, which is μ unless given.
func ridged(m model.Method, values map[string]float64) bool {
	_, given := values["score-ridge"]
	return m.Uses("mu") || m.Uses("score-ridge") && !given
}

// fitAll approximates once and solves for all the ridges, of which the first is
// that of a method that has one.
func (p *Plan) fitAll(ctx context.Context, t task, mus []float64) ([]figures, cost, error) {
	f := t.method.New()
	if err := setAll(f, p.Spec.Values, mus[0]); err != nil {
		return nil, cost{}, err
	}
	g := model.NewGram(model.NewPoints(t.train.X, t.kernel.Geometry()), t.kernel)
	points := 0
	if t.held != nil {
		points = len(t.held.Y)
	}
	g.Allow(p.checked.AffordSearch(g.N(), points, t.workers))
	rng := stream(p.Spec.Seed, t.draw, methodKey(t.method.Name, f))
	start := time.Now()
	approx, err := f.Fit(ctx, g, rng)
	if err != nil {
		return nil, cost{}, err
	}
	e, ok := approx.(model.Extender)
	if !ok {
		return nil, cost{}, fmt.Errorf("no regression can be built on what %s makes: it has no values at new points", t.method.Name)
	}
	pairs, err := e.Decompose(ctx)
	if err != nil {
		return nil, cost{}, err
	}
	c := cost{seconds: time.Since(start).Seconds(), bytes: approx.Bytes(), rank: approx.Rank()}
	if w, ok := approx.(model.Warner); ok {
		c.warnings = w.Warnings()
	}
	var coordinates *mat.Dense
	if t.held != nil {
		extension, err := e.Extension(ctx)
		if err != nil {
			return nil, cost{}, err
		}
		coordinates = pairs.Coordinates(extension.Features(t.held.X))
	}
	if p.Learner != sweep.LearnRidge {
		all, warnings, err := p.classify(ctx, t, pairs, coordinates, mus, methodKey(t.method.Name, f))
		c.warnings = addNew(slices.Clone(c.warnings), warnings)
		return all, c, err
	}
	all := make([]figures, len(mus))
	ridge := learn.NewRidge(pairs, t.train.Y)
	for i, mu := range mus {
		if err := ctx.Err(); err != nil {
			return nil, c, err
		}
		at, err := ridge.At(mu)
		switch {
		case err != nil:
			all[i], err = failed(err)
			if err != nil {
				return nil, c, err
			}
		case t.held == nil:
			all[i] = nothing()
		case coordinates == nil: // K̃ = 0
			all[i] = regressed(slices.Repeat(at.At(nil), len(t.held.Y)), t.held.Y)
		default:
			all[i] = regressed(at.At(coordinates), t.held.Y)
		}
	}
	return all, c, nil
}

// failed words why one ridge has no figures where others may have: K̃ + μI can't be
// solved. Any other error passes.
func failed(err error) (figures, error) {
	var singular *model.SingularError
	if errors.As(err, &singular) {
		return figures{math.NaN(), math.NaN(), err.Error()}, nil
	}
	return figures{}, err
}

func nothing() figures { return figures{math.NaN(), math.NaN(), ""} }

// regressed are RMSE and R² = 1 − Σ(y−ŷ)²/Σ(y−ȳ)², ȳ the mean of these rows.
func regressed(got, want []float64) figures {
	d := floats.Distance(got, want, 2)
	out := figures{loss: d / math.Sqrt(float64(len(want))), gain: math.NaN()}
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return figures{math.NaN(), math.NaN(), "the regression is not finite: raise mu"}
	}
	if !constant(want) {
		mean, squares := stat.Mean(want, nil), 0.0
		for _, y := range want {
			squares += (y - mean) * (y - mean)
		}
		out.gain = 1 - d*d/squares
	}
	return out
}

// setAll fills in a fitter's parameters; ridges that are not given are mu.
func setAll(f model.Fitter, values map[string]float64, mu float64) error {
	for _, q := range f.Params() {
		v, given := values[q.Name]
		if q.Name == "mu" || q.Name == "score-ridge" && !given {
			v, given = mu, true
		}
		if given {
			if err := q.Set(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// methodKey names a method with its parameters as package sweep does, so that the
// same numbers are drawn here and there. γ is not among them: the landmarks are
// the same along the grid.
func methodKey(name string, f model.Fitter) string {
	values := map[string]float64{}
	for _, q := range f.Params() {
		values[q.Name] = q.Value()
	}
	var b strings.Builder
	b.WriteString(name)
	for _, parameter := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&b, " %s=%g", parameter, values[parameter])
	}
	return b.String()
}

// addNew appends the texts that are not there yet.
func addNew(list, more []string) []string {
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// classify learns the classes at each ridge. The warnings are the learner's.
func (p *Plan) classify(ctx context.Context, t task, pairs *model.Decomposition, coordinates *mat.Dense, mus []float64, key string) (all []figures, warnings []string, err error) {
	features := learn.NewFeatures(pairs)
	phi, held := features.Train(), (*mat.Dense)(nil)
	if t.held != nil {
		held = features.At(coordinates, len(t.heldClasses))
	}
	all = make([]figures, len(mus))
	for i, mu := range mus {
		c, err := learn.Classify(ctx, p.Learner, phi, t.classes, p.count, mu, stream(p.Spec.Seed, t.draw, key, p.Learner))
		if err != nil {
			return nil, nil, err
		}
		warnings = addNew(warnings, c.Warnings())
		if all[i] = nothing(); t.held == nil {
			continue
		}
		values := c.Values(held)
		all[i].gain = learn.Accuracy(c.Decide(values), t.heldClasses)
		if chances := c.Chances(values); chances != nil {
			all[i].loss = learn.LogLoss(chances, t.heldClasses)
		} else {
			all[i].loss = 1 - all[i].gain
		}
	}
	return all, warnings, nil
}
