package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/data/remedy"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
	"gramscope/ui/screen/screentest"
)

// TestRowsAreOfTickedMethods: the others share the last line, which stays in sight where the rows scroll.
func TestRowsAreOfTickedMethods(t *testing.T) {
	m := newToyWith(t, approx.Methods(), "braille", "none", 80, 24)
	m.Launch = func(job.Kind, job.Work) {}
	var ticked []string
	for _, method := range m.Methods[:9] {
		ticked = append(ticked, method.Name)
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = ticked })
	for at := range ticked {
		m.Point(at)
		fitted := m.table().Fit(80)
		if len(fitted.Rows) != 9 {
			t.Fatalf("at %d: %d rows", at, len(fitted.Rows))
		}
		if list := fitted.Visible(7, 0); len(list) != 6 || !slices.IsSorted(list[:5]) ||
			!slices.Contains(list[:5], at) || list[5] != methodtable.Folded {
			t.Errorf("at %d: %v", at, list)
		}
		if text := ansi.Strip(fitted.Render(80, 7, 0, false)); !strings.Contains(text,
			fmt.Sprintf("+%d methods", len(m.Methods)-9)) || !strings.Contains(text, "↓4 more") {
			t.Errorf("at %d:\n%s", at, text)
		}
	}
	fitted := m.table().Fit(80)
	if list := fitted.Visible(11, 0); len(list) != 10 {
		t.Errorf("with room for all: %v", list)
	}
	if list := fitted.Visible(2, 0); !slices.Equal(list, []int{8}) {
		t.Errorf("with room for one: %v", list)
	}
	if list := fitted.Visible(1, 0); len(list) != 0 {
		t.Errorf("with room for none: %v", list)
	}
	m.Point(6)
	fitted = m.table().Fit(80)
	if list := fitted.Visible(11, 2); len(list) != 10 {
		t.Errorf("a note over other rows scrolls: %v", list)
	}
	m.Point(8)
	fitted = m.table().Fit(80)
	if list := fitted.Visible(11, 2); len(list) != 8 || !slices.Contains(list, 8) {
		t.Errorf("a note covers the row pointed at: %v", list)
	}
	m.Point(20)
	if rows := m.table().Fit(80).Rows; len(rows) != 10 || rows[9] != 20 || m.table().Lines() != 11 {
		t.Errorf("the method pointed at has no row: %+v", rows)
	}
}

// TestPointerStaysOnMethods: below the last row it goes no further, and space ticks and unticks the method there, which
// keeps its row until another is pointed at.
func TestPointerStaysOnMethods(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	m.focusOn(frame.Methods)
	for range 9 {
		press(m, "down")
	}
	if view := m.View(); !strings.Contains(view, "▸ ◆ ☑ broken") || !strings.Contains(view, "+1 method: a") {
		t.Fatalf("the last method is not pointed at:\n%s", view)
	}
	if press(m, "space"); !strings.Contains(m.View(), "▸ ◆ ☐ broken") {
		t.Errorf("an unticked method is gone at once:\n%s", m.View())
	}
	if press(m, "up"); strings.Contains(m.View(), "☐ broken") || !strings.Contains(m.View(), "+2 methods") {
		t.Errorf("an unticked method keeps its row:\n%s", m.View())
	}
}

// TestMethodsAreListedAndFiltered: what is typed is sought in names and sentences, space ticks and unticks, and esc
// closes.
func TestMethodsAreListedAndFiltered(t *testing.T) {
	for _, glyphs := range []string{"braille", "ascii"} {
		for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 12}, {30, 8}} {
			m := newToyWith(t, approx.Methods(), glyphs, "none", size[0], size[1])
			m.Launch = func(job.Kind, job.Work) {}
			press(m, "a")
			lines := func() int {
				box, _ := m.menu.Render(size[0], size[1]-2, &m.look)
				return len(box)
			}
			height := lines()
			if height > size[1]-2 {
				t.Errorf("%v: the list has %d lines", size, height)
			}
			checkFits(t, m)
			press(m, "meka")
			if m.Methods[m.menu.Pointed()].Name != "meka" || lines() != height {
				t.Errorf("%v: meka is not found, or the box changes its size", size)
			}
			checkFits(t, m)
			press(m, "space")
			if !slices.Contains(m.Setting.Spec.Methods, "meka") || m.mode() != inMethods {
				t.Errorf("%v: space does not tick meka, or closes the list", size)
			}
			press(m, "enter")
			if slices.Contains(m.Setting.Spec.Methods, "meka") {
				t.Errorf("%v: enter does not untick meka", size)
			}
			press(m, "no such", "space", "down")
			if m.menu.Pointed() >= 0 || size[0] > 80 && !strings.Contains(m.View(), "none has mekanosuch") {
				t.Errorf("%v: something is found:\n%s", size, m.View())
			}
			checkFits(t, m)
			if press(m, "esc"); m.mode() != onKnobs {
				t.Errorf("%v: esc does not close the list", size)
			}
		}
	}
	m := newToyWith(t, approx.Methods(), "braille", "none", 120, 36)
	press(m, "a", "down", "down", "up")
	if m.menu.Pointed() != m.Pointed+1 {
		t.Errorf("down, down, up: at %d", m.menu.Pointed())
	}
	press(m, "squeak")
	if got := m.Methods[m.menu.Pointed()].Name; got != "squeak" { // and not ink-estimate, whose sentence names it
		t.Errorf("at %s", got)
	}
	press(m, "esc", "a", "MEKA")
	if got := m.Methods[m.menu.Pointed()].Name; got != "meka" {
		t.Errorf("capitals: at %s", got)
	}
	press(m, "esc", "/", "sparse-ch")
	if p := m.menu.Pointed(); p < 0 || m.Methods[p].Name != "sparse-cholesky" {
		t.Errorf("after a slash: at %d", p)
	}
}

// TestTableIsSorted: those that run come first, the best before the others; then as they
// were.
func TestTableIsSorted(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	m.focusOn(frame.Methods)
	order := func() string {
		var names []string
		for _, r := range m.table().Fit(97).Rows {
			names = append(names, m.Methods[r].Name)
		}
		return strings.Join(names, " ")
	}
	asListed := order()
	sorted := map[string]string{}
	for range m.table().Columns() {
		press(m, "z")
		sorted[m.order.Sorted] = order()
		by := lab.Column("error")
		if m.order.Sorted == "time" {
			by = lab.Column("seconds")
		}
		last := math.Inf(-1)
		for _, r := range m.table().Fit(97).Rows {
			rows, _ := m.Figures(m.Methods[r].Name)
			v, _ := lab.Mean(rows, by)
			if m.order.Sorted == "error ±se" || m.order.Sorted == "time" {
				if v < last {
					t.Errorf("by %s: %v after %v in %s", m.order.Sorted, v, last, order())
				}
				last = v
			}
		}
	}
	press(m, "z")
	for m.order.Sorted != "× floor" {
		press(m, "z")
	}
	if first := m.Methods[m.table().Fit(97).Rows[0]].Name; first != "plain" { // the only one that has it
		t.Errorf("by best %s comes first", first)
	}
	for m.order.Sorted != "" {
		press(m, "z")
	}
	for range m.table().Columns() {
		press(m, "z")
	}
	if len(sorted) != len(m.table().Columns()) || strings.HasPrefix(sorted["time"], "idle") {
		t.Errorf("sorted by %v", sorted)
	}
	if press(m, "z"); order() != asListed {
		t.Errorf("at last %s, want %s", order(), asListed)
	}
	at := m.Methods[m.Pointed].Name
	press(m, "z", "down")
	if names := strings.Fields(order()); m.Methods[m.Pointed].Name != names[slices.Index(names, at)+1] {
		t.Errorf("down from %s leads to %s in %s", at, m.Methods[m.Pointed].Name, order())
	}
}

// TestNoUnseenColumnIsSorted: a click sorts by a column only where its head is.
func TestNoUnseenColumnIsSorted(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	for w := 30; w < 100; w++ {
		m.order.Sorted = ""
		fitted := m.table().Fit(w)
		head := ansi.Strip(fitted.Render(w, 1, 0, false))
		for x := range w {
			if fitted.SortAt(x); !strings.Contains(head, m.order.Sorted) {
				t.Fatalf("a click on cell %d of %d sorts by %s: %q", x, w, m.order.Sorted, head)
			}
		}
	}
}

// TestTableIsSortedByWhatChanged: the column that compares with a pin sorts by the ratio
// that it shows, not by the error.
func TestTableIsSortedByWhatChanged(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	m.PinCurves()
	rows, _ := m.Figures("plain")
	for i := range rows {
		rows[i].Set("error", rows[i].Get("error")*10) // since it was pinned
	}
	m.focusOn(frame.Methods)
	for m.order.Sorted != "vs pin" {
		press(m, "z")
	}
	var names []string
	for _, r := range m.table().Fit(97).Rows {
		names = append(names, m.Methods[r].Name)
	}
	if slices.Index(names, "plain") < slices.Index(names, "spectral") {
		t.Errorf("sorted by vs pin: %v\n%s", names, m.View())
	}
}

// TestColumnsForWhichThereIsNoRoom: what the screen is about comes first, and a key leads
// to the others and back.
func TestColumnsForWhichThereIsNoRoom(t *testing.T) {
	m := learnToy(t, "braille", "none", 80, 24)
	feedLearned(t, m, 7)
	head := func() string {
		for line := range strings.SplitSeq(m.View(), "\n") {
			if _, after, ok := strings.Cut(line, "method"); ok {
				return after
			}
		}
		return ""
	}
	if !strings.Contains(head(), "rmse") || !strings.Contains(head(), "risk ratio") {
		t.Errorf("screen 6 shows %q", head())
	}
	first := head()
	m.focusOn(frame.Methods)
	seen := first
	for range 9 {
		press(m, ";")
		if head() == first {
			break
		}
		seen += head()
	}
	for _, c := range m.table().Columns() {
		if !strings.Contains(seen, c.Head) {
			t.Errorf("%s is nowhere in %q", c.Head, seen)
		}
	}
	if head() != first {
		t.Errorf("the key does not lead back to %q: %q", first, head())
	}
}

// columnOf is a column of the whole table.
func columnOf(t *testing.T, m *explorer, head string) methodtable.Column {
	t.Helper()
	table := m.table()
	table.All = true
	for _, c := range table.Columns() {
		if c.Head == head {
			return c
		}
	}
	t.Fatalf("no column %s", head)
	return methodtable.Column{}
}

// TestErrorsOfRoundingShowNoDigits: neither those of the method nor the floor; a count of 0 and a larger error stay.
func TestErrorsOfRoundingShowNoDigits(t *testing.T) {
	for _, c := range []struct {
		errors      []float64
		floor       float64
		want, least string
	}{
		{[]float64{3.9e-15, 4.1e-15}, 0, "<1e-12", "<1e-12"},
		{[]float64{3e-12, 3e-12}, 3.9e-15, "3.0e-12 ±0e+00", "<1e-12"},
	} {
		m := newToy(t, "braille", "none", 100, 30)
		for i, e := range c.errors {
			r := erring(e, math.NaN())
			r.Rep = i
			r.Set("error_best", c.floor)
			m.receive(job.Sweep, lab.Row{Result: r})
		}
		for head, want := range map[string]string{"error ±se": c.want, "floor": c.least, "× floor": "floor 0", "rank": "0",
			"entries": "0"} {
			if got := strings.TrimSpace(columnOf(t, m, head).Text("plain")); got != want {
				t.Errorf("%s of %v over %v: %q, want %q", head, c.errors, c.floor, got, want)
			}
		}
	}
}

// TestEstimatedFloorShowsItsStandardError: as the error does, in a column that is as wide.
func TestEstimatedFloorShowsItsStandardError(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.receive(job.Sweep, lab.Row{Result: erring(0.02, 3e-4)})
	giveFloor(m, "plain", 0.01, 2e-4)
	for head, want := range map[string]string{"error ±se": "≈2.0e-02 ±3e-04", "floor": "≈1.0e-02 ±2e-04"} {
		c := columnOf(t, m, head)
		if got := c.Text("plain"); got != want || c.Width != 16 {
			t.Errorf("%s: %q in %d cells, want %q in 16", c.Head, got, c.Width, want)
		}
	}
}

// TestHeadsOfTheTableNameFigures: a figure can be asked for by the head that its column has;
// the share of test rows that are classified rightly is called accuracy there as well.
func TestHeadsOfTheTableNameFigures(t *testing.T) {
	for learner, want := range map[string][]string{trial.LearnRidge: {"rmse", "risk ratio", "time", "mem"},
		trial.LearnLogistic: {"accuracy", "logloss", "time", "mem"}} {
		m := newToy(t, "braille", "none", 200, 40)
		m.Launch = func(job.Kind, job.Work) {}
		m.change(func(s *lab.Setting) { s.Spec.Learner = learner })
		whole := m.table()
		whole.All = true
		columns := whole.Columns()
		for _, head := range want {
			at := slices.IndexFunc(columns, func(c methodtable.Column) bool { return c.Head == head })
			if at < 0 {
				t.Errorf("%s: there is no column %s", learner, head)
				continue
			}
			if len(head) >= columns[at].Width {
				t.Errorf("the head %s touches the one before it", head)
			}
			if command(m, "value "+head); m.figure().Column != columns[at].Of.Name {
				t.Errorf("%s: %q shows %q", learner, "value "+head, m.figure().Column)
			}
		}
	}
}

// TestNumbersFitASmallWindow: the columns stand closer before one of them is left out.
func TestNumbersFitASmallWindow(t *testing.T) {
	m := newToy(t, "braille", "none", 60, 16)
	feed(t, m, 2)
	press(m, "t")
	lines := strings.Split(m.texts[0], "\n")
	if head := strings.Fields(lines[0]); !slices.Equal(head, []string{"m", "●", "▲", "■", "◆", "─", "floor"}) {
		t.Errorf("the head is %q", lines[0])
	}
	if first := strings.Fields(lines[1]); !slices.Equal(first, []string{"10", "0.065", "0.13", "0.2", "0.26", "0.005"}) {
		t.Errorf("the first line is %q", lines[1])
	}
}

// TestAnOldFailureIsDimmed: as any other figure of the setting before, until the new one is
// there.
func TestAnOldFailureIsDimmed(t *testing.T) {
	m := newToy(t, "braille", "dark", 100, 30)
	feed(t, m, 2)
	row := func() string {
		for line := range strings.SplitSeq(m.View(), "\n") {
			if strings.Contains(line, "failed: the toy is broken") {
				return line
			}
		}
		t.Fatal("the failure is gone")
		return ""
	}
	text := "  failed: the toy is broken; buy another"
	begins := func(styled string) bool { return strings.Contains(row(), strings.Split(styled, text)[0]+text) }
	if !begins(m.look.Alarm.Render(text)) {
		t.Errorf("a failure is no alarm: %q", row())
	}
	press(m, "+")
	if !begins(m.look.Dim.Render(text)) || begins(m.look.Alarm.Render(text)) {
		t.Errorf("the failure of the setting before is not dim: %q", row())
	}
}

// What is still to come says so, until the sweep has ended: then it is empty. Where it is
// not computed it is empty from the beginning.
func TestFiguresToComeAreSaidToBe(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 1)
	if row := rowOf(t, m, "eager"); strings.Count(row, "later") != 2 { // × floor and rmse
		t.Error(row)
	}
	giveFloor(m, "eager", 1.25e-3, math.NaN())
	if row := rowOf(t, m, "eager"); strings.Count(row, "later") != 1 || !strings.Contains(row, "64×") {
		t.Error(row)
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.ExactLimit = 10 })
	if m.Pending(lab.Column("risk_ratio")) {
		t.Error("above the exact limit the table waits for exact regression, which only charts ask for")
	}
	m.Outcome.Plan.Spec.ExactLimit = 10 // no exact regression to compare with
	if row := rowOf(t, m, "eager"); strings.Count(row, "later") != 1 {
		t.Error(row)
	}
	m.ToggleFrozen()
	if row := rowOf(t, m, "eager"); strings.Contains(row, "later") {
		t.Errorf("nothing comes while it is frozen: %s", row)
	}
	m.ToggleFrozen()
	m.receive(job.Sweep, job.Finished{})
	if row := rowOf(t, m, "eager"); strings.Contains(row, "later") {
		t.Errorf("nothing comes any more: %s", row)
	}
}

// TestAFigureThatFailedIsNotToCome: where K̃ + μI could not be solved there is no rmse later.
func TestAFigureThatFailedIsNotToCome(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	feedSweep(t, m, 1, func(r sweep.Result, method int) sweep.Result {
		if r = screentest.Row(r, method); r.Method == "eager" {
			r.Warnings = []remedy.Note{{Text: "no regression: K̃ + μI is singular"}}
		}
		return r
	})
	// rmse; × floor
	if row := rowOf(t, m, "eager"); strings.Count(row, "failed") != 1 || strings.Count(row, "later") != 1 {
		t.Error(row)
	}
	if row := rowOf(t, m, "plain"); strings.Contains(row, "failed") || !strings.Contains(row, "later") {
		t.Error(row)
	}
}

// TestMethodsThatDoNotSuitCanBeUnticked: space unticks a method that the kernel rules out, and does not tick it again.
func TestMethodsThatDoNotSuitCanBeUnticked(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	editSetting(m, func(s *lab.Setting) { s.Spec.Kernel = "polynomial" })
	ticked := func() bool { return slices.Contains(m.Setting.Spec.Methods, "spectral") }
	if !ticked() || m.Setting.Unmet(m.Methods[m.MethodIndex("spectral")]) == "" {
		t.Fatal("spectral is not ticked, or suits the kernel")
	}
	m.focusOn(frame.Methods)
	m.Point(m.MethodIndex("spectral"))
	for _, what := range []string{"unticks", "does not tick"} {
		press(m, "space")
		if ticked() {
			t.Errorf("space %s: spectral is ticked; note %q", what, m.Note.Text)
		}
	}
}

// rowOf is a method's row in the table.
func rowOf(t *testing.T, m *explorer, method string) string {
	t.Helper()
	for line := range strings.SplitSeq(m.View(), "\n") {
		if fields := strings.Fields(line); strings.Contains(line, " "+method+" ") && len(fields) > 3 &&
			(strings.Contains(line, "☐") || strings.Contains(line, "☑")) {
			return line
		}
	}
	t.Fatalf("no row of %s:\n%s", method, m.View())
	return ""
}

// TestReadingAllOfKIsSaid: the row of a method that is not ticked says that it reads all of K where that takes long.
func TestReadingAllOfKIsSaid(t *testing.T) {
	for n, says := range map[int]bool{1000: false, 20000: true} {
		spec := sweep.DefaultSpec(n)
		spec.Methods, spec.MaxMemory = []string{"nystrom"}, 16<<30
		m := newRealOn(t, spec, "braille", 120, 40)
		m.Launch = func(job.Kind, job.Work) {}
		m.Init()
		press(m, "a", "rls")
		if row := rowOf(t, m, "rls"); strings.Contains(row, "reads all of K; ") != says ||
			!strings.Contains(row, "landmarks by") {
			t.Errorf("n = %d: %s", n, row)
		}
	}
}

// erring is a row of plain with an error, an estimate if it has a standard error.
func erring(v, se float64) sweep.Result {
	r := sweep.Result{Method: "plain"}
	r.Set("error", v)
	r.Set("error_se", se)
	r.Set("exact", 0)
	r.Set("rank_used", 0)
	r.Set("entries", 0)
	if math.IsNaN(se) {
		r.Set("exact", 1)
	}
	return r
}

// TestSortedFromTheBest: where high figures are good, the largest comes first, and methods without one last.
func TestSortedFromTheBest(t *testing.T) {
	m := newToy(t, "braille", "none", 200, 40)
	feed(t, m, 2)
	m.change(func(s *lab.Setting) { s.Spec.Learner = trial.LearnLogistic })
	for method, accuracy := range map[string]float64{"plain": 0.5, "eager": 0.9, "spectral": 0.7} {
		r := sweep.Result{Method: method}
		r.Set("accuracy_test", accuracy)
		m.receive(job.Sweep, lab.Row{Result: r})
	}
	for range 20 {
		if press(m, "z"); m.order.Sorted == "accuracy" {
			break
		}
	}
	rows := m.table().Fit(150).Rows
	if m.Note.Text != "methods sorted by accuracy, the largest first" || len(rows) != 4 ||
		m.Methods[rows[0]].Name != "eager" || m.Methods[rows[1]].Name != "spectral" || m.Methods[rows[3]].Name != "broken" {
		t.Errorf("%v: %q", rows, m.Note.Text)
	}
	if press(m, ";"); m.Note.Text != "all columns are shown" {
		t.Errorf("with room for all columns: %q", m.Note.Text)
	}
}
