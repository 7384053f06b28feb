package command_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gramscope/data/legible"
)

// listed is a file with numbers of rows of plants.csv.
func listed(t *testing.T, count int) string {
	t.Helper()
	var b strings.Builder
	for _, i := range rand.New(rand.NewPCG(3, 1)).Perm(90)[:count] {
		fmt.Fprintln(&b, i+1)
	}
	return written(t, "rows.txt", b.String())
}

// equalTo fails where two rows differ in a figure by more than a relative tol.
func equalTo(t *testing.T, got, want map[string]string, tol float64, columns ...string) {
	t.Helper()
	for _, name := range columns {
		if a, b := number(t, got, name), number(t, want, name); !(math.Abs(a-b) <= tol*math.Abs(b)) {
			t.Errorf("%s: %.15g, want %.15g", name, a, b)
		}
	}
}

// TestLandmarksOfAModel: given on the landmarks that fit has written of a nystrom, k-means
// or greedy model is that model, features of text among them, and rows are written again as they were.
func TestLandmarksOfAModel(t *testing.T) {
	const line = " --seed 5 --gamma 0.05 --mu 0.1 --columns -weight_g --target height_cm " + plants
	for _, method := range []string{"nystrom", "kmeans-nystrom", "pivoted-cholesky", "rls"} {
		t.Run(method, func(t *testing.T) {
			first, second := filepath.Join(t.TempDir(), "l.csv"), filepath.Join(t.TempDir(), "again.csv")
			was, said := fitTo(t, "--m 20 --landmarks-out "+first+" --method "+method+line)
			if !strings.Contains(said, first+": ") || !strings.Contains(said, " landmarks\n") {
				t.Errorf("fit says %q", said)
			}
			is, said := fitTo(t, "--landmarks "+first+" --landmarks-out "+second+line)
			if !strings.Contains(said, "ridge regression by given (m = ") {
				t.Errorf("fit with --landmarks says %q", said)
			}
			want, _ := predictBy(t, "", was, fresh)
			got, _ := predictBy(t, "", is, fresh)
			for i, v := range numbers(t, got) {
				if w := numbers(t, want)[i]; math.Abs(v-w) > 1e-7*math.Abs(w) {
					t.Errorf("row %d: %.12g, want %.12g", i+1, v, w)
				}
			}
			a, errA := os.ReadFile(first)
			b, errB := os.ReadFile(second)
			// the bits of a mean need be no number's
			if errA != nil || errB != nil || method != "kmeans-nystrom" && string(a) != string(b) ||
				!strings.HasPrefix(string(a), "kind=fern,kind=moss,kind=reed,leaf_cm,age\n") {
				t.Errorf("%v, %v: read back and written again:\n%s\nwas\n%s", errA, errB, b, a)
			}
		})
	}
}

// TestLandmarksByIteration: falkon refuses landmarks that the method does not name among the training rows, also given
// ones.
func TestLandmarksByIteration(t *testing.T) {
	const line = " --gamma 0.05 --mu 0.1 --columns -weight_g --target height_cm " + plants
	for arguments, part := range map[string]string{
		"--landmarks " + listed(t, 12): "given names none",
		"--method kmeans-nystrom":      "kmeans-nystrom names none",
		"--method nystrom --rank 3":    "K̃ of nystrom differs from K at its landmarks",
	} {
		out := filepath.Join(t.TempDir(), "m.json")
		status, _, errs := execute(t, t.Context(), "",
			append([]string{"fit", "--solver", "falkon", "--out", out}, strings.Fields(arguments+line)...)...)
		if status != 2 || !strings.Contains(errs, part) || !strings.Contains(errs, "--solver direct") {
			t.Errorf("%s: status %d, %s", arguments, status, errs)
		}
	}
}

// TestLandmarksInASweep: at every m the figures are those of nystrom where the rows are its
// own, the same by number and as points, on the draw of each repetition.
func TestLandmarksInASweep(t *testing.T) {
	out := filepath.Join(t.TempDir(), "l.csv")
	fitTo(t, "--m 30 --method nystrom --gamma 0.1 --target height_cm --landmarks-out "+out+" "+plants)
	// With --test 0 and all rows the draw is that of fit, and nystrom's landmarks are nested.
	const line = " --n 90 --test 0 --gamma 0.1 --target height_cm --workers 1 "
	rows := rowsOf(t, "sweep --landmarks "+out+" --methods given,nystrom --over m=10,30"+line+plants)
	for i := 0; i < len(rows); i += 2 {
		if rows[i]["method"] != "given" || rows[i+1]["method"] != "nystrom" {
			t.Fatalf("methods %s and %s", rows[i]["method"], rows[i+1]["method"])
		}
	}
	all := rowsOf(t, "sweep --landmarks "+out+line+plants)
	if i := slices.IndexFunc(all, func(row map[string]string) bool { return row["method"] == "given" }); i < 0 ||
		all[i]["m"] != "30" || len(all) != 5 {
		t.Errorf("without --methods %d rows: %v", len(all), all)
	} else {
		equalTo(t, all[i], rows[2], 0, "error", "error_trace", "rank_used")
	}

	list := listed(t, 25)
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	points := lines[0] + "\n"
	for row := range strings.FieldsSeq(string(text)) {
		var i int
		if _, err := fmt.Sscan(row, &i); err != nil {
			t.Fatal(err)
		}
		points += lines[i] + "\n"
	}
	const drawn = " --methods given --over m=5,25 --n 50 --test 0.3 --reps 2 --gamma 0.1 --workers 1 "
	byNumber := rowsOf(t, "sweep --landmarks "+list+drawn+plants)
	byPoint := rowsOf(t, "sweep --landmarks "+written(t, "points.csv", points)+drawn+plants)
	seen := map[string]bool{}
	for i, row := range byNumber {
		equalTo(t, row, byPoint[i], 0, "error", "rmse_test", "rank_used", "entries")
		seen[row["error"]] = true
		if m := number(t, row, "m"); number(t, row, "entries") != 50*m+m*m || number(t, row, "rank_used") != m {
			t.Errorf("m = %g: %s entries, rank %s", m, row["entries"], row["rank_used"])
		}
	}
	if len(seen) != 4 {
		t.Errorf("the errors of two sizes on two draws are %v", seen)
	}
}

// TestLandmarksAndWorkers: a model on given landmarks is the same file, by every solver, and a sweep the
// same figures on any number of workers, whether the landmarks are named by number or stand in the file.
func TestLandmarksAndWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(4, 4))
	table, list, points := "a,b,y\n", "", "a,b\n"
	for i := range 400 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		table += fmt.Sprintf("%.3f,%.3f,%.3f\n", a, b, a*a+b)
		if i%7 == 3 {
			list += fmt.Sprintln(i + 1)
			points += fmt.Sprintf("%.3f,%.3f\n", a, b)
		}
	}
	rows := written(t, "rows.csv", table)
	models, sweep := map[string]string{}, ""
	for _, landmarks := range []string{written(t, "list.txt", list), written(t, "points.csv", points)} {
		for _, workers := range []int{1, 5} {
			runtime.GOMAXPROCS(workers)
			where := fmt.Sprintf("%s on %d workers", filepath.Base(landmarks), workers)
			for _, solver := range []string{"direct", "pcg"} {
				model, _ := fitTo(t, "--seed 3 --gamma 1 --mu 0.1 --solver "+solver+" --landmarks "+landmarks+" "+rows)
				content, err := os.ReadFile(model)
				if err != nil {
					t.Fatal(err)
				}
				if first, ok := models[solver]; !ok {
					models[solver] = string(content)
				} else if first != string(content) {
					t.Errorf("fit --solver %s with %s: another model", solver, where)
				}
			}
			got := ""
			for _, row := range rowsOf(t,
				fmt.Sprintf("sweep --seed 3 --methods given --over m=20,57 --reps 2 --n 200 --test 0.2 --workers %d --landmarks "+
					"%s %s", workers, landmarks, rows)) {
				delete(row, "seconds")
				delete(row, "cached")
				got += fmt.Sprintln(row)
			}
			if sweep == "" {
				sweep = got
			} else if sweep != got {
				t.Errorf("sweep with %s has\n%swant\n%s", where, got, sweep)
			}
		}
	}
}

// TestLandmarksAmongMissingRows: numbers count the rows of the file, not those that are left.
func TestLandmarksAmongMissingRows(t *testing.T) {
	var whole, holes strings.Builder
	whole.WriteString("a,b,y\n")
	holes.WriteString("a,b,y\n")
	rng := rand.New(rand.NewPCG(2, 2))
	var numbers []int
	for i := range 60 {
		row := fmt.Sprintf("%.3f,%.3f,%.3f\n", rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
		if i%4 == 1 {
			holes.WriteString("1,,2\n")
			continue
		}
		whole.WriteString(row)
		holes.WriteString(row)
		numbers = append(numbers, i+1)
	}
	short, long := "", "" // the same rows as they are counted in the two files
	for k := 40; k > 10; k -= 3 {
		short += fmt.Sprintln(k + 1)
		long += fmt.Sprintln(numbers[k])
	}
	const line = " --methods given --gamma 1 --workers 1 "
	want := rowsOf(t, "sweep --landmarks "+written(t, "s.txt", short)+line+written(t, "d.csv", whole.String()))[0]
	got := rowsOf(t, "sweep --drop-missing --landmarks "+
		written(t, "l.txt", long)+line+written(t, "d.csv", holes.String()))[0]
	equalTo(t, got, want, 0, "error", "rmse_test", "m")
}

// TestLandmarksRefused: what can't be done is said with its remedy, and nothing is written.
func TestLandmarksRefused(t *testing.T) {
	list := listed(t, 5)
	model := filepath.Join(t.TempDir(), "m.json")
	there := written(t, "there.csv", "x\n")
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		"sweep --methods given " + plants: {2,
			"given needs landmarks;--landmarks FILE;leave given out"},
		"fit --method given --out " + model + " " +
			plants: {2, "given needs landmarks;--landmarks FILE"},
		"tune --methods given " + plants: {2,
			"given needs landmarks;--landmarks FILE"},
		"sweep --landmarks " + list +
			" friedman": {1, "row numbers;friedman are drawn anew;x1, x2"},
		"sweep --landmarks none.txt " +
			plants: {1, "none.txt: no such file;name another file with --landmarks"},
		"sweep --landmarks - " + plants: {2,
			"--landmarks;a file, not from standard input"},
		"data --landmarks " + list + " " +
			plants: {2, "unknown flag --landmarks"},
		"fit --method exact --landmarks-out l.csv --out " + model + " " +
			plants: {2, "no landmarks;--landmarks-out"},
		"fit --landmarks-out " + model + " --out " + model + " " +
			plants: {2, "names twice"},
		"fit --landmarks-out " + there + " --out " + model + " " +
			plants: {1, "there.csv;this file already exists;--force;--landmarks-out"},
		"fit --m 5 --method fourier --landmarks-out " + model + ".csv --out " + model + ".f --test 0 " +
			plants: {2, "fourier has no landmarks;--method nystrom"},
		"fit --method best --landmarks-out " + model + ".csv --out " + model +
			".f --test 0 none.csv": {2, "best has no landmarks"},
	} {
		status, out, errs := execute(t, t.Context(), "", strings.Fields(line)...)
		if status != want.status || out != "" {
			t.Errorf("%s: status %d, %q, want %d", line, status, out, want.status)
		}
		for part := range strings.SplitSeq(want.parts, ";") {
			if !strings.Contains(errs, part) {
				t.Errorf("%s: %s\nlacks %q", line, errs, part)
			}
		}
	}
	for _, path := range []string{model, model + ".csv", model + ".f", "l.csv"} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was written", path)
		}
	}
}

// TestLandmarksNotUsed: all leaves given out without a file, and a file without the method
// is told of.
func TestLandmarksNotUsed(t *testing.T) {
	const few = " --n 30 --m 5 --gamma 0.1 --workers 1 " + plants
	list := listed(t, 5)
	for line, want := range map[string]string{
		"sweep --methods all" + few: "left out: given needs landmarks from a " +
			"file, and none are given",
		"sweep --methods nystrom --landmarks " +
			list + few: "--landmarks is not used: they are for the method given",
		"fit --method nystrom --m 5 --out " + filepath.Join(t.TempDir(), "m.json") + " --landmarks " +
			list + " " + plants: "--landmarks is not used: they are for the method given",
		"tune --methods all --n 40 --folds 2 --m 5 --gammas 0.1 --mus 0.1 --time 0 friedman": "left out: given needs " +
			"landmarks from a file, and none are given",
		"sweep --methods all --landmarks " + list + few:                              "landmarks: 5 rows of plants.csv",
		"tune --methods given --folds 2 --landmarks " + list + " " + plants:          "landmarks: 5 rows of plants.csv",
		"tune --folds 2 --landmarks " + list + " " + plants:                          "landmarks: 5 rows of plants.csv",
		"tune --code - --methods given --folds 2 --landmarks " + list + " " + plants: "landmarks: 5 rows of plants.csv",
	} {
		status, out, errs := execute(t, t.Context(), "", strings.Fields(line)...)
		if status != 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, lacks %q: %s", line, status, want, errs)
		}
		if ran := strings.Contains(out, "given"); ran != strings.Contains(want, "landmarks: 5") {
			t.Errorf("%s: given ran: %v", line, ran)
		}
		if strings.HasPrefix(line, "tune --methods given") && (strings.Count(out, legible.Shell("--landmarks", list)) != 2) {
			t.Errorf("%s: landmarks in the commands of\n%s", line, out)
		}
		if strings.HasPrefix(line, "tune --code") && !strings.Contains(out, "n_components=5,") {
			t.Errorf("%s: the program has another number of landmarks:\n%s", line, out)
		}
	}
}

// TestResumeKnowsTheLandmarks: rows on other landmarks are not taken for those of these.
func TestResumeKnowsTheLandmarks(t *testing.T) {
	const line = " --methods nystrom,given --m 4 --gamma 0.1 --workers 1 "
	list := listed(t, 6)
	status, out, errs := execute(t, t.Context(), "", strings.Fields("sweep --landmarks "+list+line+plants)...)
	if status != 0 {
		t.Fatal(errs)
	}
	done := written(t, "done.csv", out)
	for landmarks, want := range map[string]int{list: 0, written(t, "others.txt", "1\n2\n3\n4\n"): 1} {
		status, again, errs := execute(t, t.Context(), "",
			strings.Fields("sweep --resume "+done+" --landmarks "+landmarks+line+plants)...)
		if status != want || want == 0 && again != out || want == 1 &&
			!strings.Contains(errs, "the rows are of another experiment") {
			t.Errorf("status %d, want %d: %s", status, want, errs)
		}
	}
}
