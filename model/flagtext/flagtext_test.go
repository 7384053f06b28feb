package flagtext_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui/command"
)

// source is a built-in set, or a file with some choices.
func source(t *testing.T, name string, choice data.Choice) data.Source {
	t.Helper()
	if g, ok, err := synthetic.Find(name); ok {
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	if name == landmarked {
		list := filepath.Join(t.TempDir(), "rows.txt")
		if err := os.WriteFile(list, []byte("7\n80\n31\n2\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		from, _, err := data.WithLandmarks(t.Context(), source(t, plants, choice), list, data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return from
	}
	table, err := data.Open(t.Context(), name, nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

const plants = "../../testdata/cli/plants.csv"

// usual are an experiment's defaults as the command has them.
func usual(s data.Source) sweep.Spec {
	spec := sweep.DefaultSpec(0)
	if s.HasTarget() {
		spec.Test = 0.2
	}
	spec.N = sweep.UsualRows(s.Rows(), spec.Test, sweep.DefaultRows)
	spec.Standardize = !s.Raw()
	return spec
}

// landmarked is plants.csv with landmarks.
const landmarked = plants + " and landmarks"

// experiments are data and what is changed about the usual experiment on them, and the
// line of the sweep.
var experiments = []struct {
	data   string
	choice data.Choice
	change func(*sweep.Spec)
	want   string
}{
	{"friedman", data.Choice{}, func(s *sweep.Spec) {
		s.Methods, s.N, s.Solver = []string{"nystrom"}, 60, "pcg"
	}, "sweep --methods nystrom --n 60 --solver pcg friedman"},
	{"friedman", data.Choice{}, func(s *sweep.Spec) { s.Methods = []string{"bka"}; s.N = 1000 },
		"sweep --methods bka friedman"},
	{plants, data.Choice{}, func(s *sweep.Spec) { s.Methods = []string{"nystrom"}; s.Values["m"] = 10 },
		"sweep --methods nystrom --m 10 " + plants},
	{landmarked, data.Choice{Target: "kind"},
		func(s *sweep.Spec) { s.Methods = []string{"given", "nystrom"}; s.Values["m"] = 3 },
		"sweep --methods given,nystrom --m 3 --landmarks LIST --target kind " + plants},
	{plants, data.Choice{Target: "kind", Columns: []string{"-age"}}, func(s *sweep.Spec) {
		s.Methods, s.Width, s.Values["mu"], s.Values["m"] = []string{"nystrom"}, s.Width.WithGamma(0.1), 0.01, 12
		s.N, s.Test, s.Seed, s.Learner, s.Standardize = 40, 0.3, 9, "svm", false
	}, "sweep --methods nystrom --gamma 0.1 --m 12 --mu 0.01 --n 40 --test 0.3 --standardize=false --seed 9 --learner " +
		"svm --target kind --columns -age " + plants},
	{"moons", data.Choice{}, func(s *sweep.Spec) {
		s.Methods, s.N, s.Learner, s.Solver, s.Width, s.Values["m"] = []string{"nystrom"}, 60, "logistic", "direct",
			kernel.WidthByRule(kernel.Mean), 15
		s.Over = []sweep.Axis{{Name: "mu", Values: []float64{0.01, 0.1, 1}}}
	}, "sweep --methods nystrom --over mu=0.01..1:3 --m 15 --sigma mean --n 60 moons"},
	{"decay:noise=0.5,kappa=2", data.Choice{}, func(s *sweep.Spec) {
		s.Methods, s.Kernel, s.N, s.Values["rate"], s.Values["m"] = []string{"nystrom"}, "poisson", 40, 0.5, 7
	}, "sweep --methods nystrom --kernel poisson --m 7 --rate 0.5 --n 40 decay:kappa=2,noise=0.5"},
	{"bimodal", data.Choice{}, func(s *sweep.Spec) {
		s.Methods, s.Kernel, s.Values["degree"], s.Values["m"] = []string{"nystrom", "accumulation"}, "polynomial", 3, 10
		s.Over, s.Reps, s.ExactLimit, s.MaxMemory = []sweep.Axis{{Name: "n", Values: []float64{50, 80}}}, 2, 60, 1e9
		s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureDEff}
	}, "sweep --methods nystrom,accumulation --over n=50,80 --kernel polynomial --degree 3 --m 10 --reps 2 " +
		"--exact-limit 60 --max-memory 1000000000 --figures error,d_eff bimodal"},
	{"friedman", data.Choice{}, func(s *sweep.Spec) {
		// m gives way to its formula
		s.Methods, s.Width, s.Values["m"], s.Test, s.Figures = []string{"nystrom"}, s.Width.WithGamma(0.5), 9, 0,
			sweep.Figures{}
		s.Over, s.With = []sweep.Axis{{Name: "n", Values: []float64{30, 60}}},
			[]sweep.Coupling{{Name: "half", Formula: "1/2"}, {Name: "m", Formula: "ceil(n^half)"}}
	}, "sweep --methods nystrom --over n=30,60 --gamma 0.5 --with half=1/2 --with 'm=ceil(n^half)' --test 0 --figures " +
		"fit friedman"},
	{"friedman", data.Choice{}, func(s *sweep.Spec) {
		s.Methods, s.N, s.Width = []string{"squeak"}, 50, s.Width.WithGamma(3) // γ gives way to the σ that is swept
		s.Values["budget"], s.Solver, s.Test = 1, "falkon", 0
		s.Over, s.Figures = []sweep.Axis{{Name: "sigma", Values: []float64{2, 5}}}, sweep.Figures{}
	}, "sweep --methods squeak --over sigma=2,5 --budget ridge --n 50 --test 0 --solver falkon --figures fit friedman"},
}

// TestLinesRunTheExperiment: the command writes the rows that the spec comes to, and says
// nothing that it would do anyway.
func TestLinesRunTheExperiment(t *testing.T) {
	methods := approx.Methods()
	for _, e := range experiments {
		from := source(t, e.data, e.choice)
		spec := usual(from)
		e.change(&spec)
		args := flagtext.Sweep(spec, methods, flagtext.Rows{Source: from})
		line := legible.Shell(args...)
		if l := from.Landmarks(); l != nil {
			line = strings.Replace(line, l.Path, "LIST", 1)
		}
		if line != e.want {
			t.Errorf("%s\nwant\n%s", line, e.want)
		}
		if axis := spec.Over; len(axis) == 1 && axis[0].Name == "sigma" {
			spec.Width = spec.Width.Unset()
		}
		if e.data == "friedman" && len(spec.Over) == 0 {
			continue // as long as it is short
		}
		plan, err := sweep.Prepare(spec, methods, sweep.NewStore(from))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for r := range plan.Run(t.Context(), 2) {
			want = append(want, key(&r))
		}
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), methods, append(args, "--format", "csv"), strings.NewReader(""), &out,
			&errs); err != nil {
			t.Fatalf("%s: %v\n%s", e.want, err, errs.String())
		}
		var read sweep.Results
		if _, err := read.Read(&out, "out.csv", 1e9); err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range read.Rows {
			got = append(got, key(&read.Rows[i]))
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s comes to\n%s\nwant\n%s", e.want, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// key is a row without times.
func key(r *sweep.Result) string {
	text := fmt.Sprint(r.Method, " rep ", r.Rep, " n ", r.N)
	for _, c := range sweep.AllColumns() {
		if c.Name != "seconds" && c.Name != "cached" {
			text += " " + c.Name + " " + c.Text(r)
		}
	}
	return text
}

// TestLinesFitTheModel: fit keeps what the spec says.
func TestLinesFitTheModel(t *testing.T) {
	methods := approx.Methods()
	for _, c := range []struct {
		data   string
		choice data.Choice
		change func(*sweep.Spec)
		want   string
	}{
		{plants, data.Choice{}, func(s *sweep.Spec) { s.Values["mu"] = 0.1 },
			"fit --method nystrom --mu 0.1 --test 0.2 --out OUT " + plants},
		{plants, data.Choice{Target: "kind"}, func(s *sweep.Spec) {
			s.Test, s.N, s.Learner, s.Width, s.Values["m"], s.Seed = 0, 90, "logistic", s.Width.WithGamma(0.5), 20, 4
		}, "fit --method nystrom --gamma 0.5 --m 20 --seed 4 --out OUT --target kind " + plants},
		{"friedman", data.Choice{}, func(s *sweep.Spec) { s.N, s.Test, s.Solver, s.Standardize = 80, 0, "falkon", true },
			"fit --method nystrom --n 80 --standardize=true --solver falkon --out OUT friedman"},
	} {
		from := source(t, c.data, c.choice)
		spec := usual(from)
		spec.Methods = []string{"nystrom"}
		c.change(&spec)
		out := filepath.Join(t.TempDir(), "model.json")
		args := flagtext.Fit(spec, methods, flagtext.Rows{Source: from}, out)
		if got := strings.Replace(legible.Shell(args...), out, "OUT", 1); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
		var said bytes.Buffer
		if err := command.Run(t.Context(), methods, args, strings.NewReader(""), &said, &said); err != nil {
			t.Fatalf("%s: %v\n%s", c.want, err, said.String())
		}
		m, err := fitted.Read(out, 1e9)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := sweep.Prepare(spec, methods, sweep.NewStore(from))
		if err != nil {
			t.Fatal(err)
		}
		trained, err := plan.Train(t.Context(), plan.Cells[0], m.Mu)
		if err != nil {
			t.Fatal(err)
		}
		if m.Rows != plan.Spec.N || !maps.Equal(m.Kernel.Values, trained.Kernel.Values) || m.Learner != trained.Learner ||
			!slices.Equal(m.Offsets, trained.Offsets) || m.Seed != spec.Seed ||
			(m.Scaling != nil) != (trained.Scaling != nil) || !slices.Equal(m.Classes, trained.Classes) {
			t.Errorf("%s keeps %+v, want n = %d, %+v", c.want, m.Origin, plan.Spec.N, trained.Offsets)
		}
	}
}

func TestFilesThatLookLikeSomethingElse(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"-odd.csv", "bimodal", "of mine.csv"} {
		if err := os.WriteFile(name, []byte("id,x,y\n1,2,3\n4,5,6\n7,8,9\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := data.Open(t.Context(), name, nil, data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		file, err := table.File(data.Choice{Target: "none", Columns: []string{"-id"}, DropMissing: true})
		if err != nil {
			t.Fatal(err)
		}
		spec := usual(file)
		spec.Methods = []string{"nystrom"}
		got := flagtext.Sweep(spec, nil, flagtext.Rows{Source: file, Dialect: data.Dialect{Header: data.HeaderYes}})
		path := "./" + name
		if name == "of mine.csv" {
			path = name
		}
		if want := []string{"sweep", "--methods", "nystrom", "--target", "none", "--columns", "-id", "--header", "yes",
			"--drop-missing", path}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestListsReadBack(t *testing.T) {
	budget, clusters, gamma := model.Budget(nil), model.Clusters(nil), model.Gamma(nil)
	for _, c := range []struct {
		p      model.Param
		values []float64
		want   string // "" where any spelling will do
	}{
		{budget, budget.Spaced(10, 500, 8), "10..500:8"},
		{clusters, clusters.Spaced(1, 20, 30), ""}, // rounding leaves fewer
		{gamma, gamma.Spaced(0.0123456789, 1.0/3, 7), ""},
		{budget, []float64{5}, "5"},
		{budget, []float64{3, 1, 2}, "3,1,2"},
	} {
		got := flagtext.List(c.p, c.values)
		if c.want != "" && got != c.want {
			t.Errorf("%v is written %s, want %s", c.values, got, c.want)
		}
		if back, err := sweep.ParseList(c.p, got); err != nil || !slices.Equal(back, c.values) {
			t.Errorf("%s reads %v, was %v: %v", got, back, c.values, err)
		}
	}
}

// TestOwnMethods: a line names the program of each method of the user's own that it runs, and of no other.
func TestOwnMethods(t *testing.T) {
	methods := approx.Methods()
	mine, theirs := methods[0], methods[0]
	mine.Name, mine.Command, theirs.Name, theirs.Command = "mine", "python3 mine.py", "theirs", "theirs"
	all := append(slices.Clone(methods), mine, theirs)
	from := source(t, "friedman", data.Choice{})
	spec := usual(from)
	spec.Methods = []string{"mine", "nystrom"}
	const program = "--method-command 'python3 mine.py' "
	for got, want := range map[string]string{
		legible.Shell(flagtext.Sweep(spec, all, flagtext.Rows{Source: from})...): "sweep " + program +
			"--methods mine,nystrom friedman",
		legible.Shell(flagtext.Fit(spec, all, flagtext.Rows{Source: from}, "m")...): "fit --method mine " + program +
			"--test 0.2 --out m friedman",
	} {
		if got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	spec.Methods = spec.Methods[1:]
	if got := legible.Shell(flagtext.Sweep(spec, all,
		flagtext.Rows{Source: from})...); got != "sweep --methods nystrom friedman" {
		t.Error(got)
	}
}
