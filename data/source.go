package data

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Set holds rows, on which a kernel matrix is computed, with their targets.
type Set struct {
	X       *mat.Dense // n×d, rows are points
	Y       []float64  // n target values, nil without a target
	Truth   []float64  // built-in sets: the true function at the rows, without noise; else nil
	Columns []string   // d feature names; a column of text has one for each value, such as "Sex=M"
	Target  string     // name of the target, "" if none
	Classes []string   // class names if the target is text; Y then holds 0…len−1; else nil
	Noise   float64    // built-in sets: standard deviation of Y around Truth; else 0

	// Matrix is the kernel matrix of points without coordinates, whose only feature is the number of their row
	// in it, from 1; nil for points with coordinates.
	Matrix *Matrix

	// Landmarks holds the landmarks that were given to the source, one a row, in the units of
	// the features. It is nil if there are none, and in test sets. Read only.
	Landmarks *mat.Dense
}

// Source is what training and test rows are drawn from: a *File, or a built-in set.
type Source interface {
	// Name returns the base name of the file or the name of the built-in set. It fills the
	// column `data` of the results.
	Name() string
	// Rows returns the number of rows that can be drawn; 0 = any number.
	Rows() int
	// Dims returns d, the number of features.
	Dims() int
	// HasTarget reports whether drawn sets have Y.
	HasTarget() bool
	// Classes returns the names of the classes if the target is text; nil
	// for numbers.
	Classes() []string
	// Raw reports whether the features are not standardised by default, as
	// in the papers behind the built-in sets. Numbers of rows of a matrix never are.
	Raw() bool
	// Landmarks returns the landmarks that were given to the source, nil if none. Every
	// training set holds them.
	Landmarks() *Landmarks
	// Draw draws n ≥ 1 training rows and then test rows, which are the fraction
	// test ∈ [0,1) of all rows drawn: round(n·test/(1−test)), or fewer if the rows
	// run out. testSet is nil if it would be empty. The training rows do not depend on
	// test. The caller may change the sets.
	// The error is an *Error if n > Rows() > 0 or the sets exceed the memory limit.
	// Draw panics if n < 1, test is outside [0,1) or rng is nil.
	Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error)
}
