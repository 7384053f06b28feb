package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/session"
)

// opening returns the config of an explorer on a source, without flags.
func opening(p *program, source data.Source) ui.Config {
	s, screen := p.explorerFlags()
	config, _ := p.config(s, screen, nil, source)
	return config
}

// faultOf returns the error of a part of what is shown with that text.
func faultOf(p *program, name, text string) error {
	config := opening(p, synthetic.Generators()[0])
	config.Parts = []session.Field{session.Given(name, text)}
	_, err := ui.Opened(config)
	return err
}

// possibleParts returns the texts that each part of what is shown can have, among them such as a shell would not leave
// alone.
func possibleParts(t *testing.T, p *program) (list [][]session.Field) {
	t.Helper()
	texts := []string{"true", "false", "log", "linear", "default", "20:30", "1e-3:0.5", "0", "-1", "7", "0.5", "16", "x2",
		"it's", "$HOME `id` \"\\!", "a\nb\tc", "γ=½", "", "--n", "*"}
	for _, field := range p.opened(nil, synthetic.Generators()[0]).Shown {
		name := session.Short(field.Name)
		if name == "lessons.answers" {
			continue
		}
		var parts []session.Field
		err := faultOf(p, name, "?")
		words := texts
		if _, list, isList := strings.Cut(fmt.Sprint(err), "(choose one of "); isList {
			words = strings.Split(strings.Trim(list, "[])"), ", ")
		}
		for _, word := range append(words, "0.5", "16") {
			if faultOf(p, name, word) == nil {
				parts = append(parts, session.Given(name, word))
			}
		}
		if len(parts) < 2 {
			t.Errorf("%s can be %v only", name, parts)
		}
		list = append(list, parts)
	}
	return list
}

// drawnState returns a random state of the explorer on a source.
func drawnState(t *testing.T, p *program, source data.Source, possible [][]session.Field,
	draw *rand.Rand) *session.Session {
	t.Helper()
	one := func(in int) bool { return draw.IntN(in) == 0 }
	config := opening(p, source)
	spec := config.Spec
	valueOf := func(q model.Param) float64 {
		if q.Choices != nil {
			return float64(draw.IntN(len(q.Choices)))
		}
		all := q.Spaced(max(q.Min, 1e-6), min(q.Max, 60), 97)
		v, _ := q.Check(all[draw.IntN(len(all))])
		return v
	}
	spec.Kernel = []string{"gaussian", "gaussian", "laplacian", "polynomial", "linear"}[draw.IntN(5)]
	able, _ := sweep.Applicable(p.methods, spec.Kernel, spec.N, source)
	spec.Methods = slices.DeleteFunc(spec.Methods, func(name string) bool { return !slices.Contains(able, name) })
	if one(2) {
		draw.Shuffle(len(able), func(i, j int) { able[i], able[j] = able[j], able[i] })
		spec.Methods = able[:1+draw.IntN(5)]
	}
	if one(2) {
		spec.N, spec.Reps, spec.Standardize = 20+draw.IntN(50), 1+draw.IntN(4), one(2)
	}
	if source.HasTarget() && one(2) {
		spec.Test = float64(draw.IntN(3)) / 10
	}
	if one(3) {
		spec.Seed = draw.Uint64N(1 << 62)
	}
	switch draw.IntN(5) {
	case 0:
		spec.Width = kernel.WidthByRule(kernel.Mean)
	case 1:
		spec.Width = spec.Width.WithGamma(draw.ExpFloat64())
	case 2:
		spec.Width = spec.Width.WithSigma(draw.ExpFloat64())
	}
	var used []model.Param
	for _, q := range sweep.Parameters(p.methods) {
		if slices.ContainsFunc(p.methods,
			func(m model.Method) bool { return slices.Contains(spec.Methods, m.Name) && m.Uses(q.Name) }) {
			used = append(used, q)
		}
		if one(12) && q.Name != model.TrainRowsName && !model.IsWidth(q.Name) {
			spec.Values[q.Name] = valueOf(q)
		}
	}
	if one(2) && len(used) > 0 {
		q := used[draw.IntN(len(used))]
		values := []float64{valueOf(q), valueOf(q), valueOf(q)}
		slices.Sort(values)
		spec.Over = []sweep.Axis{{Name: q.Name, Values: slices.Compact(values)}}
	}
	if one(8) && len(spec.Over) > 0 && spec.Over[0].Name != model.BudgetName {
		spec.With = []sweep.Coupling{{Name: "m", Formula: "ceil(1.5*n^(1/2))"}}
	}
	if source.Classes() == nil && one(4) {
		spec.Learner, spec.Solver = "ridge", []string{"", "pcg", "falkon"}[draw.IntN(3)]
	}
	config.Spec = spec
	for _, parts := range possible {
		if one(8) {
			config.Parts = append(config.Parts, parts[draw.IntN(len(parts))])
		}
	}
	state, err := ui.Opened(config)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// drawnSource returns a built-in set, or a file and a choice of its columns.
func drawnSource(t *testing.T, draw *rand.Rand) data.Source {
	t.Helper()
	if draw.IntN(3) > 0 {
		set, _, err := synthetic.Find([]string{"bimodal", "moons", "decay:delta=3,noise=0.1"}[draw.IntN(3)])
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	table, err := data.Open(t.Context(), "../../testdata/cli/plants.csv", nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File([]data.Choice{{Target: "kind"}, {Target: "none"},
		{Target: "weight_g", Columns: []string{"-age"}}}[draw.IntN(3)])
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// typed returns the state in which the explorer opens by a command line that a shell has read, with a standard input.
func typed(t *testing.T, p *program, line, input string) (*session.Session, data.Source) {
	t.Helper()
	out, err := exec.Command("bash", "-c", `gramscope() { printf '%s\0' "$@"; }; `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	args := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	p.args = args
	s, screen := p.explorerFlags()
	words, err := s.flags.parse(args)
	name := strings.Join(words, " ")
	var resumed *session.Session
	if err == nil && screen.session != "" {
		p.stdin = strings.NewReader(input)
		resumed, err = p.readSession(t.Context(), screen.session)
		if err == nil {
			s, name, err = p.resumed(resumed, screen.session, s.flags, name)
		}
	}
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	source, _, err := s.loader.open(t.Context(), name, nil)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	config, err := p.config(s, screen, resumed, source)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	state, err := ui.Opened(config)
	if err != nil {
		t.Fatal(err)
	}
	return state, source
}

// TestLinesOpenTheState: a line of flags, read by a shell and by the program, opens the explorer in the state that it
// was written for, and so does the line with the whole session.
func TestLinesOpenTheState(t *testing.T) { checkLines(t, 6) }

// checkLines draws states, and returns how many of them have a line of flags.
func checkLines(t *testing.T, states int) (byFlags int) {
	t.Helper()
	p := &program{methods: approx.Methods()}
	possible := possibleParts(t, p)
	for seed := range uint64(states) {
		draw := rand.New(rand.NewPCG(seed, 30))
		source := drawnSource(t, draw)
		state := drawnState(t, p, source, possible, draw)
		args := p.spelled(state, source)
		if args != nil {
			byFlags++
			line := "gramscope " + legible.Shell(args...)
			if got, _ := typed(t, p, line, ""); !equal(got, state) {
				t.Errorf("seed %d: %s does not open %+v", seed, line, state)
			}
		}
		if args != nil && seed%10 > 0 { // sessions have tests of their own
			continue
		}
		text, err := state.Line()
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := typed(t, p, "gramscope --session -", text); !equal(got, state) {
			t.Errorf("seed %d: %s does not open %+v", seed, text, state)
		}
	}
	return byFlags
}

// TestLinesOfUsualStates: lines as one would type them come back as they are, and in few characters.
func TestLinesOfUsualStates(t *testing.T) {
	p := &program{methods: approx.Methods()}
	for _, line := range []string{
		"gramscope bimodal",
		"gramscope --gamma 3.2 --screen 3 bimodal",
		"gramscope --m 64 --mu 0.001 --seed 7 --show 'value=test error' --show x=log --show theory=true decay:delta=3",
		"gramscope --methods nystrom,rpcholesky,recursive-rls --over gamma=0.13182345678901233..1318.2345678901233:9 " +
			"--gamma 13.182345678901234 --n 500 --show knob=mu --show 'value=test error' friedman",
		"gramscope --methods bka --kernel laplacian --sigma mean --n 300 --screen 6 --show 'regression.value=bias and " +
			"variance' --show regression.x=linear friedman",
		"gramscope --methods squeak,bless --m 32 --with 'm=ceil(n^(1/2))' --screen 5 --show stream.step=12 --show " +
			"stream.playing=false moons",
		"gramscope --screen 2 --show spectrum.charts.1=coherence --show 'spectrum.axes.degrees of freedom.1=linear' blobs",
		"gramscope --target kind --columns -age --show 'points.1=leaf width' ../../testdata/cli/plants.csv",
		"gramscope --show lesson=scores bimodal",
	} {
		state, source := typed(t, p, line, "")
		got := "gramscope " + legible.Shell(p.arguments(state, source)...)
		if got != line || utf8.RuneCountInString(line) > longestLine {
			t.Errorf("%s\nis written as\n%s", line, got)
		}
	}
}

// TestPartsThatAreRefused: without a name and a value they are wrong usage, and the faults of others say what to write
// instead.
func TestPartsThatAreRefused(t *testing.T) {
	p := &program{methods: approx.Methods()}
	for part, want := range map[string]string{
		"screen":                    `"screen" is not NAME=VALUE; write it as in --show x=log`,
		"screen=9":                  `there is no "9"; choose one of 1, 2,`,
		"screen.x=1":                "there is no such part; did you mean screen?",
		"vale=error":                "there is no such part; did you mean value?",
		"=1":                        `"=1" is not NAME=VALUE`,
		"9.value=error":             "there is no such part; did you mean",
		"gramscope_session=2":       "there is no such part",
		"spec.n=5":                  "there is no such part",
		"value=luck":                `there is no "luck"; choose one of error, spectral error`,
		"knob=gama":                 `there is no "gama"; did you mean gamma?`,
		"lesson=../etc/passwd":      `there is no "../etc/passwd"`,
		"x=logg":                    `there is no "logg"; did you mean log?`,
		"theory=maybe":              `"maybe" is not true or false; give true or false`,
		"stream=1":                  "did you mean stream.step?",
		"stream.step=-9":            "count from 0, or give -1",
		"stream.step=1e99":          "give a whole number",
		"stream.steps_a_second=NaN": "give a number",
		"stream.axes.1.3=log":       "there is no such part",
		"stream.axes.0.1=log":       "there is no such part",
		"regression.over.=mu":       "there is no such part",
		"regression.over.\x1b[31m=": "there is no such part",
		"spectrum.axes.x.1=log":     "there is no such part",
		strings.Repeat("x.", 1e5):   "is not NAME=VALUE",
	} {
		name, text, isPair := strings.Cut(part, "=")
		if isPair && name != "" {
			err := fmt.Sprint(faultOf(p, name, text))
			for want := range strings.SplitSeq(want, "; ") {
				if !strings.Contains(err, want) {
					t.Errorf("%.40s: %.400s\nwant %s", part, err, want)
				}
			}
			continue
		}
		var errs strings.Builder
		status := Report(Run(t.Context(), approx.Methods(), []string{"--show", part, "none.csv"}, strings.NewReader(""),
			&strings.Builder{}, &errs), &errs)
		if status != 2 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%.40s: status %d, %.400s\nwant %s", part, status, errs.String(), want)
		}
	}
}

// TestMistypedCommand: DATA of the explorer that is like the name of a command is told so; that of other commands is not.
func TestMistypedCommand(t *testing.T) {
	p := &program{methods: approx.Methods()}
	for want, f := range map[string]*flags{"did you mean sweep?": p.root(), "no such file": p.sweep()} {
		l := loader{flags: f, kernel: new(string), maxBytes: new(int64)}
		if _, err := l.table(t.Context(), "swep", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tun", []byte("x,y\n1,2\n3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{"swep": "did you mean sweep?", "tun": "the explorer needs a terminal"} {
		var none strings.Builder // no terminal
		err := Run(t.Context(), approx.Methods(), []string{word}, strings.NewReader(""), &none, &none)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", word, err, want)
		}
	}
}
