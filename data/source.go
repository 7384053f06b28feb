package data

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Set holds the rows that a kernel matrix is computed on, with their targets.
type Set struct {
	X       *mat.Dense // n×d, rows are points
	Y       []float64  // n target values, nil without target
	Truth   []float64  // generators: the true function at the rows, without noise; else nil
	Columns []string   // d feature names; a text column gives one per value, "Sex=M"
	Target  string     // name of the target, "" if none
	Classes []string   // class names where the target is text: Y holds 0…len-1; else nil
	Noise   float64    // generators: standard deviation of Y around Truth; else 0

	// Landmarks are points that were given for an approximation to rest on, one a row, in
	// the units of the features; nil without, and in test sets. Read only.
	Landmarks *mat.Dense
}

// Source is what training and test rows are drawn from: a *File or a Generator.
type Source interface {
	// Name is the base name of the file or the generator's name; it fills the
	// column `data` of the results.
	Name() string
	// Rows is how many rows can be drawn; 0 = any number.
	Rows() int
	// Dims is d, the number of features.
	Dims() int
	// HasTarget tells whether drawn sets have Y.
	HasTarget() bool
	// Classes are the names of a text target's classes: Y holds 0…len−1; nil
	// for numbers.
	Classes() []string
	// Raw tells whether the features are by default left unstandardised, as
	// the papers behind the generators do.
	Raw() bool
	// Landmarks are those that were given for it, nil without; every training set
	// drawn holds them.
	Landmarks() *Landmarks
	// Draw draws n ≥ 1 training rows, and then test rows such that these are
	// the fraction test ∈ [0,1) of all rows drawn: round(n·test/(1−test)), fewer
	// where the rows run out, and a nil set where none are left. The training
	// rows do not depend on test. The sets are the caller's to change.
	// n > Rows() > 0, or sets larger than the memory allowed, is an *Error;
	// n < 1, test outside [0,1) and a nil rng panic.
	Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error)
}
