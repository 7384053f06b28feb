package learn

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestAbsentClasses: only three, or two, of five classes have rows. The others are never
// predicted, and their probability is 0.
func TestAbsentClasses(t *testing.T) {
	ctx := context.Background()
	phi, y := labelled(90, 4, 4)
	for _, present := range [][]int{{0, 2, 4}, {1, 3}} {
		classes := make([]int, 90)
		for i := range classes {
			classes[i] = present[0]
			if y[i] > 0 {
				classes[i] = present[1+i%(len(present)-1)]
			}
		}
		for _, learner := range []string{LearnerLogistic, LearnerSVM} {
			c, err := Classify(ctx, learner, phi, classes, 5, 0.1, newRNG())
			if err != nil {
				t.Fatal(err)
			}
			models := len(present)
			if models == 2 {
				models = 1
			}
			if !slices.Equal(c.Classes, present) || len(c.Models) != models {
				t.Errorf("%s: classes %v and %d models, want %v and %d", learner, c.Classes, len(c.Models), present, models)
			}
			predicted := c.Decide(c.Values(phi))
			for i, class := range predicted {
				if !slices.Contains(present, class) {
					t.Fatalf("%s: row %d is predicted as %d, of which there are no rows", learner, i, class)
				}
			}
			if a := Accuracy(predicted, classes); a < 0.55 {
				t.Errorf("%s: %v of the training rows are right", learner, a)
			}
			p := c.Chances(c.Values(phi))
			if learner == LearnerSVM {
				continue
			}
			for i := range 90 {
				sum := 0.0
				for class, v := range p.RawRowView(i) {
					if slices.Contains(present, class) != (v > 0) {
						t.Fatalf("probability %v of class %d, with rows of %v", v, class, present)
					}
					sum += v
				}
				near(t, "sum of probabilities", []float64{sum}, []float64{1}, 1e-14)
				most := slices.Index(p.RawRowView(i), slices.Max(p.RawRowView(i)))
				if predicted[i] != most {
					t.Errorf("row %d is predicted as %d, and %d is the most likely", i, predicted[i], most)
				}
			}
			absent := 1 - present[0] // 1 or 0
			near(t, "log loss of an absent class", []float64{LogLoss(p, slices.Repeat([]int{absent}, 90))},
				[]float64{52 * math.Ln2}, 1e-12)
		}
	}
}

// TestNumbersOfClasses: classes 1, 4 and 7 of nine are learned as 0, 1 and 2 of three are, alone and along a path.
func TestNumbersOfClasses(t *testing.T) {
	phi, classes := classed(90, 4)
	spread := make([]int, len(classes))
	for i, c := range classes {
		spread[i] = 1 + 3*c
	}
	fit := func(classes []int, count int) (all []*Classifier) {
		alone, err := Classify(t.Context(), LearnerLogistic, phi, classes, count, 0.1, nil)
		if err != nil {
			t.Fatal(err)
		}
		path, _, err := ClassifyAlong(t.Context(), phi, classes, count, []float64{0.1, 1})
		if err != nil {
			t.Fatal(err)
		}
		return append(path, alone)
	}
	wanted := fit(classes, 3)
	for i, got := range fit(spread, 9) {
		want := wanted[i].Chances(wanted[i].Values(phi))
		p := got.Chances(got.Values(phi))
		for r := range spread {
			near(t, "probability", []float64{p.At(r, 1), p.At(r, 4), p.At(r, 7)}, want.RawRowView(r), 0)
		}
	}
}

// TestTwoClasses: two classes are one problem, in which the second class is positive.
func TestTwoClasses(t *testing.T) {
	phi, y := labelled(90, 4, 4)
	classes := make([]int, 90)
	for i := range classes {
		if y[i] > 0 {
			classes[i] = 1
		}
	}
	c, err := Classify(context.Background(), LearnerLogistic, phi, classes, 2, 0.1, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Logistic(context.Background(), phi, y, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Models) != 1 || !slices.Equal(c.Models[0].W, l.W) {
		t.Error("two classes are not the problem of labels ±1")
	}
	p := c.Chances(c.Values(phi))
	for i, f := range l.Values(phi) {
		near(t, "probabilities", p.RawRowView(i), []float64{1 / (1 + math.Exp(f)), 1 / (1 + math.Exp(-f))}, 1e-14)
	}
	if a := Accuracy(c.Decide(c.Values(phi)), classes); a < 0.8 {
		t.Errorf("%v of the training rows are right", a)
	}
}

// TestChancesFarAway: the probabilities of rows far from all classes are accurate, although each class's own
// p underflows.
func TestChancesFarAway(t *testing.T) {
	c := &Classifier{Learner: LearnerLogistic, Count: 3, Classes: []int{0, 1, 2}, Models: make([]*Linear, 3)}
	values := mat.NewDense(4, 3, []float64{
		-2000, -2000, -2000,
		-2000, -2001, -3000,
		2000, 3000, -10,
		0, 0, 0,
	})
	e := math.Exp(-1)
	p := c.Chances(values)
	for i, want := range [][]float64{{1. / 3, 1. / 3, 1. / 3}, {1 / (1 + e), e / (1 + e), 0}, {0, 1, 0},
		{1. / 3, 1. / 3, 1. / 3}} {
		near(t, "probability", p.RawRowView(i), want, 1e-14)
	}
	two := &Classifier{Learner: LearnerLogistic, Count: 2, Classes: []int{0, 1}}
	sure := two.Chances(mat.NewDense(2, 1, []float64{-5000, 5000}))
	if !mat.Equal(sure, mat.NewDense(2, 2, []float64{1, 0, 0, 1})) {
		t.Errorf("two classes far away: %v", mat.Formatted(sure))
	}
	// Equal values: the first class.
	if got := c.Decide(mat.NewDense(2, 3, []float64{1, 1, 1, -1, 2, 2})); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("equal values decide for %v", got)
	}
	if got := two.Decide(mat.NewDense(3, 1, []float64{0, -1, 1})); !slices.Equal(got, []int{0, 0, 1}) {
		t.Errorf("two classes: values 0, −1, 1 decide for %v", got)
	}
}

func TestScores(t *testing.T) {
	near(t, "accuracy", []float64{Accuracy([]int{1, 2, 0, 1}, []int{1, 2, 1, 1})}, []float64{0.75}, 0)
	sure := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	near(t, "log loss of the sure and right", []float64{LogLoss(sure, []int{0, 1})}, []float64{0}, 1e-15)
	near(t, "log loss of the sure and wrong", []float64{LogLoss(sure, []int{1, 0})}, []float64{52 * math.Ln2}, 1e-12)
	near(t, "log loss of a coin", []float64{LogLoss(mat.NewDense(1, 2, []float64{0.5, 0.5}), []int{1})},
		[]float64{math.Ln2}, 1e-15)
	if !math.IsNaN(Accuracy(nil, nil)) || !math.IsNaN(LogLoss(sure, nil)) {
		t.Error("scores without rows are numbers")
	}
	requirePanic(t, "predictions for other rows", func() { Accuracy([]int{1}, nil) })
	requirePanic(t, "probabilities for other rows", func() { LogLoss(sure, []int{1}) })
}

func TestClassifyErrors(t *testing.T) {
	ctx := context.Background()
	phi, _ := labelled(6, 2, 4)
	var one *OneClassError
	if _, err := Classify(ctx, LearnerSVM, phi, []int{2, 2, 2, 2, 2, 2}, 3, 1, newRNG()); !errors.As(err, &one) ||
		one.Rows != 6 {
		t.Errorf("one class: %v, want a *OneClassError", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Classify(stopped, LearnerSVM, phi, []int{0, 1, 2, 0, 1, 2}, 3, 1, newRNG()); !errors.Is(err,
		context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
	for what, misuse := range map[string]func(){
		"an unknown learner": func() { Classify(ctx, "tree", phi, []int{0, 1, 2, 0, 1, 2}, 3, 1, newRNG()) },
		"few classes":        func() { Classify(ctx, LearnerLogistic, phi, []int{0, 1}, 2, 1, nil) },
		"a class too large":  func() { Classify(ctx, LearnerLogistic, phi, []int{0, 1, 2, 0, 1, 2}, 2, 1, nil) },
		"a class below 0":    func() { Classify(ctx, LearnerLogistic, phi, []int{0, 1, -1, 0, 1, 0}, 2, 1, nil) },
	} {
		requirePanic(t, what, misuse)
	}
}

func TestClassifierWarnings(t *testing.T) {
	c := &Classifier{Models: []*Linear{{Warnings: []string{"a"}, Gap: 0.1}, {Gap: 0.05},
		{Warnings: []string{"b"}, Gap: 0.2}}}
	if got := c.Warnings(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("warnings %v", got)
	}
}

// TestClassifyAlong: for a search, probabilities at all ridges are those of Classify to some digits, with far fewer
// Hessians than steps, and the figures at a ridge hardly depend on the others of the list.
func TestClassifyAlong(t *testing.T) {
	mus := []float64{1e-5, 1e-3, 1e-1, 1, 10, 1e3}
	// separable, noisy, and in between
	for _, size := range [][3]int{{60, 40, 3}, {300, 12, 3}, {300, 90, 3}, {60, 40, 2}, {300, 12, 2}, {300, 90, 2}} {
		phi, classes := classed(size[0], size[1])
		for i, c := range classes {
			classes[i] = min(c, size[2]-1)
		}
		all, failed, err := ClassifyAlong(t.Context(), phi, classes, size[2], mus)
		if err != nil {
			t.Fatal(err)
		}
		alone, _, err := ClassifyAlong(t.Context(), phi, classes, size[2], mus[1:2])
		if err != nil {
			t.Fatal(err)
		}
		for i, mu := range mus {
			want, err := Classify(t.Context(), LearnerLogistic, phi, classes, size[2], mu, nil)
			if err != nil || failed[i] != nil {
				t.Fatal(err, failed[i])
			}
			exactly, roughly := want.Chances(want.Values(phi)), all[i].Chances(all[i].Values(phi))
			if loss, about := LogLoss(exactly, classes), LogLoss(roughly, classes); !(math.Abs(about-loss) <= 5e-4*loss) ||
				all[i].Warnings() != nil {
				t.Errorf("%v, μ = %g: log loss %v, should be %v (%v)", size, mu, about, loss, all[i].Warnings())
			}
			if i == 1 {
				if loss, about := LogLoss(exactly, classes),
					LogLoss(alone[0].Chances(alone[0].Values(phi)), classes); !(math.Abs(about-loss) <= 5e-4*loss) {
					t.Errorf("%v, μ = %g alone: log loss %v, should be %v", size, mu, about, loss)
				}
			}
		}
	}
}

// TestClassifyAlongIsCancelled: the end of ctx is no failure of a ridge.
func TestClassifyAlongIsCancelled(t *testing.T) {
	phi, classes := classed(40, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, failed, err := ClassifyAlong(ctx, phi, classes, 3, []float64{0.1, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, and of the ridges %v", err, failed)
	}
}

// TestClassifyAlongIsSingular: a ridge below the rounding errors of the features fails, and the others do not.
func TestClassifyAlongIsSingular(t *testing.T) {
	phi, classes := classed(40, 3)
	twice := mat.NewDense(40, 6, nil) // equal columns
	for i := range 40 {
		for j := range 6 {
			twice.Set(i, j, 1e3*phi.At(i, j%3))
		}
	}
	all, failed, err := ClassifyAlong(t.Context(), twice, classes, 3, []float64{1e-300, 1})
	if err != nil {
		t.Fatal(err)
	}
	if singular := (*model.SingularError)(nil); !errors.As(failed[0], &singular) || all[0] != nil || failed[1] != nil ||
		all[1] == nil {
		t.Errorf("errors %v, and classifiers %v", failed, all)
	}
}
