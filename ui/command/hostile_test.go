package command_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gramscope/data/legible"
	"gramscope/model/fitted"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

// hostile is a name that would set a terminal's title and colour, break lines and
// turn the order of writing.
const hostile = "\x1b]0;owned\x07\x1b[31m\u202e\u2066\u009b2J\x7f\r\n\t\u2028\u200f\ufeff\xffend"

// inCSV is as much of it as a cell of data without quotes may hold.
const inCSV = "\x1b]0;owned\x07\x1b[31m\u202e\u2066\u009b2J\x7f\u2028\u200f\ufeffend"

// hostileFiles writes files of all kinds into the present folder, by what they are.
func hostileFiles(t *testing.T) map[string]string {
	t.Helper()
	at := map[string]string{}
	put := func(kind, ending, content string) {
		at[kind] = kind + strings.ReplaceAll(hostile, "/", "") + ending
		if err := os.WriteFile(at[kind], []byte(content), 0o600); err != nil {
			t.Skip("no such names here: ", err)
		}
	}
	table := func(target func(int) string) string {
		text := fmt.Sprintf("a%s,b%s,\"x\t\n y\",target %s\n", inCSV, inCSV, inCSV)
		for i := range 40 {
			text += fmt.Sprintf("%d,%d,%s%d,%s\n", i, i*i%7, inCSV, i%2, target(i))
		}
		return text
	}
	put("numbers", ".csv", table(func(i int) string { return fmt.Sprint(i%5 + i%3) }))
	put("classes", ".csv", table(func(i int) string { return []string{"p" + inCSV, "q" + inCSV}[i%2] }))
	put("others", ".csv", "z"+inCSV+",w\n1,2\n3,4\n")
	put("mixed", ".csv", "a,b"+inCSV+"\n1,2\n2,"+inCSV+"\n3,4\n")
	put("ids", ".csv", identifiers()+"key"+inCSV+",1\n")
	put("ragged", ".csv", "a"+inCSV+",b\n1,2\n3\n")
	put("latin", ".csv", "a,b\n1,"+hostile+"\n2,y\n")
	put("libsvm", ".libsvm", "1 1:2 2:"+hostile[:20]+"\n2 1:1\n")
	put("npy", ".npy", "\x93NUMPY\x01\x00\x76\x00{'descr': '"+hostile+"'}"+strings.Repeat(" ", 200))
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, name := range []string{"u" + hostile, "v" + hostile} {
		w, err := archive.Create(name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		head := fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 2), }")
		fmt.Fprintf(w, "\x93NUMPY\x01\x00\x76\x00%s%s", head, strings.Repeat("\x00\x00\x00\x00\x00\x00\xf0\x3f", 8))
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	put("npz", ".npz", packed.String())
	put("results", ".csv", resultsOf(sweepRow("nystrom", "10"), sweepRow(hostile, "20")))
	word := sweepRow("nystrom", "10")
	word[1] = hostile // n
	put("words", ".csv", resultsOf(word))
	put("headless", ".csv", "a,"+inCSV+"\n1,2\n")
	put("session", ".json", `{"gramscope_session":2,"spec":{"kernel":`+quoted(hostile)+`,"methods":[`+quoted(hostile)+
		`]},"data":{"file":`+quoted(hostile)+`}}`)
	put("key", ".json", `{"gramscope_session":2,`+quoted(hostile)+`:1}`)
	put("program", ".json", `{"format":"gramscope model","version":99,"program":`+quoted(hostile)+`}`)
	return at
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

// sweepRow is a row of results with hostile texts.
func sweepRow(method, m string) []string {
	return []string{hostile, "40", "2", hostile, "2", "0.5", method, m, "1", "1", "1", "1", "0.5", hostile, hostile,
		"0.25"}
}

func resultsOf(rows ...[]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(append(strings.Split("data n d kernel gamma sigma method m mu score_ridge rep seed error failure warnings",
		" "), "own"+hostile))
	_ = w.WriteAll(rows)
	return b.String()
}

// hostileModel is a classifier of the plants with other names of target and classes.
func hostileModel(t *testing.T, file, plants string) {
	t.Helper()
	plain, _ := fitTo(t, "--m 5 --gamma 0.1 --target kind "+plants)
	m, err := fitted.Read(plain, 1e9)
	if err != nil {
		t.Fatal(err)
	}
	m.Data, m.Coding.Target.Name = hostile, hostile
	for i := range m.Coding.Target.Texts {
		m.Coding.Target.Texts[i] += hostile
	}
	content, err := fitted.Encode(file, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// isText fails where an output holds more than lines that are legible.
func isText(t *testing.T, where, text string) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if shown := legible.Text(line); shown != line {
			t.Errorf("%s: %q", where, line)
			return
		}
	}
}

// line is a command line without the program's and the command's name.
type line struct {
	args []string
	kind kind
}

// kind is what a command line writes to standard output.
type kind int

const (
	text     kind = iota // to be read, and legible everywhere
	programs             // for programs, which in a pipe get all as it is
	opens                // a screen
)

func (k kind) of(args ...string) line { return line{args, k} }

// hostileLines are command lines in which all is hostile that may be, by command.
func hostileLines(f map[string]string, plants string) map[string][]line {
	small := func(k kind, more ...string) line {
		return k.of(append([]string{"--methods", "nystrom", "--workers", "1", "--n", "20"}, more...)...)
	}
	resumed := func(k kind, format string) line {
		return k.of("--methods", "best", "--over", "m=2,3,4", "--gamma", "1", "--regression=false", "--resume", "resumed.csv",
			"numbers.csv", "--format", format)
	}
	lines := map[string][]line{
		"": {text.of(hostile), text.of(hostile, hostile), text.of("--" + hostile), text.of("swep" + hostile),
			text.of("--session", f["session"]),
			text.of("--session", f["key"]), opens.of("--n", "20", "--theme", "none", f["numbers"]),
			opens.of("--n", "20", f["classes"])},
		"sweep": {small(programs, "--m", "4", f["numbers"]), small(programs, "--m", "4", f["numbers"], "--format", "json"),
			small(text, "--m", "4", f["classes"], "--format", "table"),
			resumed(programs, "csv"), resumed(programs, "json"), resumed(text, "table"),
			text.of("--over", hostile+"=1", f["numbers"]), text.of("--resume", f["headless"], f["numbers"])},
		"tune": {small(text, "--gammas", "1", "--mus", "1", "--m", "4", f["numbers"]),
			small(programs, "--gammas", "1", "--mus", "1", "--m", "4", "--format", "json", f["classes"])},
		"fit": {text.of("--out", "numbers"+hostile, "--m", "4", f["numbers"]),
			text.of("--out", "classes"+hostile, "--m", "4", f["classes"]),
			text.of("--out", "classes"+hostile, f["classes"])},
		"predict": {text.of("model.json", plants), programs.of("model.json", plants, "--probabilities"),
			text.of("model.json", plants, "--score"), text.of("model.json", f["numbers"]),
			text.of("numbers"+hostile, f["others"]), text.of(f["program"], f["numbers"]), text.of(hostile, hostile),
			text.of(f["results"], f["numbers"])},
		"view": {opens.of(f["results"]), text.of(f["words"]), text.of(f["headless"]), text.of(hostile)},
		"plot": {text.of("--tex", "-", f["results"]), programs.of("--svg", "-", "--title", hostile, f["results"]),
			text.of(f["words"]), text.of(f["headless"]), text.of(hostile),
			text.of("--x", hostile, f["results"]), text.of("--methods", hostile, f["results"]),
			text.of("--where", hostile+"=1", f["results"]), text.of("--svg", "no/"+hostile, f["results"])},
		"methods": {text.of(hostile), text.of(hostile, hostile)},
		"data":    {text.of(f["numbers"]), text.of(f["classes"]), text.of("--target", hostile, f["numbers"])},
		"reproduce": {text.of(hostile), text.of("bach-pumadyn32nm", "--data", hostile),
			text.of("bach-theorem-1", "--svg", "no/"+hostile)},
		"lesson":     {text.of(hostile), text.of("--check", hostile)},
		"completion": {text.of(hostile), text.of("bash", hostile)},
		"man":        {text.of(hostile)},
		"help":       {text.of(hostile), text.of("sweep", hostile)},
		"version":    {text.of(hostile), text.of("x", hostile)},
	}
	for _, kind := range []string{"mixed", "ids", "ragged", "latin", "libsvm", "npy", "npz"} {
		lines["data"], lines["sweep"] = append(lines["data"], text.of(f[kind])), append(lines["sweep"], text.of(f[kind]))
	}
	return lines
}

// writeResumed writes numbers.csv, the file under a name that CSV keeps (its readers
// make one of \r\n), and in resumed.csv rows of its sweep, of which one has a
// hostile cell.
func writeResumed(t *testing.T, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile("numbers.csv", content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, out, said := execute(t, t.Context(), "", "sweep", "--methods", "best", "--over", "m=2,3,4", "--gamma", "1",
		"--regression=false", "numbers.csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows (%v): %s", len(rows), err, said)
	}
	rows[2][slices.Index(rows[0], "warnings")] = hostile
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("resumed.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestNothingSteersTheTerminal feeds every command with hostile names, cells, settings and
// arguments, into a pipe and on a terminal.
func TestNothingSteersTheTerminal(t *testing.T) {
	checkHostile(t, func(name string, files map[string]string) []line { return nil })
}

// checkHostile feeds every command with hostile lines, and with more.
func checkHostile(t *testing.T, more func(name string, files map[string]string) []line) {
	t.Helper()
	plants, err := filepath.Abs(plants)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	files := hostileFiles(t)
	hostileModel(t, "model.json", plants)
	writeResumed(t, files["numbers"])
	lines := hostileLines(files, plants)
	p := terminaltest.New(t, 120, 40)
	for _, name := range command.CommandNames() {
		if len(lines[name]) == 0 {
			t.Errorf("the command %q is not looked at: give it hostile arguments here", name)
		}
		listed := len(lines[name])
		for i, line := range append(lines[name], more(name, files)...) {
			args := line.args
			if name != "" {
				args = append([]string{name}, args...)
			}
			where, all := fmt.Sprintf("%.150q", args), ""
			if line.kind != opens { // it takes a terminal
				_, out, said := execute(t, t.Context(), "", args...)
				isText(t, where+", standard error", said)
				if line.kind == text {
					isText(t, where, out)
				}
				all = out + said
			}
			shown, said := on(t, p, line.kind == opens, args)
			isText(t, where+" on a terminal, standard error", said)
			if line.kind == opens {
				shown = ownSequences.ReplaceAllString(shown, "")
			}
			isText(t, where+" on a terminal", shown)
			if all += shown + said; i < listed && !strings.Contains(all, "owned") {
				t.Errorf("%s tells nothing of what it got: %q", where, all)
			}
		}
	}
}

// ownSequences are those of a screen: the cursor's place, styles without the plain
// colour that hostile names ask for, modes, and the line's end.
var ownSequences = regexp.MustCompile("\x1b\\[(\\?[0-9;]+[hl]|[0-9;]*[A-HJKSTr]|(?:[0-9;]*;)?[0-9]?[0-9]?m)|\r")

// TestOutputKeepsItsForm: in a pipe a cell of CSV is what it was, and a prediction
// is a line, whatever the class is called.
func TestOutputKeepsItsForm(t *testing.T) {
	plants, err := filepath.Abs(plants)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	files := hostileFiles(t)
	hostileModel(t, "model.json", plants)
	writeResumed(t, files["numbers"])
	_, out, said := execute(t, t.Context(), "", "sweep", "--methods", "best", "--over", "m=2,3,4", "--gamma", "1",
		"--regression=false", "--resume", "resumed.csv", "numbers.csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows (%v): %s", len(rows), err, said)
	}
	read := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") } // as CSV is read
	if got := rows[2][slices.Index(rows[0], "warnings")]; got != read(hostile) {
		t.Errorf("%q became %q", hostile, got)
	}
	lines, _ := predictBy(t, "", "model.json", plants)
	for _, line := range lines {
		if !strings.HasSuffix(line, legible.Text(strings.ToValidUTF8(hostile, "\ufffd"))) { // as JSON has it
			t.Fatalf("%q is no class", line)
		}
	}
	if len(lines) != 90 {
		t.Errorf("%d lines for 90 rows", len(lines))
	}
}
