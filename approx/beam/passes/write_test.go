package passes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Bad rows are listed with place and reason, also if they stop the run. If they are allowed, the other rows
// give the same result as without them.
func TestBadRows(t *testing.T) {
	rows := friedman(200, 2)
	bad := written(t, rows[:100],
		append([]string{"1,2,3,4,5", "0.1,0.2,,0.4,0.5,1", "0.1,oh,0.3,0.4,0.5,1"}, rows[100:]...))
	given := []string{"--landmarks", landmarksOf(t, rows[:10]), "--gamma", "0.1", "--mu", "0.5", "--test", "0"}
	lists := t.TempDir()
	list := func(allowed string) string { return filepath.Join(lists, allowed+".txt") }
	for _, allowed := range []string{"0", "2"} {
		_, _, err := onPrism(t, bad, append(given, "--max-bad", allowed, "--bad", list(allowed))...)
		if err == nil || !strings.Contains(err.Error(), "3 bad rows, of which --max-bad allows "+allowed) ||
			!strings.Contains(err.Error(), "part-01.csv:2: 5 cells in this line") {
			t.Errorf("--max-bad %s: %v", allowed, err)
		}
	}
	m, r := done(t, bad, append(given, "--max-bad", "3", "--bad", list("3"))...)
	want, _ := done(t, written(t, rows), append(given, "--bad", list("none"))...)
	x, _ := features(t, rows)
	same(t, "without bad rows", m, want, x, 1e-9)
	if r.Bad != 3 || r.Rows != 200 {
		t.Errorf("%d bad, %d rows", r.Bad, r.Rows)
	}
	for _, allowed := range []string{"0", "2", "3", "none"} {
		told, err := os.ReadFile(list(allowed))
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(told), "\n"); allowed == "none" && lines > 0 {
			t.Errorf("no bad rows are\n%s", told)
		} else if allowed == "none" {
			continue
		}
		at := 0
		for _, part := range []string{"part-01.csv:2: 5 cells", `part-01.csv:3:9: missing value ("") in column "c"`,
			`part-01.csv:4:5: text ("oh") in column "b"`} {
			next := strings.Index(string(told), part)
			if next < at || strings.Count(string(told), part) != 1 {
				t.Errorf("--max-bad %s: the list of bad rows is\n%swithout %q in its place", allowed, told, part)
			}
			at = next
		}
	}
	// What fails later leaves the list, too.
	other := filepath.Join(lists, "wrong.csv")
	if err := os.WriteFile(other, []byte("a,b\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := onPrism(t, bad, "--landmarks", other, "--max-bad", "3", "--bad", list("late")); err == nil {
		t.Error("landmarks of other columns pass")
	}
	was, err := os.ReadFile(list("3"))
	late, unread := os.ReadFile(list("late"))
	if err != nil || unread != nil || string(was) != string(late) {
		t.Errorf("%v, %v: after a failure behind it the list is\n%s", err, unread, late)
	}
}

// Rows that can't be split, and those with numbers too large for the passes, are bad rows as others are: they count
// against
// --max-bad, by all lines that an open quote swallows.
func TestBadRowsOfAllKinds(t *testing.T) {
	rows := friedman(200, 2)
	quoted := append([]string{`"0.1,0.2,0.3,0.4,0.5,1`}, rows[98:100]...) // the last two go with it
	input := written(t, slices.Concat(rows[:98], quoted),
		append([]string{`0"1,2,3,4,5,6`, "0.1,1e300,0.3,0.4,0.5,1", "0.1,0.2,0.3,0.4,0.5,-1e300"}, rows[100:]...))
	given := []string{"--landmarks", landmarksOf(t, rows[:10]), "--gamma", "0.1", "--mu", "0.5", "--test", "0"}
	list := filepath.Join(t.TempDir(), "bad.txt")
	if _, _, err := onPrism(t, input, append(given, "--max-bad", "5")...); err == nil ||
		!strings.Contains(err.Error(), "6 bad rows, of which --max-bad allows 5; the first: ") {
		t.Errorf("--max-bad 5: %v", err)
	}
	m, r := done(t, input, append(given, "--max-bad", "6", "--bad", list)...)
	want, _ := done(t, written(t, rows[:98], rows[100:]), given...)
	x, _ := features(t, rows)
	same(t, "without bad rows", m, want, x, 1e-9)
	if r.Bad != 6 || r.Rows != 198 {
		t.Errorf("%d bad, %d rows", r.Bad, r.Rows)
	}
	told, err := os.ReadFile(list)
	lines := strings.Split(strings.TrimSpace(string(told)), "\n")
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v: the list is\n%s", err, told)
	}
	for i, part := range []string{
		`part-00.csv:100: a quoted cell is not closed properly, expected a closing " before the separator; write a " within a quoted cell twice (read as one row with the 2 lines below it)`,
		`part-01.csv:2:2: a quote inside a cell`,
		`part-01.csv:3:5: too large to be squared in 64 bits ("1e300") in column "b"`,
		`part-01.csv:4:21: too large to be squared in 64 bits ("-1e300") in column "y"`,
	} {
		if !strings.Contains(lines[i], part) {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], part)
		}
	}
}

// A list of bad rows that would be endless ends, by place, and says how many more there are.
func TestManyBadRows(t *testing.T) {
	s := settings(t, "--bad", filepath.Join(t.TempDir(), "bad.txt"), "--max-bad", "5")
	var parts []standard
	for p := range 3 {
		part := standard{Bad: 700}
		for i := range 700 {
			part.Wrong = append(part.Wrong, badRow{fmt.Sprintf("part-%d", p), i + 2, 1, fmt.Sprintf("part-%d:%d: bad", p, i+2)})
		}
		parts = append(parts, part)
	}
	merge := &mergeStandard{s}
	all := merge.MergeAccumulators(merge.MergeAccumulators(parts[2], parts[0]), parts[1])
	for range 2 { // as a bundle that is tried again
		if err := s.writeBad(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
	}
	told, err := os.ReadFile(s.Bad)
	lines := strings.Split(strings.TrimSpace(string(told)), "\n")
	if err != nil || len(lines) != 1001 || lines[0] != "part-0:2: bad" || lines[999] != "part-1:301: bad" ||
		lines[1000] != "and 1100 more" {
		t.Errorf("%v: %d lines, the last %q", err, len(lines), lines[len(lines)-1])
	}
	all.Bad++
	if err := s.writeBad(t.Context(), &all); err == nil {
		t.Error("a file of someone else's was replaced")
	}
}

// No file that is there is touched, and none is written where the run can't go through.
func TestFilesStay(t *testing.T) {
	input := written(t, friedman(20, 3))
	folder := t.TempDir()
	there := filepath.Join(folder, "there.txt")
	if err := os.WriteFile(there, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"bad", "landmarks-out", "report", "output"} {
		_, _, err := onPrism(t, input, "--"+flag, there)
		if err == nil || !strings.Contains(err.Error(), "name another with --"+flag) ||
			!strings.Contains(err.Error(), "with --force") {
			t.Errorf("--%s: %v", flag, err)
		}
		if _, _, err := onPrism(t, input, "--"+flag, filepath.Join(folder, "none", "x")); err == nil ||
			!strings.Contains(err.Error(), "there is no folder") {
			t.Errorf("--%s in no folder: %v", flag, err)
		}
	}
	if _, _, err := onPrism(t, input, "--bad", folder+"/x", "--landmarks-out", folder+"/./x"); err == nil ||
		!strings.Contains(err.Error(), "--bad and --landmarks-out name one file") {
		t.Errorf("one file for two: %v", err)
	}
	if _, _, err := onPrism(t, input, "--method", "nystrom", "--m", "5", "--landmarks-out", there, "--force"); err != nil {
		t.Error(err)
	}
	if content, err := os.ReadFile(there); err != nil || !strings.HasPrefix(string(content), "a,b,c,d,e\n") {
		t.Errorf("%v: with --force there is %q", err, content)
	}
}
