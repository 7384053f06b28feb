package lessons

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/data/legible"
	"gramscope/ui/session"
)

// Answers are those to the steps of a lesson that have been passed, in their order.
type Answers struct {
	Lesson string   `json:"lesson"` // its name, or that of its file without the folder
	Steps  []Answer `json:"steps"`
}

// Answer is the answer to one step. That of a step that was skipped is the zero value.
type Answer struct {
	Choice int       `json:"choice,omitempty"` // of a question, from 1
	Hands  []int     `json:"hands,omitempty"`  // of a question to a class: how many each answer has
	X      []float64 `json:"x,omitempty"`      // of a curve that was drawn: values of the swept parameter
	Y      []float64 `json:"y,omitempty"`      // what was drawn there
}

// Skipped reports whether the step was passed without an answer.
func (a Answer) Skipped() bool { return a.Choice == 0 && a.all() == 0 && len(a.X) == 0 }

// all returns the number of hands.
func (a Answer) all() (sum int) {
	for _, n := range a.Hands {
		sum += n
	}
	return sum
}

// Votes returns how many have given an answer, from 0: hands of a class, or one reader.
func (a Answer) Votes(answer int) int {
	switch {
	case answer < len(a.Hands):
		return a.Hands[answer]
	case a.Choice == answer+1:
		return 1
	}
	return 0
}

// state returns the answers to all lessons as a field of a session.
func (c *course) state() []session.Field {
	var all []Answers
	for _, name := range slices.Sorted(maps.Keys(c.answered)) {
		all = append(all, Answers{name, slices.Clone(c.answered[name])})
	}
	field := session.Of("answers", all, func(all []Answers) (problem, remedy string) {
		if problem, remedy = fault(all); problem != "" {
			return problem, remedy
		}
		clear(c.answered)
		for _, l := range all {
			c.answered[l.Lesson] = l.Steps
		}
		if c.Open && len(c.answered[keyOf(c.lesson)]) != len(c.answers) {
			c.begin(c.lesson)
		}
		return "", ""
	})
	if all == nil {
		field.Value = nil
	}
	return []session.Field{field}
}

// Limits of what a session may hold of answers.
const (
	mostLessons = 100
	mostSteps   = 100
	mostDrawn   = 1000
	mostName    = 200
	mostChoice  = 9
	mostHands   = 9999
)

// fault says what is wrong with answers, "" for nothing.
func fault(all []Answers) (problem, remedy string) {
	if len(all) > mostLessons {
		return fmt.Sprintf("there are answers to %d lessons", len(all)), fmt.Sprintf("%d at most", mostLessons)
	}
	for _, l := range all {
		switch {
		case l.Lesson == "" || len(l.Lesson) > mostName || strings.ContainsAny(l.Lesson, "/\\") || legible.Text(l.Lesson) != l.Lesson:
			return fmt.Sprintf("%.200q is not the name of a lesson", l.Lesson), "give the name of a lesson or a file"
		case len(l.Steps) > mostSteps:
			return fmt.Sprintf("there are %d steps", len(l.Steps)), fmt.Sprintf("%d at most", mostSteps)
		}
		for k, a := range l.Steps {
			if problem, remedy = a.fault(); problem != "" {
				return fmt.Sprintf("step %d of %s: %s", k+1, l.Lesson, problem), remedy
			}
		}
	}
	return "", ""
}

// fault says what is wrong with an answer, "" for nothing. JSON has no numbers that are not finite.
func (a Answer) fault() (problem, remedy string) {
	switch {
	case a.Choice < 0 || a.Choice > mostChoice:
		return fmt.Sprintf("there is no answer %d", a.Choice), fmt.Sprintf("choices are 1 to %d", mostChoice)
	case len(a.Hands) > mostChoice || slices.ContainsFunc(a.Hands, func(n int) bool { return n < 0 || n > mostHands }):
		return fmt.Sprintf("hands are %v", a.Hands), fmt.Sprintf("%d answers at most have 0 to %d each", mostChoice, mostHands)
	case len(a.X) != len(a.Y):
		return fmt.Sprintf("a curve has %d values of x and %d of y", len(a.X), len(a.Y)), "give as many of one as of the other"
	case len(a.X) > mostDrawn:
		return fmt.Sprintf("a curve has %d points", len(a.X)), fmt.Sprintf("%d at most", mostDrawn)
	case (a.Choice > 0 || a.Hands != nil) && len(a.X) > 0:
		return "the step has a choice and a curve", "leave one out"
	}
	return "", ""
}
