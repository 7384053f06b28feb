package lessons

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model/claim"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/look"
	"gramscope/ui/screen"
)

// stage is what stands in place of the charts while a lesson is taken.
type stage int

const (
	reads  stage = iota // nothing: the screen that the lesson is about is seen
	asks                // the next step
	shows               // the curves that answer the last one
	scores              // how the room has done, after the last step of a class
)

// course is the lesson that is being taken.
type course struct {
	bench *lab.State
	look  *look.Look

	Class    bool // a lecturer asks a room: questions fill the window, answers have hands, and curves that answer grow
	Open     bool // a lesson is open, even while another screen is shown
	lesson   lesson.Lesson
	answered map[string][]Answer    // to the steps of all lessons that were taken
	found    map[string]claim.State // the last verdicts on their claims, by lesson

	answers []Answer // to the passed steps of this lesson
	stage   stage
	at      int    // the answer that is pointed at
	hands   []int  // that a class has raised so far, by answer
	sketch  sketch // the curve that is being drawn
	grown   int    // how many of the parts of the curves that answer are seen
	ticking bool

	text    text
	verdict claim.Verdict
}

// Now returns the lesson that is open, or was open last.
func (c *course) Now() lesson.Lesson { return c.lesson }

// begin goes to where a lesson was left: before its first step, or after the last step that was passed.
func (c *course) begin(l lesson.Lesson) {
	c.lesson, c.verdict, c.text = l, claim.Verdict{}, text{}
	c.answers = c.answered[keyOf(l)]
	c.answers = c.answers[:min(len(c.answers), len(l.Steps))]
	switch c.stage = reads; {
	case len(c.answers) == 0:
		c.ask()
	case len(c.answers) < len(l.Steps):
		c.stage, c.grown = shows, parts
	}
}

// step returns the step that comes next.
func (c *course) step() (lesson.Step, bool) {
	if len(c.answers) >= len(c.lesson.Steps) {
		return lesson.Step{}, false
	}
	return c.lesson.Steps[len(c.answers)], true
}

// ask opens the next step. After the last one a class sees its score, and then the charts are seen.
func (c *course) ask() {
	step, more := c.step()
	c.at, c.hands = 0, make([]int, len(step.Answers))
	switch {
	case more:
		c.stage = asks
	case c.Class && c.stage == shows:
		c.stage = scores
	default:
		c.stage = reads
	}
	if more && step.Draws() {
		_, xs := c.lesson.Over()
		c.sketch = sketch{of: step.Curve, xs: xs, heights: slices.Repeat([]float64{math.NaN()}, len(xs)), last: 0.5}
	}
}

// Waits reports whether a step has no answer yet, so that figures have to wait.
func (c *course) Waits() bool { return c.Open && len(c.answers) < len(c.lesson.Steps) }

// Asks reports whether the steps stand in the place of the charts.
func (c *course) Asks() bool { return c.Open && c.stage != reads }

// Fills reports whether the steps fill the window.
func (c *course) Fills() bool { return c.Class && c.Asks() }

// Stage names where the open lesson stands among its steps: it differs for each question, and for its answer.
func (c *course) Stage() string {
	if !c.Asks() {
		return ""
	}
	return fmt.Sprint(c.lesson.Name, len(c.answers), c.stage)
}

// Draws reports whether a curve is being drawn.
func (c *course) Draws() bool {
	step, ok := c.step()
	return c.Open && c.stage == asks && ok && step.Draws()
}

// Forward shows the next page of the text, or at its end opens the next step.
func (c *course) Forward() []screen.Do {
	switch {
	case !c.text.scroll.AtBottom() && !c.Fills():
		c.Scroll(-1, 1)
	case c.Draws():
		return screen.Say("draw the curve first: ←→ and ↑↓, then enter; S skips the step")
	case c.stage == asks:
		return screen.Say("answer first: ↑↓ and enter, or its digit; S skips the step")
	case c.stage == reads:
		return screen.Say("the lesson ends here; n opens the next one")
	default:
		c.ask()
	}
	return nil
}

// corrects reports whether hands can be corrected: those of a class for the last question, whose answer is shown.
func (c *course) corrects() bool {
	return c.Class && c.stage == shows && !c.lesson.Steps[len(c.answers)-1].Draws()
}

// Back removes the last digit of the hands, goes back from a step to the previous step's answer, and in a class from
// there to its question with the hands, or scrolls back.
func (c *course) Back() []screen.Do {
	first, _, _ := c.text.scroll.Seen()
	switch {
	case c.Class && c.stage == asks && len(c.hands) > 0 && c.hands[c.at] > 0:
		c.hands[c.at] /= 10
	case c.stage == asks && len(c.answers) > 0, c.stage == scores:
		c.stage, c.grown = shows, parts
	case c.corrects():
		last := len(c.answers) - 1
		hands := c.answers[last].Hands
		c.answers = c.answers[:last]
		c.answered[keyOf(c.lesson)] = c.answers
		c.ask()
		copy(c.hands, hands)
	case first > 1 && !c.Fills():
		c.Scroll(1, -1)
	default:
		return screen.Say("the lesson begins here")
	}
	return nil
}

// Skip passes the open step without an answer.
func (c *course) Skip() []screen.Do {
	if c.stage != asks {
		return screen.Say("no step is open; space goes to the next one")
	}
	c.pass(Answer{})
	return nil
}

// Finish passes all steps that have no answer yet, without one.
func (c *course) Finish() {
	for c.Waits() {
		c.pass(Answer{})
	}
	c.stage = reads
}

// Teach opens a lesson to a class, which has given these answers so far.
func (c *course) Teach(answers []Answer) {
	c.Class = true
	c.answered[keyOf(c.lesson)] = answers
	c.begin(c.lesson)
}

// Answers returns the answers to a lesson so far.
func (c *course) Answers(to lesson.Lesson) []Answer { return c.answered[keyOf(to)] }

// Again forgets the answers to the lesson, and opens its first step at the lesson's setting.
func (c *course) Again() []screen.Do {
	if len(c.lesson.Steps) == 0 {
		return screen.Say("this lesson has no steps")
	}
	delete(c.answered, keyOf(c.lesson))
	c.begin(c.lesson)
	return []screen.Do{screen.Read(c.lesson.Name), screen.Note("the answers to this lesson are forgotten")}
}

// pass passes the open step, and shows what answers it.
func (c *course) pass(a Answer) {
	c.stage, c.grown = shows, parts
	if c.Class {
		c.grown = 0
	}
	c.answers = append(c.answers[:len(c.answers):len(c.answers)], a)
	c.answered[keyOf(c.lesson)] = c.answers
	c.text.toStep = true
}

// Move moves the point that is drawn, or the pointer among the answers. In a class, moves to the right add hands to an
// answer, and moves to the left remove them.
func (c *course) Move(right, up int) {
	switch {
	case c.Draws():
		c.sketch.move(right, up)
	case c.stage == asks && c.Class && right != 0:
		c.raise(c.hands[c.at] + right)
	case c.stage == asks:
		c.at = min(max(c.at+right-up, 0), len(c.hands)-1)
	}
}

// raise sets the hands of the answer that is pointed at.
func (c *course) raise(hands int) { c.hands[c.at] = min(max(hands, 0), mostHands) }

// Digit gives an answer to the open question, counted from 1, or in a class appends a digit to the hands of the answer
// that is pointed at. A curve takes none.
func (c *course) Digit(digit int) {
	switch {
	case c.Draws():
	case c.Class:
		c.raise(10*c.hands[c.at] + digit)
	default:
		c.pass(Answer{Choice: digit})
	}
}

// Enter gives the answer that is pointed at, the hands of a class, or the curve that was drawn, or goes on.
func (c *course) Enter() []screen.Do {
	const least = 2 // points
	switch x, y := c.sketch.points(); {
	case c.stage != asks:
		c.ask()
	case c.Draws() && len(x) < least:
		return screen.Say("draw the curve first: → goes to the next value, ↑↓ move the point")
	case c.Draws():
		c.pass(Answer{X: x, Y: y})
	case !c.Class:
		c.Digit(c.at + 1)
	default:
		a := Answer{Hands: slices.Clone(c.hands)}
		if a.all() == 0 {
			return screen.Say("type how many hands each answer has, ↑↓ go to the next one; S shows the answer without hands")
		}
		c.pass(a)
	}
	return nil
}

// parts is the number of parts in which the curves that answer a class grow, and pause the time between two parts.
const parts, pause = 30, 60 * time.Millisecond

// reveal lets the curves that answer a class grow with each tick, as soon as they are there.
func (c *course) reveal(msg any) []screen.Do {
	switch msg {
	case screen.Ticked(job.None):
		if c.ticking {
			c.grown, c.ticking = min(c.grown+1, parts), false
		}
	case screen.Settled{}:
		if c.Fills() && c.stage == shows && c.grown < parts && !c.ticking && c.bench.Outcome.Finished {
			c.ticking = true
			return []screen.Do{screen.Tick{After: pause, Of: job.None}}
		}
	}
	return nil
}

// rows returns the rows of the sweep that is on screen.
func (c *course) rows() (rows []sweep.Result) {
	for _, method := range c.bench.Methods {
		rows = append(rows, slices.Concat(c.bench.Outcome.Grid(method.Name)...)...)
	}
	return rows
}
