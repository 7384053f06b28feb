package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
)

// The learners of [Classify].
const (
	LearnerLogistic = "logistic"
	LearnerSVM      = "svm"
)

// Classifier separates classes by linear functions of features. A class without training rows has no function and is
// never predicted.
type Classifier struct {
	Learner string    // LearnerLogistic or LearnerSVM
	Count   int       // classes are 0 to Count−1
	Classes []int     // the classes with training rows, ascending; at least two
	Models  []*Linear // one for each of Classes; for two classes a single one, positive for the second
}

// Classify fits a classifier to features, n×q, and the classes of the n rows, each in [0, count). Only
// logistic regression gives probabilities: it is [Softmax]. An SVM separates each of more than two classes from
// all others; it depends only on the rows near the boundary, and its decisions are less reliable with many classes. rng
// draws the SVM's order of rows; it may be nil for logistic regression. Errors are those of [Softmax] and [SVM], and a
// *OneClassError.
func Classify(
	ctx context.Context, learner string, phi *mat.Dense, classes []int, count int, mu float64, rng *rand.Rand,
) (*Classifier, error) {
	c, err := newClassifier(learner, classes, count)
	if err != nil {
		return nil, err
	}
	if learner == LearnerLogistic {
		c.Models, err = Softmax(ctx, phi, c.positions(classes), len(c.Classes), mu)
		return c, err
	}
	problems := c.labels(classes)
	for _, y := range problems {
		l, err := SVM(ctx, phi, y, mu, rng, len(problems))
		if err != nil {
			return nil, err
		}
		c.Models = append(c.Models, l)
	}
	return c, nil
}

// ClassifyAlong is [Classify] by logistic regression at several ridges, ascending, for a search: it takes far less
// time, as each descent begins at the minimum of the next larger ridge and ends when it has about four digits of the
// losses. For a ridge at which the matrix is singular, the classifier is nil and failed has the error.
func ClassifyAlong(
	ctx context.Context, phi *mat.Dense, classes []int, count int, mus []float64,
) (all []*Classifier, failed []error, err error) {
	of, err := newClassifier(LearnerLogistic, classes, count)
	if err != nil {
		return nil, nil, err
	}
	models, failed, err := softmaxAlong(ctx, phi, of.positions(classes), len(of.Classes), mus, softmaxAccuracy)
	if err != nil {
		return nil, nil, err
	}
	all = make([]*Classifier, len(mus))
	for i := range all {
		if failed[i] == nil {
			c := *of
			c.Models = models[i]
			all[i] = &c
		}
	}
	return all, failed, nil
}

// positions returns the index of each row's class in Classes.
func (c *Classifier) positions(classes []int) []int {
	out := make([]int, len(classes))
	for i, class := range classes {
		out[i], _ = slices.BinarySearch(c.Classes, class)
	}
	return out
}

// newClassifier returns a classifier without models. The error is a *OneClassError if all rows are of one class.
func newClassifier(learner string, classes []int, count int) (*Classifier, error) {
	if learner != LearnerLogistic && learner != LearnerSVM {
		panic(fmt.Sprintf("learn: Classify by %q, want %s or %s", learner, LearnerLogistic, LearnerSVM))
	}
	c := &Classifier{Learner: learner, Count: count, Classes: slices.Compact(slices.Sorted(slices.Values(classes)))}
	if least, last := c.Classes[0], c.Classes[len(c.Classes)-1]; least < 0 || last >= count {
		panic(fmt.Sprintf("learn: classes from %d to %d, want 0 to %d", least, last, count-1))
	}
	if len(c.Classes) == 1 {
		return nil, &OneClassError{Rows: len(classes)}
	}
	return c, nil
}

// labels returns ±1 of the rows for each of the models.
func (c *Classifier) labels(classes []int) (all [][]float64) {
	positives := c.Classes
	if len(positives) == 2 {
		positives = positives[1:]
	}
	for _, positive := range positives {
		y := make([]float64, len(classes))
		for i, class := range classes {
			y[i] = -1
			if class == positive {
				y[i] = 1
			}
		}
		all = append(all, y)
	}
	return all
}

// Warnings returns the warnings of the model that is farthest from its minimum. If that has none, no model has any.
func (c *Classifier) Warnings() []string {
	return slices.MaxFunc(c.Models, func(a, b *Linear) int { return cmp.Compare(a.Gap, b.Gap) }).Warnings
}

// Values returns the values of all models at the rows of the features, b×len(Models).
func (c *Classifier) Values(phi *mat.Dense) *mat.Dense {
	rows, _ := phi.Dims()
	out := mat.NewDense(rows, len(c.Models), nil)
	for j, l := range c.Models {
		out.SetCol(j, l.Values(phi))
	}
	return out
}

// Decide returns the class of each row of values: the class with the largest value, or the first of
// equal ones. With two classes there is one value, and the second class wins if it is above 0.
func (c *Classifier) Decide(values *mat.Dense) []int {
	rows, _ := values.Dims()
	out := make([]int, rows)
	for i := range out {
		row := values.RawRowView(i)
		if len(row) == 1 {
			row = []float64{0, row[0]}
		}
		out[i] = c.Classes[floats.MaxIdx(row)]
	}
	return out
}

// Chances returns the probabilities of the classes, b×Count, for the values of the models. Each row sums to 1. For two
// classes, the second has p = 1/(1 + exp(−f)); for more, each has exp(f) divided by the sum over all. A class without
// training rows has probability 0. Chances returns nil for an SVM.
func (c *Classifier) Chances(values *mat.Dense) *mat.Dense {
	if c.Learner == LearnerSVM {
		return nil
	}
	rows, _ := values.Dims()
	out := mat.NewDense(rows, c.Count, nil)
	for i := range rows {
		row := values.RawRowView(i)
		if len(row) == 1 {
			row = []float64{0, row[0]}
		}
		logs := slices.Clone(row)
		// The largest p has the weight 1, which avoids 0/0 for rows far from all classes.
		largest, sum := slices.Max(logs), 0.0
		for j, v := range logs {
			logs[j] = math.Exp(v - largest)
			sum += logs[j]
		}
		for j, v := range logs {
			out.Set(i, c.Classes[j], v/sum)
		}
	}
	return out
}

// checkRows panics for a ridge that is not above 0. It returns a *model.DegenerateError if the features overflow.
func checkRows(what string, phi *mat.Dense, mu float64) error {
	checkSize("a ridge mu", mu)
	if mu == 0 {
		panic("learn: " + what + " needs mu above 0")
	}
	for i := range phi.RawMatrix().Rows {
		row := phi.RawRowView(i)
		if square := floats.Dot(row, row); math.IsNaN(square) || math.IsInf(square, 0) {
			return &model.DegenerateError{What: "the squared length of a row of features", Value: square}
		}
	}
	return nil
}

// OneClassError is the error of training rows that are all of one class.
type OneClassError struct {
	Rows int // number of training rows
}

func (e *OneClassError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem and the remedies.
func (e *OneClassError) Parts() (string, remedy.List) {
	return fmt.Sprintf("all %d training rows are of one class, want at least two", e.Rows),
		remedy.By("take more rows, if there are any,", "n", "").Or(remedy.By("choose another target", "target", ""))
}

// Features turns K̃ = Q·diag(λ)·Qᵀ into features for [Classify], Φ = Q·diag(√λ) with ΦΦᵀ = K̃. These are a rotation of
// the approximation's own features, so penalties on ‖w‖² are the same. There is one column for each eigenpair, or a
// single column of zeros for K̃ = 0. Negative λ count as 0: a model is fitted to the positive part of K̃.
type Features struct {
	decomposition *model.Decomposition
	roots         []float64 // √λ, a vector of r
}

// NewFeatures describes the features of K̃.
func NewFeatures(d *model.Decomposition) *Features {
	f := &Features{decomposition: d, roots: d.Values()}
	for j, v := range f.roots {
		f.roots[j] = math.Sqrt(max(v, 0))
	}
	return f
}

// Train returns Φ, n×max(r, 1), the features of the rows of K̃.
func (f *Features) Train() *mat.Dense {
	out := mat.NewDense(f.decomposition.N, max(len(f.roots), 1), nil)
	column := 0
	for _, g := range f.decomposition.Groups {
		if g.Q == nil {
			continue
		}
		rows, r := g.Q.Dims()
		for p := range rows {
			i := p
			if g.Rows != nil {
				i = g.Rows[p]
			}
			floats.MulTo(out.RawRowView(i)[column:column+r], g.Q.RawRowView(p), f.roots[column:column+r])
		}
		column += r
	}
	return out
}

// At returns the features of new points, rows×max(r, 1), for e = k̃(Z, X)·Q of
// [model.Decomposition.Coordinates], which is nil for K̃ = 0.
func (f *Features) At(e *mat.Dense, rows int) *mat.Dense {
	out := mat.NewDense(rows, max(len(f.roots), 1), nil)
	if e == nil {
		return out
	}
	for i := range rows {
		copy(out.RawRowView(i), f.divide(e.RawRowView(i)))
	}
	return out
}

// Coefficients converts the weights w of the features to a vector of length r. Applied to that,
// [model.Decomposition.Weights] returns the weights of the approximation's own features: Φ(Z)·w =
// k̃(Z, X)·Q·Coefficients(w).
func (f *Features) Coefficients(w []float64) []float64 { return f.divide(w[:len(f.roots)]) }

// divide returns x/√λ, or 0 where λ counts as 0.
func (f *Features) divide(x []float64) []float64 {
	out := make([]float64, len(x))
	for j, root := range f.roots {
		if root > 0 {
			out[j] = x[j] / root
		}
	}
	return out
}
