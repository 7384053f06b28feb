package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// planOf returns a plan of all methods that suit the kernel, and of exact regression.
func planOf(t *testing.T, source data.Source, change func(*sweep.Spec)) *sweep.Plan {
	t.Helper()
	methods := append(approx.Methods(), trial.ExactMethod(1000))
	spec := sweep.DefaultSpec(60)
	spec.Test, spec.Figures = 0.25, sweep.Figures{sweep.FigureError, sweep.FigureRegression, sweep.FigureExact}
	spec.Methods, spec.Values = nil, model.Values{"m": 15, "mu": 0.03}
	change(&spec)
	if spec.Methods == nil {
		spec.Methods, _ = sweep.Applicable(methods, spec.Kernel, spec.N, source)
	}
	plan, err := sweep.Prepare(spec, methods, sweep.NewStore(source))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func generator(t *testing.T, name string) synthetic.Generator {
	t.Helper()
	for _, g := range synthetic.Generators() {
		if g.Name() == name {
			return g
		}
	}
	t.Fatalf("no generator %s", name)
	return synthetic.Generator{}
}

// valuesAt returns a trained cell's outputs at rows as the kernel sees them.
func valuesAt(trained *sweep.Trained, x *mat.Dense) *mat.Dense {
	out := trained.Predictor.Predict(x)
	rows, _ := out.Dims()
	for i := range rows {
		floats.Add(out.RawRowView(i), trained.Offsets)
	}
	return out
}

// TestTrainIsTheRun: the test error of a trained cell equals that of its run, because rows and random
// numbers are the same, up to rounding with ill-conditioned landmarks. The test error of trained exact
// regression equals rmse_test_exact of the runs.
func TestTrainIsTheRun(t *testing.T) {
	for name, change := range map[string]func(*sweep.Spec){
		"ridge":        func(*sweep.Spec) {},
		"standardised": func(s *sweep.Spec) { s.Standardize, s.Kernel, s.Seed = true, "matern12", 3 },
		"falkon": func(s *sweep.Spec) {
			s.Solver, s.Kernel, s.Methods = trial.SolverFalkon, "laplacian", []string{"nystrom", "rpcholesky", "exact"}
		},
		"pcg": func(s *sweep.Spec) { s.Solver, s.Methods = trial.SolverPCG, []string{"nystrom", "bka", "exact"} },
	} {
		plan := planOf(t, generator(t, "friedman"), change)
		var exact float64
		for result := range plan.Run(context.Background(), 2) {
			if result.Method == trial.Exact {
				continue
			}
			if result.Failure != "" {
				t.Fatalf("%s %s: %s, %v", name, result.Method, result.Failure, result.Warnings)
			}
			trained := train(t, plan, result.Method)
			predicted := valuesAt(trained, trained.Test.X)
			rmse := floats.Distance(mat.Col(nil, 0, predicted), trained.Test.Y, 2) / math.Sqrt(float64(len(trained.Test.Y)))
			if r := result.Get("rmse_test"); math.Abs(rmse-r) > 1e-6*r {
				t.Errorf("%s, %s: test error %.12g, the run has %.12g", name, result.Method, rmse, r)
			}
			if result.Get("rank_used") != float64(trained.Rank) {
				t.Errorf("%s, %s: rank %d, the run has %v", name, result.Method, trained.Rank, result.Get("rank_used"))
			}
			if plan.Spec.Solver == "" && math.Abs(trained.DF-result.Get("df")) > 1e-9 {
				t.Errorf("%s, %s: df %v, the run has %v", name, result.Method, trained.DF, result.Get("df"))
			}
			exact = result.Get("rmse_test_exact")
		}
		trained := train(t, plan, trial.Exact)
		predicted := valuesAt(trained, trained.Test.X)
		rmse := floats.Distance(mat.Col(nil, 0, predicted), trained.Test.Y, 2) / math.Sqrt(float64(len(trained.Test.Y)))
		if math.Abs(rmse-exact) > 1e-9*exact {
			t.Errorf("%s: exact regression has %.12g, the runs compare with %.12g", name, rmse, exact)
		}
	}
}

func train(t *testing.T, plan *sweep.Plan, method string) *sweep.Trained {
	t.Helper()
	for _, c := range plan.Cells {
		if c.Method.Name == method {
			trained, err := plan.Train(context.Background(), c, 0.03)
			if err != nil {
				t.Fatalf("%s: %v", method, err)
			}
			return trained
		}
	}
	t.Fatalf("no cell of %s", method)
	return nil
}

func TestTrainClasses(t *testing.T) {
	three, err := data.ReadTable(context.Background(), strings.NewReader(threeKinds()), "kinds.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := three.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]data.Source{"moons": generator(t, "moons"), "three": file} {
		for _, learner := range []string{trial.LearnLogistic, trial.LearnSVM} {
			plan := planOf(t, source, func(s *sweep.Spec) {
				s.Learner = learner
				s.Methods = []string{"nystrom", "bka", "meka", "fourier", "best"}
			})
			for result := range plan.Run(context.Background(), 2) {
				if result.Failure != "" {
					t.Fatalf("%s %s: %s", name, result.Method, result.Failure)
				}
				trained := train(t, plan, result.Method)
				values := valuesAt(trained, trained.Test.X)
				c := learn.Classifier{Learner: learner, Count: len(trained.Train.Classes), Classes: trained.Classes}
				truth := make([]int, len(trained.Test.Y))
				for i, y := range trained.Test.Y {
					truth[i] = int(y)
				}
				if got, want := learn.Accuracy(c.Decide(values), truth), result.Get("accuracy_test"); got != want {
					t.Errorf("%s, %s, %s: accuracy %v, the run has %v", name, learner, result.Method, got, want)
				}
				if learner == trial.LearnLogistic {
					if got, want := learn.LogLoss(c.Chances(values), truth),
						result.Get("logloss_test"); math.Abs(got-want) > 1e-6*want {
						t.Errorf("%s, %s: log loss %.12g, the run has %.12g", name, result.Method, got, want)
					}
				}
			}
		}
	}
}

// threeKinds returns 90 rows in three groups on a line.
func threeKinds() string {
	var b strings.Builder
	b.WriteString("u,v,kind\n")
	for i := range 90 {
		x := float64(i%3) + 0.9*math.Sin(float64(i*i))
		b.WriteString(strings.Join([]string{format(x), format(math.Cos(float64(7 * i))), string("abc"[i%3])}, ",") + "\n")
	}
	return b.String()
}

func format(v float64) string { return model.Gamma(nil).Format(v) }

// TestTrainRefuses: a target that can't be learned is an error with a remedy.
func TestTrainRefuses(t *testing.T) {
	file := func(text string, choice data.Choice) *data.File {
		table, err := data.ReadTable(context.Background(), strings.NewReader(text), "f.csv", data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := table.File(choice)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for what, c := range map[string]struct {
		source data.Source
		n      int
		mu     float64
		method string
		change func(*sweep.Spec)
		usage  bool
		parts  []string
	}{
		"no target": {file("a,b\n1,2\n3,5\n", data.Choice{Target: "none"}), 2, 1, "nystrom", nil, true,
			[]string{"no target to learn; name one"}},
		"one value": {file("a,y\n1,2\n3,2\n", data.Choice{}), 2, 1, "nystrom", nil, false,
			[]string{"target y is 2 in all 2", "choose another target, or take more rows"}},
		"one class": {file("a,y\n1,u\n3,u\n", data.Choice{}), 2, 1, "nystrom", nil, false,
			[]string{"target y is u in all 2", "choose another target"}},
		"many classes": {file("a,y\n1,u\n3,v\n5,w\n", data.Choice{}), 2, 1, "nystrom", nil, false,
			[]string{"3 classes", "2 training rows, expected several of a class; take more rows"}},
		"no classes": {file("a,y\n1,2\n3,4\n5,6\n", data.Choice{}), 3, 1, "nystrom",
			func(s *sweep.Spec) { s.Learner = "svm" }, true, []string{"number", "learn it as a number"}},
		"mu of classes": {file("a,y\n1,u\n3,v\n5,u\n", data.Choice{}), 3, 0, "nystrom", nil, true,
			[]string{"mu = 0", "above 0"}},
		"singular": {file("a,y\n1,2\n1,4\n5,6\n", data.Choice{}), 3, 0, "nystrom", nil, false,
			[]string{"singular", "raise mu to"}},
		"singular K": {file("a,y\n1,2\n1,4\n5,6\n", data.Choice{}), 3, 0, "exact", nil, false,
			[]string{"singular", "raise mu to"}},
		"falkon": {file("a,y\n1,2\n2,4\n5,6\n", data.Choice{}), 3, 1, "fourier",
			func(s *sweep.Spec) { s.Solver = "falkon" }, true, []string{"falkon", "solve directly"}},
	} {
		plan := planOf(t, c.source, func(s *sweep.Spec) {
			s.N, s.Test, s.Methods = c.n, 0, []string{c.method}
			if c.change != nil {
				c.change(s)
			}
		})
		trained, err := plan.Train(context.Background(), plan.Cells[0], c.mu)
		var spec *sweep.SpecError
		if err == nil || trained != nil || errors.As(err, &spec) != c.usage {
			t.Errorf("%s: %+v, %v of type %T", what, trained, err, err)
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v lacks %q", what, err, part)
			}
		}
	}
	plan := planOf(t, file("a,y\n1,u\n3,v\n5,u\n7,u\n9,w\n", data.Choice{}),
		func(s *sweep.Spec) { s.N, s.Test, s.Methods = 4, 0, []string{"best"} })
	trained, err := plan.Train(context.Background(), plan.Cells[0], 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if len(trained.Classes) != 2 ||
		!strings.Contains(fmt.Sprint(trained.Warnings), "class w of y has no training row and is never predicted") {
		t.Errorf("classes %v, warnings %q", trained.Classes, trained.Warnings)
	}
}

// TestTrainWithoutRidge: mu = 0 interpolates where K is regular.
func TestTrainWithoutRidge(t *testing.T) {
	for _, method := range []string{"exact", "nystrom"} {
		plan := planOf(t, generator(t, "friedman"), func(s *sweep.Spec) {
			s.N, s.Values, s.Methods, s.Kernel = 30, model.Values{"m": 30}, []string{method}, "laplacian"
		})
		trained, err := plan.Train(context.Background(), plan.Cells[0], 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range mat.Col(nil, 0, valuesAt(trained, trained.Train.X)) {
			if math.Abs(v-trained.Train.Y[i]) > 1e-8 {
				t.Errorf("%s, row %d: %v for %v", method, i, v, trained.Train.Y[i])
			}
		}
	}
}

// TestHugeTarget: a target whose squares overflow is an error in sweeps and in training, and does not
// matter to figures that do not use the target.
func TestHugeTarget(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b,price\n")
	for i := range 80 {
		fmt.Fprintf(&text, "%v,%v,%d\n", math.Sin(float64(i)), math.Cos(float64(3*i)), i)
	}
	for _, at := range []string{"1e308", "-1e308"} {
		table, err := data.ReadTable(context.Background(), strings.NewReader(text.String()+"0.1,0.2,"+at+"\n"), "f",
			data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		file, err := table.File(data.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		spec := func(s *sweep.Spec) { s.N, s.Test, s.Methods = 60, 0.26, []string{"nystrom"} } // all rows
		plan := planOf(t, file, spec)
		want := "the target price contains " + strings.Replace(at, "e", "e+", 1)
		for row := range plan.Run(context.Background(), 1) {
			if !strings.HasPrefix(row.Failure, want) || !strings.Contains(row.Failure, "choose another target") {
				t.Errorf("a sweep over %s: failure %q", at, row.Failure)
			}
		}
		var target *data.Error
		if _, err := plan.Train(context.Background(), plan.Cells[0], 0.1); !errors.As(err, &target) ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("training on %s: %v", at, err)
		}
		plan = planOf(t, file, func(s *sweep.Spec) { spec(s); s.Figures = sweep.Figures{} })
		for row := range plan.Run(context.Background(), 1) {
			if row.Failure != "" {
				t.Errorf("%s without regression: %s", at, row.Failure)
			}
		}
	}
}

// TestSquaresAreThoseOfPredictions: Squares is Σ(y−ŷ)² of the predictor at the training rows, where it is not NaN.
// It is NaN where the regression is solved in another way.
func TestSquaresAreThoseOfPredictions(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		change func(*sweep.Spec)
		known  bool
	}{
		"nystrom":  {"nystrom", func(*sweep.Spec) {}, true},
		"fourier":  {"fourier", func(*sweep.Spec) {}, true},
		"blocks":   {"bka", func(*sweep.Spec) {}, false},
		"exact":    {trial.Exact, func(*sweep.Spec) {}, false},
		"products": {"nystrom", func(s *sweep.Spec) { s.Kernel = "polynomial" }, false},
		"falkon":   {"nystrom", func(s *sweep.Spec) { s.Solver = trial.SolverFalkon }, false},
	} {
		plan := planOf(t, generator(t, "friedman"), func(s *sweep.Spec) { s.N = 200; c.change(s) })
		trained := train(t, plan, c.method)
		if math.IsNaN(trained.Squares) == c.known {
			t.Errorf("%s: Σ(y−ŷ)² is %v", name, trained.Squares)
		}
		predicted := mat.Col(nil, 0, valuesAt(trained, trained.Train.X))
		if want := math.Pow(floats.Distance(predicted, trained.Train.Y, 2), 2); c.known &&
			!(math.Abs(trained.Squares-want) <= 1e-7*want) {
			t.Errorf("%s: Σ(y−ŷ)² is %v, of the predictions %v", name, trained.Squares, want)
		}
	}
}
