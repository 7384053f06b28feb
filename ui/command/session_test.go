package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/terminaltest"
)

// sessionFile writes a session of some data with γ and m set, in the form of the
// first sessions, which more has been added to since.
func sessionFile(t *testing.T, data string) string {
	t.Helper()
	spec := sweep.DefaultSpec(150)
	spec.Assignment = spec.WithAll(model.Values{"gamma": 3, "m": 40})
	spec.MaxMemory = 1 << 50
	spec.With = []sweep.Coupling{{Name: "mu", Formula: "1/m"}}
	spec.Over, spec.Methods, spec.Test, spec.Seed = []sweep.Axis{{Name: "m", Values: []float64{10, 20}}},
		[]string{"bka", "nystrom"}, 0.3, 5
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "s.json")
	all := fmt.Sprintf(`{"gramscope_session":2,"data":%s,"spec":%s,"screen":"1","focus":"knobs","charted":"first chart","knob":"m","method":"bka","value":"error",
		"x":null,"y":true,"effective_dimension":false,"rank_x":null,"rank_y":null,"regression":{"value":"test error","x":null,"y":null}}`, data, text)
	if err := os.WriteFile(path, []byte(all), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// resumeLine reads a command line as the explorer does, up to the data.
func resumeLine(t *testing.T, args ...string) (*settings, string, error) {
	t.Helper()
	p := &program{methods: approx.Methods(), args: args, stdout: os.Stdout, stderr: os.Stderr}
	s, screen := p.explorerFlags()
	words, err := s.flags.parse(args)
	name := strings.Join(words, " ")
	if err != nil {
		t.Fatal(err)
	}
	from, err := p.readSession(t.Context(), screen.session)
	if err != nil {
		return nil, "", err
	}
	return p.resumed(from, screen.session, s.flags, name)
}

// tellsWhatIsMissing checks the error of a session whose data or landmarks can't be read.
func tellsWhatIsMissing(t *testing.T, path, missing string) {
	t.Helper()
	x := terminaltest.New(t, 120, 40)
	var errs strings.Builder
	status := Report(Run(t.Context(), approx.Methods(), []string{"--session", path}, x.TTY, x.TTY, &errs), &errs)
	const remedy = "gramscope --session FILE DATA, or --landmarks FILE"
	if said := errs.String(); status != 1 || !strings.Contains(said, missing) || !strings.Contains(said, remedy) {
		t.Errorf("status %d: %s, want %q and %q", status, said, missing, remedy)
	}
}

// TestFlagsWinOverTheSession: what is given beside it counts, the rest is the session's.
func TestFlagsWinOverTheSession(t *testing.T) {
	path := sessionFile(t, `{"set":"bimodal"}`)
	machine, _ := model.MachineMemory()
	for line, check := range map[string]func(sweep.Spec, string) bool{
		"": func(s sweep.Spec, name string) bool {
			return name == "bimodal" && s.N == 150 && s.Width.String() == "gamma=3" && s.Values["m"] == 40 && s.Test == 0.3 &&
				s.Seed == 5 && s.MaxMemory == machine &&
				len(s.Over) == 1 && len(s.Over[0].Values) == 2 && s.Formula("mu") == "1/m" &&
				slices.Equal(s.Methods, []string{"bka", "nystrom"})
		},
		"--m 50 --seed 7": func(s sweep.Spec, _ string) bool {
			return s.Values["m"] == 50 && s.Seed == 7 && s.Width.String() == "gamma=3"
		},
		"--sigma 0.5": func(s sweep.Spec, _ string) bool { return s.Width.String() == "sigma=0.5" },
		"--sigma mean": func(s sweep.Spec, _ string) bool {
			return len(s.Values) == 1 &&
				s.Width.String() == "sigma=mean"
		},
		"--over clusters=2..8:3": func(s sweep.Spec, _ string) bool {
			return len(s.Over) == 1 &&
				s.Over[0].Name == "clusters"
		},
		"--with mu=2/m":     func(s sweep.Spec, _ string) bool { return len(s.With) == 1 && s.Formula("mu") == "2/m" },
		"--methods fourier": func(s sweep.Spec, _ string) bool { return slices.Equal(s.Methods, []string{"fourier"}) },
		"--n 60 --test 0 blobs": func(s sweep.Spec, name string) bool {
			return name == "blobs" && s.N == 60 && s.Test == 0 && s.Width.String() == "gamma=3"
		},
		"--kernel linear --mu 2": func(s sweep.Spec, _ string) bool {
			return s.Kernel == "linear" && s.Values["mu"] == 2 && s.Values["m"] == 40 && len(s.With) == 0
		},
	} {
		s, name, err := resumeLine(t, append(strings.Fields(line), "--session", path)...)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		source, _, err := s.loader.open(t.Context(), name, nil)
		if err != nil {
			t.Fatal(err)
		}
		spec, _, err := s.specFor(source)
		if err != nil || !check(spec, name) {
			t.Errorf("%q: data %s, %+v: %v", line, name, spec, err)
		}
	}
}

// TestSessionOfASetWithSettings: it comes back with them, and a set is one with others.
func TestSessionOfASetWithSettings(t *testing.T) {
	path := sessionFile(t, `{"set":"decay:delta=3,noise=0.1"}`)
	for given, want := range map[string]string{"": "decay:delta=3,noise=0.1", "decay:kappa=2": "decay:kappa=2"} {
		s, name, err := resumeLine(t, append(strings.Fields(given), "--session", path)...)
		if err != nil {
			t.Fatal(err)
		}
		source, _, err := s.loader.open(t.Context(), name, nil)
		if err != nil || source.Name() != want || s.spec.N != 150 {
			t.Errorf("%q: data %s, n = %d: %v", given, source.Name(), s.spec.N, err)
		}
	}
	const near = "decoy:delta=3: no such file or set (did you mean decay?)"
	tellsWhatIsMissing(t, sessionFile(t, `{"set":"decoy:delta=3"}`), near)
}

// TestSessionOfAFileThatMoved: its columns stay chosen where another file is given.
func TestSessionOfAFileThatMoved(t *testing.T) {
	folder := t.TempDir()
	gone, here := filepath.Join(folder, "gone.csv"), filepath.Join(folder, "here.csv")
	if err := os.WriteFile(here, []byte("id,x,y\n1,2,3\n4,5,6\n7,8,9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	path := sessionFile(t, fmt.Sprintf(`{"file":%q,"target":"none","columns":["-id"]}`, gone))
	tellsWhatIsMissing(t, path, gone)
	s, name, err := resumeLine(t, "--session", path, here)
	if err != nil || name != here {
		t.Fatalf("%s: %v", name, err)
	}
	source, _, err := s.loader.open(t.Context(), name, nil)
	if err != nil || source.Dims() != 2 || source.HasTarget() {
		t.Fatalf("%d features, target %v: %v", source.Dims(), source.HasTarget(), err)
	}
	if spec, _, _ := s.specFor(source); spec.Test != 0 {
		t.Errorf("test rows without a target: %v", spec.Test)
	}
	if s, _, err = resumeLine(t, "--session", path, "bimodal"); err != nil || s.spec.N != 150 ||
		s.spec.Values["m"] != 40 || len(s.spec.Values) != 1 {
		t.Errorf("other kind of data: %+v: %v", s.spec, err)
	}
	tellsWhatIsMissing(t, sessionFile(t, `{"set":"trimodal"}`), "trimodal: no such file or set")
	bare := filepath.Join(folder, "bare.csv")
	if err := os.WriteFile(bare, []byte("1,2,3\n4,,6\n7,8,9\n2,2,2\n5,-,5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	path = sessionFile(t, fmt.Sprintf(`{"file":%q,"target":"3","drop_missing":true,"header":"yes","missing":["-"]}`, bare))
	if s, name, err = resumeLine(t, "--session", path); err != nil || name != bare {
		t.Fatalf("%s: %v", name, err)
	}
	if source, _, err = s.loader.open(t.Context(), name, nil); err != nil || source.Rows() != 2 || source.Dims() != 2 ||
		!source.HasTarget() {
		t.Errorf("how the file was read is forgotten: %+v: %v", source, err)
	}
	for field, want := range map[string]string{
		`"header":"maybe"`:  `header: unknown value "maybe"; choose one of auto, yes, no`,
		`"separator":"dot"`: `separator: unknown separator "dot"`,
		`"skip_lines":-1`:   `skip-lines: "-1" is not a whole number`,
		`"decimal":"blank"`: `decimal: unknown value "blank"`,
		`"indefinite":"x"`:  `indefinite: unknown value "x"`,
	} {
		path := sessionFile(t, fmt.Sprintf(`{"file":%q,%s}`, bare, field))
		if _, _, err := resumeLine(t, "--session", path); err == nil || !strings.HasPrefix(err.Error(), path+": "+want) {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, _, err = resumeLine(t, "--session", here+".none"); err == nil ||
		!strings.Contains(err.Error(), ".none: no such file or directory, expected a session") {
		t.Errorf("no session: %v", err)
	}
	if _, _, err = resumeLine(t, "--session", sessionFile(t, `{"file":"-"}`)); err == nil ||
		!strings.Contains(err.Error(), "standard input") {
		t.Errorf("standard input: %v", err)
	}
}

// TestOneWidthBesideTheSession: a width that is given replaces the session's rule, be it
// a number or another rule.
func TestOneWidthBesideTheSession(t *testing.T) {
	text, err := os.ReadFile(sessionFile(t, `{"set":"bimodal"}`))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mean.json")
	mean := strings.NewReplacer(`"width":"median"`, `"width":"mean"`, `"gamma":3,`, "").Replace(string(text))
	if err := os.WriteFile(path, []byte(mean), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"": "mean map[m:40]", "--gamma 2": "median map[gamma:2 m:40]",
		"--sigma median": "median map[m:40]"} {
		s, _, err := resumeLine(t, append(strings.Fields(line), "--session", path)...)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(s.spec.Width.Rule(), " ", s.spec.Named()); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

func TestResultsThatAreBroken(t *testing.T) {
	const good = "data,n,d,method,m,rep,error\nx,40,2,nystrom,10,1,0.5\n"
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fine := file("good.csv", good)
	for name, c := range map[string][2]string{
		"empty.csv": {"", "is empty"}, "head.csv": {"data,n,d,method,m,rep,error\n", "no rows"},
		"other.csv": {"a,b\n1,2\n", "other.csv:1: these are not the columns"},
		"without.csv": {"data,d,method,m,rep,error\nx,2,nystrom,20,1,0.5\nx,2,nystrom,30,1,0.5\n",
			"without.csv:2: the column n, which all results have, is missing"},
		"rows.jsonl": {"{\"data\":\"x\"}\n", "rows.jsonl:1: this is no header line of CSV"},
		"words.csv":  {good + "x,many,2,nystrom,20,1,0.5\nx,40,2,nystrom,30,1,0.5\n", "words.csv:3:3: column n holds"},
		"short.csv":  {good + "x,40\nx,40,2,nystrom,30,1,0.5\n", "short.csv:3: 2 cells"},
		"nan.csv":    {good + "x,40,2,nystrom,20,1,NaN\nx,40,2,nystrom,30,1,0.5\n", "nan.csv:3:21: column error"},
	} {
		names := []string{file(name, c[0])}
		if name != "head.csv" {
			names = append([]string{fine}, names...)
		}
		if _, err := results(t.Context(), names, 1e9); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
	}
	if _, err := results(t.Context(), []string{filepath.Join(folder, "none.csv")}, 1e9); err == nil ||
		!strings.Contains(err.Error(), "none.csv: no such file") {
		t.Errorf("no file: %v", err)
	}
	cut, err := results(t.Context(), []string{file("cut.csv", good+"x,40,2,nystrom,20,1,0.5\nx,40,2,nys")}, 1e9)
	if err != nil || len(cut.Rows) != 2 || len(cut.Notes) != 1 ||
		!strings.Contains(cut.Notes[0], "cut.csv:4: the file ends in") {
		t.Errorf("a file that was cut: %+v: %v", cut, err)
	}
	all, err := results(t.Context(), []string{fine,
		file("more.csv", "data,n,d,method,accum,rep,error,seconds\ny,50,3,bka,4,1,0.25,1\n")}, 1e9)
	if err != nil || len(all.Rows) != 2 || strings.Join(all.Header, ",") != "data,n,d,method,m,rep,error,accum,seconds" {
		t.Errorf("two files: %+v: %v", all, err)
	}
}

func TestViewNeedsATerminal(t *testing.T) {
	for line, want := range map[string]string{"view r.csv": "needs a terminal", "view": "no file of results"} {
		err := Run(t.Context(), approx.Methods(), strings.Fields(line), strings.NewReader(""), &strings.Builder{},
			&strings.Builder{})
		if status := Report(err, &strings.Builder{}); status != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: status %d, %v", line, status, err)
		}
	}
}

// TestSessionOfLandmarks: their file is read again, another may be given, and one that is
// gone is told of.
func TestSessionOfLandmarks(t *testing.T) {
	folder := t.TempDir()
	list, other := filepath.Join(folder, "l.csv"), filepath.Join(folder, "other.csv")
	for path, content := range map[string]string{list: "x1,x2,x3\n1,2,3\n4,5,6\n", other: "x1,x2,x3\n7,8,9\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := sessionFile(t, fmt.Sprintf(`{"set":"bimodal","landmarks":%q}`, list))
	for given, want := range map[string]int{"": 2, "--landmarks " + other: 1, "bimodal": 2} {
		s, name, err := resumeLine(t, append(strings.Fields(given), "--session", path)...)
		if err != nil {
			t.Fatal(err)
		}
		source, _, err := s.loader.open(t.Context(), name, nil)
		if err != nil || source.Landmarks().Count() != want {
			t.Errorf("%q: %v landmarks, want %d: %v", given, source.Landmarks(), want, err)
		}
	}
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	tellsWhatIsMissing(t, path, list)
	if _, _, err := resumeLine(t, "--session", path, "--landmarks", other); err != nil {
		t.Errorf("another in its place: %v", err)
	}
}

// TestFlagsOfTheExplorer: flags that contradict each other do not open it; γ counts beside widths of the features.
func TestFlagsOfTheExplorer(t *testing.T) {
	p := &program{methods: approx.Methods(), stdout: os.Stdout, stderr: os.Stderr}
	bimodal, _, err := synthetic.Find("bimodal")
	if err != nil {
		t.Fatal(err)
	}
	for line, width := range map[string]string{
		"--gamma 1 --sigma 2":                    "",
		"--over gamma=1,2 --sigma 2":             "",
		"--over sigma=1,2 --gamma 2":             "",
		"--over m=5,10 --over gamma=1,2":         "",
		"--methods nystrm":                       "",
		"--m none":                               "",
		"--m error<=0.1 --over m=5,10 --gamma 2": "gamma=2",
		"--widths 1,2,3":                         "sigma=1",
		"--widths 1,2,3 --gamma 3":               "gamma=3",
	} {
		opened := p.opened(strings.Fields(line), bimodal)
		if width == "" && opened != nil || width != "" && (opened == nil || opened.Spec.Width.String() != width) {
			t.Errorf("%s opens with %+v, want the width %q", line, opened, width)
		}
	}
}
