// Package trial runs one experiment: it draws rows, approximates their kernel matrix, learns the target on the
// approximation, and scores the predictions. Sweeps, searches, fitted models and pictures consist of trials.
//
//	setting := trial.Question{ … }.Resolve()                      // the kernel, the method and the draw of rows
//	rows, err := trial.NewRows(source, setting.Draw)              // training and test rows, as the kernel sees them
//	t := trial.New(setting, rows, rows.Gram(setting.Kernel), nil) // on the kernel matrix of the training rows
//	fit, err := t.Fit(ctx)                                        // K̃
//	learned, err := t.Learn(ctx, fit, mus)                        // the target, at every ridge
//
// The result of a trial depends only on its setting: two trials with the same setting return the same bits, whatever
// else runs. A [Store] caches what trials on one data source share. [InOrder] runs many trials.
package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
)

// Trial is the experiment of a setting on its rows, or on a part of them.
type Trial struct {
	Setting
	Rows *Rows
	Gram *model.Gram // of the training rows; its counter is the trial's own
	Key  []any       // of the random number generators; New sets the repetition and the method with its parameters

	// OnlyNew omits figures at the training rows, for a regression that only predicts new rows.
	OnlyNew bool

	// Searches computes what a choice among settings needs: the scores at the test rows. A ridge regression on features
	// has no degrees of freedom, evidence or risk then, and logistic regressions, at ascending ridges, end when they
	// have some digits, see [learn.ClassifyAlong].
	Searches bool
}

// New returns a trial on rows and their kernel matrix. The trial has its own view of the
// matrix. If afford is not nil it checks the memory need of the method; see [model.Gram.Allow].
func New(s Setting, rows *Rows, g *model.Gram, afford func(model.Memory) error) *Trial {
	view := g.View()
	if afford != nil {
		view.Allow(afford)
	}
	return &Trial{Setting: s, Rows: rows, Gram: view, Key: []any{s.Draw.Rep, s.MethodKey()}}
}

// Fit is the result of a fit: K̃ and its costs. After [Trial.Decompose] it also has the decomposition
// that regressions at all ridges share.
type Fit struct {
	Approx   model.Approximation // nil for exact regression, and after Forget
	Rank     int
	Bytes    int64   // 8 × the number of stored floating-point numbers
	Entries  int64   // number of kernel entries that the method needs
	Cached   bool    // whether some kernel entries were cached, which saves time
	Seconds  float64 // wall time of the fit; for features that are not stored see [Trial.AddFeatureTime]
	Warnings []string
	Negative float64 // λmin(K̃) where it is below 0; else 0

	Compared map[string]exact.Estimate // figures of K̃, and of K̃ beside K, that were asked for, by their columns

	Unextended error // a model.ErrUnextended of [Trial.Decompose]: [Trial.Learn] has no figures at the test rows; else nil

	decomposition decomposition // nil before [Trial.Decompose], and for exact regression
}

// Fit approximates the kernel matrix. The error is the method's, or says why the method does not suit the matrix. Exact
// regression needs no K̃, and has the costs of all of K.
func (t *Trial) Fit(ctx context.Context) (*Fit, error) {
	if t.Method.Name == Exact {
		n := int64(t.Gram.N())
		return &Fit{Rank: t.Gram.N(), Bytes: 8 * n * n, Entries: n * n}, nil
	}
	fitter := t.Fitter()
	if why := t.Method.UnmetOn(t.Gram, fitter); why != "" {
		return nil, errors.New(why)
	}
	start := time.Now()
	approx, err := fitter.Fit(ctx, t.Gram, t.stream())
	if err != nil {
		return nil, err
	}
	f := &Fit{Approx: approx, Seconds: time.Since(start).Seconds(), Rank: approx.Rank(), Bytes: approx.Bytes(),
		Entries: t.Gram.Entries(), Cached: t.Gram.Shared(), Warnings: slices.Clone(approx.Warnings())}
	if o, ok := approx.(interface{ Overhead() float64 }); ok { // of a program that was started for the fit
		f.Seconds = max(0, f.Seconds-o.Overhead())
	}
	if n, ok := approx.(interface{ Negative() float64 }); ok {
		f.Negative = n.Negative()
	}
	return f, nil
}

// WarningsAt returns the fit's warnings for a regression at ridge mu, and one more if the least eigenvalue of K̃+μI is
// below μ/2; for a positive semi-definite K̃ it is at least μ. hasPSD says whether the method has a parameter psd.
func (f *Fit) WarningsAt(mu float64, hasPSD bool) []string {
	all, way := slices.Clip(f.Warnings), "mu"
	if hasPSD {
		way = "psd = yes, or mu"
	}
	if enough := -2 * f.Negative; mu < enough {
		// Rounding to three digits errs by up to 0.5 %: the printed value must suffice too.
		all = append(all, fmt.Sprintf("K̃ is indefinite, and its least eigenvalue, %.3g, is not small beside mu = %.3g: "+
			"set %s to %.3g or more", f.Negative, mu, way, 1.006*enough))
	}
	return all
}

// AddFeatureTime adds to the fit's seconds the time to compute once the features that K̃ computes on
// demand. The time is extrapolated from a sixteenth of the rows, at least a tile and at most 4096. The
// time of the fit already includes features that are stored.
func (t *Trial) AddFeatureTime(f *Fit) {
	m, ok := f.Approx.(model.Mapper)
	if !ok || m.Unmade().Width == 0 {
		return
	}
	n, d := t.Gram.X().Dims()
	rows := min(n, 4096, max(m.Unmade().TileRows(), n/16))
	start := time.Now()
	for range m.Unmade().Pieces(t.Gram.Kernel(), t.Gram.X().Slice(0, rows, 0, d).(*mat.Dense)) {
	}
	f.Seconds += time.Since(start).Seconds() * float64(n) / float64(rows)
}

// stream returns the random number generator for a purpose, or without a purpose the method's.
func (t *Trial) stream(purpose ...any) *rand.Rand {
	return Stream(t.Draw.Seed, slices.Concat(t.Key, purpose)...)
}

// Exact is the name of kernel ridge regression with K itself, which is not one of the methods.
const Exact = "exact"

// ExactMethod returns exact regression as a method, for n up to limit. It has no K̃, and its Fitter returns an error.
func ExactMethod(limit int) model.Method {
	return model.Method{
		Name: Exact, Doc: "Exact kernel ridge regression\n\nK itself, by Cholesky: O(n³).", Family: model.References,
		When: "where n is a few thousand: no approximation is needed",
		Ref:  "Saunders, Gammerman and Vovk, ICML 1998",
		Cost: "n²", Needs: model.Needs{MaxN: limit}, New: func() model.Fitter { return noApproximation{} },
	}
}

type noApproximation struct{}

func (noApproximation) Params() []model.Param { return nil }

func (noApproximation) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("exact regression is no approximation of K")
}

// InOrder computes count values on that many workers and sends them in the order of their indices, each as soon as it
// and all before it are computed. order is the order in which workers start the values; nil is the order of the
// indices. The channel has a buffer for all values, so no worker blocks if nobody reads. InOrder closes it at the end.
//
// Once ctx is cancelled no further value is started. InOrder then sends the values that are finished, drops those in
// progress, and closes the channel without waiting for them. The caller can wait for the workers with working.
//
// ok of compute is false if ctx was cancelled before the value was finished.
func InOrder[T any](ctx context.Context, count int, order []int, workers int, working *sync.WaitGroup,
	compute func(i int) (v T, ok bool)) <-chan T {
	out, queue, done := make(chan T, count), make(chan int, count), make([]chan *T, count)
	for i := range count {
		done[i] = make(chan *T, 1)
		if order != nil {
			i = order[i]
		}
		queue <- i
	}
	close(queue)
	for range max(1, min(workers, count)) {
		working.Add(1)
		go func() {
			defer working.Done()
			for i := range queue {
				if ctx.Err() == nil {
					if v, ok := compute(i); ok {
						done[i] <- &v
					}
				}
				close(done[i])
			}
		}()
	}
	go func() {
		defer close(out)
		for _, one := range done {
			if v := next(ctx, one); v != nil {
				out <- *v
			}
		}
	}()
	return out
}

// next waits for the value of c and returns nil if none is sent. After ctx is cancelled it does not wait.
func next[T any](ctx context.Context, c <-chan *T) *T {
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
	}
	select {
	case v := <-c:
		return v
	default:
		return nil
	}
}
