package session

import (
	"fmt"
	"math"
	"strings"

	"gramscope/data/legible"
)

// LessonAnswers are the answers to the steps of a lesson that have been passed, in their order.
type LessonAnswers struct {
	Lesson string   `json:"lesson"` // its name, or that of its file without the folder
	Steps  []Answer `json:"steps"`
}

// Answer is the answer to one step. That of a step that was skipped is the zero value.
type Answer struct {
	Choice int       `json:"choice,omitempty"` // of a question, from 1
	X      []float64 `json:"x,omitempty"`      // of a curve that was drawn: values of the swept parameter
	Y      []float64 `json:"y,omitempty"`      // what was drawn there
}

// Skipped reports whether the step was passed without an answer.
func (a Answer) Skipped() bool { return a.Choice == 0 && len(a.X) == 0 }

// Limits of what a session may hold of answers.
const (
	mostLessons = 100
	mostSteps   = 100
	mostDrawn   = 1000
	mostName    = 200
	mostChoice  = 9
)

// CheckAnswers returns a *Fault for answers that no lesson has.
func (s *Session) CheckAnswers() error {
	if len(s.Answers) > mostLessons {
		return &Fault{"answers", fmt.Sprintf("there are answers to %d lessons", len(s.Answers)), fmt.Sprintf("%d at most", mostLessons)}
	}
	for i, l := range s.Answers {
		field := fmt.Sprintf("answers.%d", i+1)
		switch {
		case l.Lesson == "" || len(l.Lesson) > mostName || strings.ContainsAny(l.Lesson, "/\\") || legible.Text(l.Lesson) != l.Lesson:
			return &Fault{field + ".lesson", fmt.Sprintf("%q is not the name of a lesson", l.Lesson), "give the name of a lesson or a file"}
		case len(l.Steps) > mostSteps:
			return &Fault{field + ".steps", fmt.Sprintf("there are %d steps", len(l.Steps)), fmt.Sprintf("%d at most", mostSteps)}
		}
		for k, a := range l.Steps {
			if problem, remedy := a.fault(); problem != "" {
				return &Fault{fmt.Sprintf("%s.steps.%d", field, k+1), problem, remedy}
			}
		}
	}
	return nil
}

// fault says what is wrong with an answer, "" for nothing.
func (a Answer) fault() (problem, remedy string) {
	switch {
	case a.Choice < 0 || a.Choice > mostChoice:
		return fmt.Sprintf("there is no answer %d", a.Choice), fmt.Sprintf("choices are 1 to %d", mostChoice)
	case len(a.X) != len(a.Y):
		return fmt.Sprintf("a curve has %d values of x and %d of y", len(a.X), len(a.Y)), "give as many of one as of the other"
	case len(a.X) > mostDrawn:
		return fmt.Sprintf("a curve has %d points", len(a.X)), fmt.Sprintf("%d at most", mostDrawn)
	case a.Choice > 0 && len(a.X) > 0:
		return "the step has a choice and a curve", "leave one out"
	}
	for i := range a.X {
		if math.IsInf(a.X[i], 0) || math.IsInf(a.Y[i], 0) || math.IsNaN(a.X[i]) || math.IsNaN(a.Y[i]) {
			return "a curve has a point that is not finite", "leave it out"
		}
	}
	return "", ""
}

// AnswersTo returns the answers to a lesson.
func (s *Session) AnswersTo(lesson string) []Answer {
	for _, l := range s.Answers {
		if l.Lesson == lesson {
			return l.Steps
		}
	}
	return nil
}
