package trial

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/learn"
)

// Names of the learners on an approximation: ridge for numbers, the others for classes.
const (
	LearnRidge    = "ridge"
	LearnLogistic = learn.LearnerLogistic
	LearnSVM      = learn.LearnerSVM
)

// Learners returns the names of all learners.
func Learners() []string { return []string{LearnRidge, LearnLogistic, LearnSVM} }

// AnotherTarget returns the remedy for an unsuitable target.
func AnotherTarget() remedy.List { return remedy.By("choose another target", "target", "") }

// MoreRows returns the remedy for too few rows.
func MoreRows() remedy.List { return remedy.By("take more rows", "n", "") }

// AsNumber returns the remedy that learns the target as a number.
func AsNumber() remedy.List { return remedy.By("learn it as a number", "learner", LearnRidge) }

// CheckTarget returns a *data.Error if the sum of squares of the target's values may overflow. Sets may be nil.
func CheckTarget(sets ...*data.Set) error {
	for _, set := range sets {
		if set == nil {
			continue
		}
		limit := largestSquare(len(set.Y))
		for _, y := range set.Y {
			if math.Abs(y) > limit {
				return &data.Error{Problem: fmt.Sprintf("the target %s contains %g, and the squares of such values overflow", set.Target, y),
					Remedies: remedy.Do("rescale it in the file").Or(AnotherTarget())}
			}
		}
	}
	return nil
}

// mostValues is the largest number of distinct numbers that are learned as classes.
const mostValues = 50

// Classes has the classes of the rows of a classification, numbered from 0.
type Classes struct {
	Train, Test []int
	Count       int
}

// ClassesOf returns the classes of the rows. For a number target the classes are the distinct values in both sets, in
// ascending order. test may be nil. The error is a *data.Error if there are too many classes.
func ClassesOf(train, test *data.Set) (Classes, error) {
	sets := [2][]float64{train.Y}
	if test != nil {
		sets[1] = test.Y
	}
	number, count := func(y float64) int { return int(y) }, len(train.Classes)
	if train.Classes == nil {
		values := slices.Compact(slices.Sorted(slices.Values(slices.Concat(sets[:]...))))
		if len(values) > mostValues {
			return Classes{}, &data.Error{Problem: fmt.Sprintf("the target %s has %d distinct values, more than %d: it looks like a number", train.Target, len(values), mostValues),
				Remedies: AsNumber().Or(AnotherTarget())}
		}
		number = func(y float64) int { at, _ := slices.BinarySearch(values, y); return at }
		count = len(values)
	}
	var numbers [2][]int
	for i, set := range sets {
		numbers[i] = make([]int, len(set))
		for j, y := range set {
			numbers[i][j] = number(y)
		}
	}
	return Classes{numbers[0], numbers[1], count}, nil
}
