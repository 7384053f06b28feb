package trial

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/learn"
)

// What learns the target on an approximation: ridge for numbers, the others for
// classes.
const (
	LearnRidge    = "ridge"
	LearnLogistic = learn.LearnerLogistic
	LearnSVM      = learn.LearnerSVM
)

// Learners are the names of what learns the target.
func Learners() []string { return []string{LearnRidge, LearnLogistic, LearnSVM} }

// TargetError says that a target can't be learned.
type TargetError struct {
	Problem  string
	Remedies remedy.List
}

func (e *TargetError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts are what is wrong with the target, and what can be done.
func (e *TargetError) Parts() (string, remedy.List) { return e.Problem, e.Remedies }

// AnotherTarget is the remedy of a target that does not do.
func AnotherTarget() remedy.List { return remedy.By("choose another target", "target", "") }

// MoreRows is that of too few rows.
func MoreRows() remedy.List { return remedy.By("take more rows", "n", "") }

// AsNumber learns the target as a number.
func AsNumber() remedy.List { return remedy.By("learn it as a number", "learner", LearnRidge) }

// CheckTarget makes sure that sums of squares of the target's values, centred or
// not, stay finite; else it is a *TargetError. Sets may be nil.
func CheckTarget(sets ...*data.Set) error {
	for _, set := range sets {
		if set == nil {
			continue
		}
		limit := largestSquare(len(set.Y))
		for _, y := range set.Y {
			if math.Abs(y) > limit {
				return &TargetError{fmt.Sprintf("the target %s holds %g, and the squares of such values overflow", set.Target, y),
					remedy.Do("rescale it in the file").Or(AnotherTarget())}
			}
		}
	}
	return nil
}

// mostValues is how many distinct numbers a target may have that is learned as
// classes.
const mostValues = 50

// Classes are the classes of the rows of a classification, as numbers from 0.
type Classes struct {
	Train, Test []int
	Count       int
}

// ClassesOf are those of a text target, or the distinct values of another,
// ascending, over both sets; test may be nil. A *TargetError says that they are
// too many to be classes.
func ClassesOf(train, test *data.Set) (Classes, error) {
	if train.Classes != nil {
		c := Classes{Train: whole(train.Y), Count: len(train.Classes)}
		if test != nil {
			c.Test = whole(test.Y)
		}
		return c, nil
	}
	values := slices.Clone(train.Y)
	if test != nil {
		values = append(values, test.Y...)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) > mostValues {
		return Classes{}, &TargetError{fmt.Sprintf("the target %s has %d distinct values, more than %d: it looks like a number", train.Target, len(values), mostValues),
			AsNumber().Or(AnotherTarget())}
	}
	place := func(y []float64) []int {
		out := make([]int, len(y))
		for i, v := range y {
			out[i], _ = slices.BinarySearch(values, v)
		}
		return out
	}
	c := Classes{Train: place(train.Y), Count: len(values)}
	if test != nil {
		c.Test = place(test.Y)
	}
	return c, nil
}

func whole(y []float64) []int {
	out := make([]int, len(y))
	for i, v := range y {
		out[i] = int(v)
	}
	return out
}
