package command

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/learn"
)

// What the error bars of predict are of.
const (
	ofFunction = "function"
	ofTarget   = "target"
)

// errorBars has the standard deviations and intervals of predictions.
type errorBars struct {
	of          string  // ofFunction or ofTarget; "" without --std
	probability float64 // of the interval; 0 for none

	noise     float64
	variances func(x *mat.Dense) ([]float64, error) // of the function
	targets   []float64                             // variances of the targets of all rows so far
}

// interval reads --interval.
func interval(text string) (float64, error) {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || !(p > 0 && p < 1) {
		err = usage(fmt.Sprintf("%q is not a probability between 0 and 1", text), "give one such as 0.95")
	}
	return p, err
}

// asked reports whether the command line asks for error bars.
func (b *errorBars) asked() bool { return b.of != "" || b.probability > 0 }

// prepare checks that the model has what error bars need, and factorises exact regression.
func (b *errorBars) prepare(ctx context.Context, m *fitted.Model, allowed int64) (err error) {
	switch {
	case !b.asked():
		return nil
	case m.Learner != fitted.Ridge:
		return usage("error bars are of numbers, and this is "+learnerTitle(m.Learner), "leave --std and --interval out, or take --probabilities")
	case m.Matrix > 0:
		return usage("error bars need the kernel of each new point with itself, and the model is on a kernel matrix", "leave --std and --interval out")
	case m.Spread == nil:
		return usage("the model keeps nothing for error bars", "fit it again with --std dtc, by nystrom for example, or with --method exact")
	}
	if need := m.SpreadMemory(); need > allowed {
		return &model.MemoryError{N: m.Rows, Need: need, Allowed: allowed, Reason: "for the factor of exact regression", Remedies: remedy.Change(remedy.Raise, "max-memory")}
	}
	b.noise = m.Noise()
	b.variances, err = await(ctx, func() (func(*mat.Dense) ([]float64, error), error) { return m.Variances(ctx) })
	return err
}

// around returns the numbers for each row: the mean; with --std the standard deviation; with --interval its ends.
func (b *errorBars) around(x, values *mat.Dense) (func(row int) []float64, error) {
	variances, err := b.variances(x)
	if err != nil {
		return nil, err
	}
	for _, v := range variances {
		b.targets = append(b.targets, v+b.noise)
	}
	return func(row int) []float64 {
		v := variances[row]
		if b.of != ofFunction {
			v += b.noise
		}
		mean, std := values.At(row, 0), math.Sqrt(v)
		cells := []float64{mean}
		if b.of != "" {
			cells = append(cells, std)
		}
		if b.probability > 0 {
			half := math.Sqrt2 * math.Erfinv(b.probability) * std // of a normal variable
			cells = append(cells, mean-half, mean+half)
		}
		return cells
	}, nil
}

// score describes how well the error bars suit the targets, "" without error bars.
func (b *errorBars) score(outputs, truth []float64) string {
	if !b.asked() {
		return ""
	}
	c := learn.Calibrate(outputs, b.targets, truth)
	return fmt.Sprintf(", %.3g %% in 95 %% intervals, negative log density %.4g", 100*c.Coverage, c.NLPD)
}
