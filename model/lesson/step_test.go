package lesson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/claim"
	"gramscope/model/lesson"
)

const rightAnswer = "- [x] that of *rls* <!-- error of rls at m=80 <= error of nystrom at m=80 / 2 -->"

// TestStepsAreRead: the example's text is divided at its steps, and comments are not shown.
func TestStepsAreRead(t *testing.T) {
	l, err := lesson.Parse("x", lesson.Example(), approx.Methods())
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Steps) != 2 || strings.Contains(l.Text, "<!--") ||
		!strings.HasSuffix(l.Before, "**bold** words are terms.\n\n") {
		t.Fatalf("%d steps, before them %q", len(l.Steps), l.Before)
	}
	choose, draw := l.Steps[0], l.Steps[1]
	if choose.Draws() || choose.Question != "Whose error is smaller with 80 landmarks?" ||
		!strings.HasPrefix(choose.Lead, "*nystrom* draws") ||
		len(choose.Answers) != 3 || choose.Answers[1].Text != "that of *rls*" || !choose.Answers[1].Right ||
		choose.Answers[2].Right ||
		strings.TrimSpace(choose.After) != "Uniform draws miss the small group of points, and scores find it: with 80 "+
			"landmarks they have at most 1/2 of the error." {
		t.Errorf("%+v", choose)
	}
	if c := draw.Curve; !draw.Draws() || c.Column.Name != "error" || c.Method != "rls" || c.Lo != 1e-4 || c.Hi != 1 ||
		!strings.Contains(draw.After, "## The claim") {
		t.Errorf("%+v", draw)
	}
	if crlf, err := lesson.Parse("x", strings.ReplaceAll(lesson.Example(), "\n", "\r\n"), approx.Methods()); err != nil ||
		len(crlf.Steps) != 2 || crlf.Steps[0].Answers[1].Text != choose.Answers[1].Text {
		t.Errorf("with CRLF: %v, %+v", err, crlf.Steps)
	}
}

// TestStepsAreChecked: answers that are marked wrongly, and axes that a curve leaves, are found.
func TestStepsAreChecked(t *testing.T) {
	example, _ := lesson.Parse("example", lesson.Example(), approx.Methods())
	rows := preset(t, example) // of all below, which differ in their text
	for _, c := range []struct{ old, with, says string }{
		{rightAnswer, rightAnswer, "✓ "},
		{rightAnswer, "- [x] that of *rls* <!-- error of rls at m=80 >= error of nystrom at m=80 -->",
			"✗ step 1: answer 2 is marked right, but error of rls at m = 80 is "},
		{"- [ ] that of *nystrom*", "- [ ] that of *nystrom* <!-- error of rls at m=80 <= error of nystrom at m=80 -->",
			"✗ step 1: answer 1 is marked wrong, but "},
		{"- [ ] that of *nystrom*", "- [ ] that of *nystrom* <!-- gain <= 1.5 -->", "✓ "},
		{"- [ ] that of *nystrom*", "- [ ] that of *nystrom* <!--growth(error of rls over m) <= 1-->",
			"✗ step 1: answer 1 is marked wrong, but "},
		{"<!-- gain >= 2 -->", "<!-- gain >= 1e3 --> or <!-- gain <= 1e3 -->", "✗ line 50: gain is "},
		{"<!-- gain >= 2 -->", "<!-- gain >= 1.5 --> or <!-- gain <= 1 -->", "✗ line 50: gain is "},
		{"from 1e-4 to 1", "from 0.1 to 1", "✗ step 2: error of rls at m = "},
	} {
		l, err := lesson.Parse("x", replaced(t, c.old, c.with), approx.Methods())
		if err != nil {
			t.Errorf("%s: %v", c.with, err)
			continue
		}
		if got := l.CheckText(rows).String(); !strings.HasPrefix(got, c.says) {
			t.Errorf("%s: %s, want %s", c.with, got, c.says)
		}
	}
	l, _ := lesson.Parse("x", lesson.Example(), approx.Methods())
	if v := l.CheckText(rows[:3]); v.State != claim.Waiting {
		t.Errorf("without most rows: %v", v)
	}
	x, y := l.Truth(l.Steps[1].Curve, rows)
	if len(x) != 4 || len(y) != 4 || x[3] != 80 || y[3] >= y[0] {
		t.Errorf("the curve %v over %v", y, x)
	}
}

// TestWrongSteps: each fault is named with its place.
func TestWrongSteps(t *testing.T) {
	const draw = "## Draw: error of rls over m from 1e-4 to 1"
	for _, c := range []struct{ old, with, says string }{
		{"- [x]", "- [ ]", "42:1: the question has 0 right answers, not one; mark the right one by [x]"},
		{"- [ ] they differ by less than a factor of 2", "- [X] they differ <!-- gain <= 2 -->",
			"42:1: the question has 2 right answers"},
		{"- [ ] that of *nystrom*\n" + rightAnswer + "\n- [ ] they differ by less than a factor of 2\n", "",
			"42:1: the question has no answers"},
		{"- [ ] that of *nystrom*\n" + rightAnswer + "\n- [ ] they differ by less than a factor of 2\n", rightAnswer + "\n",
			"42:1: the question has one answer only"},
		{"- [ ] that of *nystrom*\n", strings.Repeat("- [ ] no\n", 9), "55:1: the question has more than 9 answers"},
		{"- [ ] that of *nystrom*", "- [ ]", "46:1: the answer has no text"},
		{"- [ ] that of *nystrom*", "- [ ] that of\n  *nystrom*", "47:1: an answer is one line"},
		{"- [ ] they differ", "- [y] they differ", "48:1: the line is not an answer"},
		{" <!-- error of rls at m=80 <= error of nystrom at m=80 / 2 -->", "", "47:20: nothing says why the answer is right"},
		{"m=80 / 2 -->", "m=80 / 2", "47:21: the comment has no end"},
		{"m=80 / 2 -->", "m=80 / 2 --> <!-- gain >= 2 -->", "47:88: a second statement of an answer"},
		{"<!-- gain >= 2 -->", "<!-- a free comment -->",
			"50:126: a comment is a statement that is checked, such as gain >= 2; write remarks in the head, in lines"},
		{"<!-- gain >= 2 -->", "<!-- gain >= 2", "50:121: the comment has no end"},
		{"<!-- gain >= 2 -->", "<!-- gian >= 2 -->", `50:126: "gian" is not defined`},
		{"<!-- error of rls", "<!-- eror of rls", `47:26: unknown column "eror"; did you mean error?`},
		{"<!-- error of rls", "<!-- error of rsl", `47:26: unknown method "rsl" in the setting`},
		{"m=80 / 2 -->", "m=80 / gian -->", `"gian" is not defined`},
		{"<!-- error of rls at m=80 <= error of nystrom at m=80 / 2 -->", "<!-- eror of rls at m=80 <= 1 -->",
			`47:26: unknown column "eror"`},
		{"## Predict: Whose error is smaller with 80 landmarks?", "## Predict:", "42:12: the step asks nothing"},
		{draw, "## Draw: error of rls", `52:10: "error of rls" is not COLUMN of METHOD over PARAMETER from LOW to HIGH`},
		{draw, "## Draw: eror of rls over m from 1e-4 to 1", `52:10: unknown column "eror"`},
		{draw, "## Draw: error of bka over m from 1e-4 to 1", `52:19: unknown method "bka" in the setting`},
		{draw, "## Draw: error of rls over gamma from 1e-4 to 1", `52:28: "gamma" is not the swept parameter; write over m`},
		{draw, "## Draw: error of rls over m from few to 1", `52:35: "few" is not a number`},
		{draw, "## Draw: error of rls over m from 1 to NaN", `52:40: "NaN" is not a number`},
		{draw, "## Draw: error of rls over m from 1 to 1", `52:35: 1 is not below 1`},
		{draw, "## Draw: error of rls over m from 0 to 1",
			`52:35: error is on a logarithmic axis, which does not begin at 0`},
		{"--over m=10,20,40,80 ", "", "13:8: the setting has no --over"},
	} {
		_, err := lesson.Parse("x", replaced(t, c.old, c.with), approx.Methods())
		var bad *lesson.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q in place of %q: %v, want %q", c.with, c.old, err, c.says)
		}
	}
}

// TestAnswersDoNotGiveThemselvesAway: in the program's lessons the right answer is of about the length of the wrong
// ones, is not usually the longest, and stands at each place about as often as at the others.
func TestAnswersDoNotGiveThemselvesAway(t *testing.T) {
	const most = 1.15 // times the length of the longest wrong answer
	questions, longest, places := 0, 0, map[int]int{}
	for _, name := range lesson.Names() {
		l, _ := lesson.Find(name, approx.Methods())
		before := -1
		for i, step := range l.Steps {
			right := slices.IndexFunc(step.Answers, func(a lesson.Answer) bool { return a.Right })
			if right < 0 {
				continue
			}
			questions++
			if places[right]++; right == before {
				t.Errorf("%s, step %d: answer %d is right, as in the step before", name, i+1, right+1)
			}
			before = right
			length := func(a lesson.Answer) int { return len([]rune(a.Text)) }
			wrong := 0
			for _, a := range step.Answers {
				if !a.Right {
					wrong = max(wrong, length(a))
				}
			}
			own := length(step.Answers[right])
			if own > wrong {
				longest++
			}
			if float64(own) > most*float64(wrong) || float64(own) < float64(wrong)/1.5 {
				t.Errorf("%s, step %d: the right answer has %d characters, the longest wrong one %d", name, i+1, own, wrong)
			}
		}
	}
	if 2*longest > questions {
		t.Errorf("the right answer is the longest of %d of %d questions", longest, questions)
	}
	for place := range 3 {
		if share := float64(places[place]) / float64(questions); share < 0.2 || share > 0.45 {
			t.Errorf("answer %d is right in %d of %d questions", place+1, places[place], questions)
		}
	}
}

// TestEvidence: a question is answered by the curves that its right answer names, but for what the reader is to draw
// later.
func TestEvidence(t *testing.T) {
	l, _ := lesson.Find("gamma", approx.Methods())
	list := l.Evidence(0)
	if len(list) != 2 || list[0].Method != "nystrom" || list[0].Points || list[1].Method != "bka" ||
		!list[1].Points || !slices.Equal(list[1].At, []float64{0.01}) || list[1].Column.Name != "error" {
		t.Errorf("the first step of gamma is answered by %+v", list)
	}
	if list = l.Evidence(1); len(list) != 1 || list[0].Method != "bka" || list[0].Points ||
		list[0].At != nil || list[0].Hi != 1 {
		t.Errorf("the second by %+v", list)
	}
	l, _ = lesson.Find("scores", approx.Methods())
	if list = l.Evidence(0); len(list) != 2 || !slices.Equal(list[0].At, []float64{80}) {
		t.Errorf("the first of scores by %+v", list)
	}
	if list = l.Evidence(2); len(list) != 2 || list[0].Column.Name != "rmse_test" {
		t.Errorf("the last of scores by %+v", list)
	}
	for _, l := range lesson.All(approx.Methods()) {
		for i := range l.Steps {
			for _, one := range l.Evidence(i) {
				if !slices.Contains(l.Spec.Methods, one.Method) || one.Column.Name == "" {
					t.Errorf("step %d of %s is answered by %+v", i+1, l.Name, one)
				}
			}
		}
	}
}
