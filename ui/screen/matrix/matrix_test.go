package matrix

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

func TestMatrixFollowsGamma(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	s := m.Screen
	m.Settle()
	mean := func() float64 {
		sum := 0.0
		for _, row := range s.Now["plain"].Maps.K {
			sum += floats.Sum(row) / 1600
		}
		return sum
	}
	wide := mean()
	for range 3 { // of which only the last counts
		m.Step(model.Gamma(nil), 10)
	}
	if len(s.Now) != 0 || len(s.Old) != 2 || !s.panels(2, false)[1].Faint {
		t.Error("the pictures before do not stay, as stale ones")
	}
	m.Settle()
	if narrow := mean(); !(narrow < wide/2) || s.Now["plain"].Maps.K[0][0] != 1 {
		t.Errorf("mean entry %v at the first γ, %v at the last", wide, narrow)
	}
	picture, _ := m.PictureOf([]string{"plain"})
	plan, err := sweep.Prepare(picture.Spec, m.Methods, m.Setting.Store)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := inspect.ClustersOf(t.Context(), plan, plan.Cells[0], 5)
	if err != nil {
		t.Fatal(err)
	}
	want, err := inspect.MapsOf(t.Context(), plan, plan.Cells[0], groups)
	if err != nil || fmt.Sprint(want.K) != fmt.Sprint(s.Now["plain"].Maps.K) {
		t.Errorf("the pictures are not those of the last γ (%v)", err)
	}
	kept := s.Now["eager"]
	m.Toggle(2)
	m.Follow()
	if s.Done || s.Now["eager"] != kept {
		t.Error("another method starts nothing, or takes the pictures of others away")
	}
	m.Settle()
	if s.Now["eager"] != kept || len(s.panels(9, false)) != 1+len(m.Setting.Active(m.Methods)) {
		t.Errorf("%d pictures of %v", len(s.panels(9, false)), m.Setting.Spec.Methods)
	}
}

// TestMethodsHaveOneScale: it is logarithmic, in whole decades, and has the largest error of all methods; K has its
// own. v shows K̃, on the scale of K.
func TestMethodsHaveOneScale(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Settle()
	m.Screen.Now["eager"].Maps.Residual[3][5] = 25
	list := m.Screen.panels(9, false)
	if len(list) != 3 || list[0].Full != 1 || list[0].Least != 0 || list[0].Title != "K" {
		t.Fatalf("%d pictures, K up to %v from %v", len(list), list[0].Full, list[0].Least)
	}
	for _, p := range list[1:] {
		if decades := math.Log10(p.Full / p.Least); p.Full != 100 || !(decades >= 1) ||
			math.Abs(decades-math.Round(decades)) > 1e-9 {
			t.Errorf("%s has a scale from %v to %v", p.Title, p.Least, p.Full)
		}
	}
	text := ansi.Strip(m.Text(0, 90, 24))
	for _, want := range []string{"K ", "● plain: up to 0.3", "▲ eager: up to 25", "|K−K̃| ", " 100"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	m.Press(0, "v")
	m.Screen.Now["eager"].Maps.Approx[3][5] = -4
	for i, p := range m.Screen.panels(9, false) {
		if p.Full != 4 || p.Least != 0 || i == 1 && &p.Values[0][0] != &m.Screen.Now["plain"].Maps.Approx[0][0] {
			t.Errorf("picture %d, of K̃, has the scale %v from %v", i, p.Full, p.Least)
		}
	}
	if full, least := scale(0.04, 4e-5); math.Abs(full-0.1) > 1e-12 || math.Abs(least-1e-5) > 1e-12 {
		t.Errorf("the scale of 0.04 and 4e-5 is from %v to %v", least, full)
	}
	if full, least := scale(1, math.Inf(1)); full != 1 || math.Abs(least-0.1) > 1e-12 {
		t.Errorf("the scale of 1 alone is from %v to %v", least, full)
	}
	if full, least := scale(0, typical([][]float64{{0, 0}})); full != 0 || least != 0 {
		t.Errorf("a K̃ that is K has the scale %v to %v", least, full)
	}
	if _, least := scale(1, 1e-17); math.Abs(least-1e-8) > 1e-15 {
		t.Errorf("the scale starts at %v, at rounding errors", least)
	}
}

// TestTheMatricesAreDrawnAsComputed: all bins, with m in the titles, and none before all are there.
func TestTheMatricesAreDrawnAsComputed(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "broken")
	m.Settle()
	found := m.Screen.Now["plain"].Maps
	pictures := m.Screen.Panes().Charts[0].Figure(0, 0).(chart.Matrices).List
	if len(pictures) != 3 || !strings.HasPrefix(pictures[1].Title, "plain, m=20: up to 0.3") || pictures[0].Title != "K" {
		t.Fatalf("%d pictures, %q", len(pictures), pictures[1].Title)
	}
	for k, want := range [][][]float64{found.K, found.Residual, m.Screen.Now["eager"].Maps.Residual} {
		if !slices.EqualFunc(pictures[k].Values, want, slices.Equal[[]float64]) ||
			!slices.Equal(pictures[k].Cuts, found.Cuts) || len(found.Cuts) == 0 {
			t.Errorf("picture %d has other values or cuts", k)
		}
	}
	if text := m.Text(0, 120, 20); !strings.Contains(text, "the toy is broken") {
		t.Errorf("the reason is not shown:\n%s", text)
	}
	delete(m.Screen.Now, "eager")
	if pictures := m.Screen.Panes().Charts[0].Figure(0, 0).(chart.Matrices).List; len(pictures) != 0 {
		t.Error("there is a drawing before all pictures are there")
	}
}

// TestPicturesOfDataThatAreGone: what was found for them comes when there is nothing to keep it in.
func TestPicturesOfDataThatAreGone(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Settle()
	m.Screen.Update(screen.NewData{})
	m.Screen.Update(&Found{Method: "plain"})
	if len(m.Screen.Now) != 0 {
		t.Errorf("%d pictures", len(m.Screen.Now))
	}
}

func TestNoMethodNoMatrix(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	if do := m.Screen.click(60, 5, 80, 20); do != nil {
		t.Errorf("a click where there is no picture yet does %v", do)
	}
	m.Settle()
	m.Change(func(s *lab.Setting) { s.Spec.Methods = nil })
	m.Settle()
	if text := m.Text(0, 80, 20); !strings.Contains(text, "no method runs: choose one in the table") {
		t.Errorf("the reason is not shown:\n%s", text)
	}
}

// TestThePointedMethodIsAmongThePictures: also where not all fit; a click on a picture points at its method.
func TestThePointedMethodIsAmongThePictures(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "broken")
	m.Settle()
	if text := m.Text(0, 26, 8); !strings.Contains(text, "● plain") || strings.Contains(text, "eager") {
		t.Errorf("in 26 cells:\n%s", text)
	}
	m.PointAt("eager")
	if text := m.Text(0, 26, 8); !strings.Contains(text, "▲ eager") || strings.Contains(text, "plain") {
		t.Errorf("in 26 cells, pointed at eager:\n%s", text)
	}
	_, at := m.Screen.placed(120, 20)
	if done := m.Screen.click(1+2*(at.W+1), 3, 120, 20); len(done) != 1 || fmt.Sprint(done[0]) != "eager" ||
		len(m.Screen.click(1, 3, 120, 20)) != 0 {
		t.Errorf("a click leads to %v", done)
	}
}

// TestBothWhereThereIsRoom: a window that is wide for so many methods has K̃ of each above its error, with clicks and
// drawings to match; v shows K̃ alone, larger.
func TestBothWhereThereIsRoom(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "broken", "idle")
	m.Settle()
	const w, h = 176, 39
	both, at := m.Screen.placed(w, h)
	lines := strings.Split(ansi.Strip(m.Text(0, w, h)), "\n")
	if first, second := lines[0], lines[at.H]; len(both) != 10 || !strings.Contains(first, "● plain: K̃") ||
		strings.Contains(first, "up to") ||
		strings.Index(second, "● plain: up to 0.3") < at.W || strings.Contains(second, "K̃") {
		t.Errorf("%d pictures below\n%s\n%s", len(both), first, second)
	}
	if both[1].Full != both[0].Full || both[1].Least != 0 || !(both[6].Least > 0) {
		t.Errorf("the scales are to %v of K, to %v of K̃ and from %v of errors", both[0].Full, both[1].Full, both[6].Least)
	}
	for row, y := range []int{3, at.H + 3} {
		if done := m.Screen.click(at.W+3, y, w, h); fmt.Sprint(done) != "[plain]" {
			t.Errorf("a click on row %d does %v", row, done)
		}
		if done := m.Screen.click(3, y, w, h); done != nil {
			t.Errorf("a click at the left of row %d does %v", row, done)
		}
	}
	if drawn := m.Screen.figure(w, h).(chart.Matrices); len(drawn.List[5].Values) != 0 || drawn.At != at ||
		drawn.List[6].Title != "plain, m=20: up to "+strings.TrimPrefix(both[6].Title, "plain: up to ") {
		t.Errorf("the pictures of pixels have other places: %v, %q", drawn.At, drawn.List[6].Title)
	}
	if few, _ := m.Screen.placed(57, 13); len(few) > 5 {
		t.Error("a small window has both, without room for names")
	}
	m.Press(0, "v")
	if alone, large := m.Screen.placed(w, h); len(alone) != 5 || large.W <= at.W {
		t.Errorf("%d pictures of %d cells after v, of %d before", len(alone), large.W, at.W)
	}
}

// TestTickedAgain: the pictures come back after no method ran.
func TestTickedAgain(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	for _, method := range []string{"", "plain", "plain"} {
		if method != "" {
			m.Toggle(m.MethodIndex(method))
		}
		m.Settle()
	}
	if m.Screen.Now["plain"] == nil {
		t.Errorf("there are %d pictures:\n%s", len(m.Screen.Now), m.Text(0, 40, 12))
	}
}

// TestTheFirstFailureIsNamed: without a picture the reason of the first method is shown, whenever it is drawn.
func TestTheFirstFailureIsNamed(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Screen.Now = map[string]*Found{
		"plain": {Method: "plain", Missing: "no memory"}, "eager": {Method: "eager", Missing: "no time"},
	}
	for range 20 {
		if text := m.Text(0, 60, 20); !strings.Contains(text, "plain: no memory") {
			t.Fatalf("the text:\n%s", text)
		}
	}
}
