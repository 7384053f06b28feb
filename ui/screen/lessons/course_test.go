package lessons

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"gonum.org/v1/gonum/floats"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// small is a lesson of a question, to which 2 is right, and a curve over four values from 1 to 100.
const small = `---
screen: 1
watch: error
sweep: --methods nystrom,rls --over m=10,20,40,80 --n 300 --reps 1 bimodal
claim: error of rls at m=40 <= 1
---
# Small

## Predict: Which is it?

- [ ] this
- [x] that <!-- error of rls at m=40 <= error of nystrom at m=40 -->
- [ ] none

So it is.

## Draw: entries of rls over m from 1 to 1e2

That was it.
`

// taken is a screen on which the lesson small is open.
func taken(t *testing.T) *Screen {
	t.Helper()
	s := newScreen(t, "braille")
	l, err := lesson.Parse("small", small, approx.Methods())
	if err != nil {
		t.Fatal(err)
	}
	s.Offer(l)
	s.Read("small")
	return s
}

// said is the note among what is wanted, "" for none.
func said(list []screen.Do) string {
	for _, one := range list {
		if note, is := one.(screen.Note); is {
			return string(note)
		}
	}
	return ""
}

// told is the text of the open lesson.
func (s *Screen) told() string {
	s.Settle(60, 200)
	return strings.Join(strings.Fields(ansi.Strip(s.Render("", "", 0))), " ")
}

// TestAReaderTakesALesson: a question waits for one of its answers and a curve for two points; then the lesson's end is
// reached, and its answers can be forgotten.
func TestAReaderTakesALesson(t *testing.T) {
	t.Parallel()
	s := taken(t)
	if !s.Waits() || !s.Asks() || s.Draws() || s.Fills() {
		t.Fatalf("the question does not wait: %+v", s.Answers(s.Now()))
	}
	if says := said(s.Forward()); !strings.HasPrefix(says, "answer first") {
		t.Errorf("before an answer %q", says)
	}
	for _, c := range []struct{ right, up, at int }{{0, 5, 0}, {0, -1, 1}, {1, 0, 2}, {0, -9, 2}, {0, 2, 0}} {
		if s.Move(c.right, c.up); s.course.at != c.at {
			t.Errorf("%d to the right and %d up lead to answer %d, not %d", c.right, c.up, s.course.at, c.at)
		}
	}
	says := said(s.Enter())
	if text := s.told(); says != "" || !s.Asks() || !strings.Contains(text, "You chose 1. Right is 2, that. So it is.") {
		t.Errorf("after an answer %q, and\n%s", says, text)
	}
	s.Enter()
	if says := said(s.Forward()); !s.Draws() || !strings.HasPrefix(says, "draw the curve first") {
		t.Errorf("the curve does not wait: %q, %+v", says, s.Answers(s.Now()))
	}
	s.Move(0, 0) // the middle of the axis
	if says := said(s.Enter()); !strings.HasPrefix(says, "draw the curve first") || len(s.Answers(s.Now())) != 1 {
		t.Errorf("a single point is a curve: %q", says)
	}
	s.Move(1, -12)
	if says := said(s.Enter()); says != "" || s.Waits() {
		t.Errorf("two points are no curve: %q", says)
	}
	a := s.Answers(s.Now())
	if len(a) != 2 || a[0].Choice != 1 {
		t.Fatalf("the answers are %+v", a)
	}
	if x, y := a[1].X, a[1].Y; !slices.Equal(x, []float64{10, 20}) || !floats.EqualApprox(y, []float64{10, 1}, 1e-9) {
		t.Errorf("the curve is %v over %v", y, x)
	}
	if says := said(s.Skip()); !strings.HasPrefix(says, "no step is open") || len(s.Answers(s.Now())) != 2 {
		t.Errorf("a step that was passed is skipped: %q", says)
	}
	if says := said(s.Forward()); says != "" || s.Asks() {
		t.Errorf("at the end %q", says)
	}
	if says := said(s.Forward()); !strings.HasPrefix(says, "the lesson ends here") {
		t.Errorf("behind the end %q", says)
	}
	if s.Again(); len(s.Answers(s.Now())) > 0 || !s.Asks() || strings.Contains(s.told(), "You chose 1.") {
		t.Errorf("the answers are not forgotten: %+v", s.Answers(s.Now()))
	}
}

// TestAClassTakesALesson: hands are counted by digits and arrows, no answer goes without any, and the score is the
// share of hands that are right in the questions that were not skipped.
func TestAClassTakesALesson(t *testing.T) {
	t.Parallel()
	s := taken(t)
	s.Teach(nil)
	if says := said(s.Enter()); !strings.HasPrefix(says, "type how many hands") || !s.Fills() {
		t.Errorf("no hands are an answer: %q", says)
	}
	s.Digit(4)
	s.Digit(2)
	s.Back()      // 4
	s.Move(-1, 0) // 3
	s.Move(0, -1)
	s.Digit(1)
	s.Move(-9, 0)
	if says := said(s.Enter()); says != "" || !reflect.DeepEqual(s.Answers(s.Now()), []Answer{{Hands: []int{3, 0, 0}}}) {
		t.Errorf("%q, and the hands are %+v", says, s.Answers(s.Now()))
	}
	s.Back() // to the hands, of which one more was raised
	if s.Move(1, 0); !s.Waits() || len(s.Answers(s.Now())) > 0 {
		t.Errorf("the step has the answers %+v", s.Answers(s.Now()))
	}
	s.Enter()
	if got := s.Answers(s.Now()); !reflect.DeepEqual(got, []Answer{{Hands: []int{4, 0, 0}}}) {
		t.Errorf("the corrected hands are %+v", got)
	}
	s.Again()
	for _, hands := range []int{3, 1, 0} {
		s.Digit(hands)
		s.Move(0, -1)
	}
	s.Enter()
	if !strings.Contains(s.told(), "1 of 4 hands are right: 2, that.") {
		t.Errorf("the text is\n%s", s.told())
	}
	s.Enter()
	isFive := func(k screen.Key) bool { return k.Keys == "5" }
	if keys := s.Asking(nil).Keys(0); !slices.ContainsFunc(keys, isFive) { // else 5 opens a screen
		t.Error("a digit is no key while a class draws")
	}
	s.Digit(5)
	s.Skip()
	s.Enter()
	score := func() string {
		draw := s.Asking(nil).Panes().Charts[0].Draw
		return strings.Join(strings.Fields(ansi.Strip(strings.Join(draw(chart.Lines{}, 80, 30), "\n"))), " ")
	}
	const want = "25 of 100 (mean of steps): right hands, points within 1/10 of the axis " +
		"1. Which is it? 1 of 4 hands are right: 2, that. 2. Draw: "
	if got := score(); !strings.Contains(got, want) || !strings.Contains(got, "You drew no curve.") {
		t.Errorf("the score is\n%s", got)
	}
	if s.Back(); s.stage != shows {
		t.Errorf("before the score is %v", s.stage)
	}
	s.Enter()
	if s.Enter(); s.Asks() {
		t.Errorf("behind the score is %v", s.stage)
	}
	taught, other := s.Now(), s.all[0]
	given := s.Answers(taught)
	s.Read(other.Name)
	s.Digit(9)
	if s.Enter(); len(s.Answers(other)) != 1 || len(given) == 0 || !reflect.DeepEqual(s.Answers(taught), given) {
		t.Errorf("the answers to the next lesson are %+v, to this one %+v", s.Answers(other), s.Answers(taught))
	}
}

// TestAnswersToAnotherLesson: answers of a session may be to a lesson that has changed since; the score goes on.
func TestAnswersToAnotherLesson(t *testing.T) {
	t.Parallel()
	s := taken(t)
	s.Teach([]Answer{{Choice: 9}, {Hands: []int{0, 0, 0, 0, 7}}})
	if text := ansi.Strip(strings.Join(s.score(80), "\n")); !strings.Contains(text, "You chose 9.") ||
		!strings.Contains(text, "0 of 100 (mean") {
		t.Errorf("the score is\n%s", text)
	}
}

// TestEvidenceNamesItsCurves: above the chart where these have no room for names at their ends, and no other methods. A
// line is at the value that the answer names.
func TestEvidenceNamesItsCurves(t *testing.T) {
	t.Parallel()
	s := taken(t)
	s.Digit(2)
	pane := s.Asking(nil).Panes().Charts[0]
	text := ansi.Strip(strings.Join(pane.Draw(chart.Lines{}, 40, 20), "\n"))
	if !strings.Contains(text, "○ rls  ▲ nystrom") ||
		strings.Contains(text, "accumulation") || pane.Methods {
		t.Errorf("the evidence is\n%s", text)
	}
	if at := s.evidence(0).VLines; len(at) != 1 || at[0].X != 40 || at[0].Label != "m=40" {
		t.Errorf("lines at %+v", at)
	}
}

// TestDrawnCurvesAreCompared: what is said of a curve names the point that is furthest from the runs.
func TestDrawnCurvesAreCompared(t *testing.T) {
	t.Parallel()
	s := taken(t)
	l := s.Now()
	var rows []sweep.Result
	for m, entries := range map[float64]float64{10: 10, 20: 20, 40: 40} {
		r := sweep.Result{Data: l.Data, Kernel: "gaussian", N: 300, Method: "rls", Rep: 1, Seed: 1}
		r.Params = model.Values{"m": m}
		r.Set("entries", entries)
		rows = append(rows, r)
	}
	const off = "Your curve is furthest off here: "
	for _, c := range []struct {
		x, y []float64
		want string
	}{
		{nil, nil, "You drew no curve."},
		{[]float64{80}, []float64{10}, "The runs are being computed."},
		{[]float64{10, 20, 80}, []float64{11, 20, 1}, "Your curve is close. At m = 10 you drew 11. It is 10."},
		{[]float64{10, 20, 40}, []float64{10, 10, 1}, off + "at m = 40 you drew 1. It is 40."},
		{[]float64{10, 20}, []float64{100, 20}, off + "at m = 10 you drew 100. It is 10."},
	} {
		if got := s.compared(l.Steps[1].Curve, Answer{X: c.x, Y: c.y}, rows); got != c.want {
			t.Errorf("%v over %v: %q, want %q", c.y, c.x, got, c.want)
		}
	}
}

// TestAnswersInSessions: answers come back from a session, and what none can hold is refused and changes nothing.
func TestAnswersInSessions(t *testing.T) {
	t.Parallel()
	s := taken(t)
	s.Digit(2)
	field := s.State()[0]
	for text, says := range map[string]string{
		`[{"lesson":"","steps":[]}]`:                     "is not the name of a lesson",
		`[{"lesson":"a/b","steps":[]}]`:                  "is not the name of a lesson",
		`[{"lesson":"a","steps":[{},{"choice":-1}]}]`:    "step 2 of a: there is no answer -1",
		`[{"lesson":"a","steps":[{"hands":[10000]}]}]`:   "hands are [10000]",
		`[{"lesson":"a","steps":[{"x":[1,2],"y":[1]}]}]`: "a curve has 2 values of x and 1 of y",
	} {
		fault := field.Take(session.Given("answers", text))
		if fault == nil || !strings.Contains(fault.Problem, says) || fault.Remedy == "" {
			t.Errorf("%.60s: %v, want %q", text, fault, says)
		}
	}
	if len(s.Answers(s.Now())) != 1 {
		t.Errorf("a fault changes the answers to %+v", s.Answers(s.Now()))
	}
	other := taken(t)
	fault := other.State()[0].Take(session.Given("answers", field.Text()))
	if fault != nil || !reflect.DeepEqual(other.Answers(other.Now()), s.Answers(s.Now())) {
		t.Errorf("%v, and the answers are %+v", fault, other.Answers(other.Now()))
	}
}

// TestDigitsHaveAUse: the keys of a question are the digits of its answers, and for a class all.
func TestDigitsHaveAUse(t *testing.T) {
	t.Parallel()
	s := taken(t)
	for want, class := range map[string]bool{"123": false, "0123456789": true} {
		s.Class = class
		got := ""
		for _, k := range s.Asking(s).Keys(0) {
			if len(k.Keys) == 1 && k.Keys <= "9" {
				got += k.Keys
			}
		}
		if got != want {
			t.Errorf("class %v: the digits %s, want %s", class, got, want)
		}
	}
}
