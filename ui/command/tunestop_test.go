package command

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
)

// stopping fits as another fitter does until it is told that enough is enough.
type stopping struct {
	model.Fitter
	left   *int
	cancel context.CancelFunc
}

func (s stopping) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if *s.left--; *s.left < 0 {
		s.cancel()
		return nil, ctx.Err()
	}
	return s.Fitter.Fit(ctx, g, rng)
}

// TestTuneIsInterrupted: what is there by then is printed, with what is not.
func TestTuneIsInterrupted(t *testing.T) {
	all := approx.Methods()
	nystrom := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == "nystrom" })]
	for _, c := range []struct {
		left   int
		want   string
		prints bool
	}{{7, "stopped: 7 of 35 fits done", true}, {0, "canceled", false}} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		left := c.left
		method := nystrom
		method.Memory = nil // is for its own fitters
		method.New = func() model.Fitter { return stopping{nystrom.New(), &left, cancel} }
		var out, errs bytes.Buffer
		err := Run(ctx, []model.Method{method},
			[]string{"tune", "--methods", "nystrom", "--workers", "1", "--n", "60", "friedman"}, strings.NewReader(""), &out,
			&errs)
		if err == nil || !strings.Contains(err.Error(), c.want) || Report(err, &errs) != 1 {
			t.Errorf("after %d fits: %v", c.left, err)
		}
		if text := out.String(); strings.Contains(text, "\nchosen: nystrom") != c.prints || c.prints &&
			!strings.Contains(text, " in 5-fold cross-validation; ") {
			t.Errorf("after %d fits: %q", c.left, text)
		}
	}
}

// TestTuneTellsOfFailures: a method without any score is an error, after the
// answer of the others.
func TestTuneTellsOfFailures(t *testing.T) {
	broken := model.Method{Name: "broken", Doc: "A toy", Ref: "none", Cost: "0",
		New: func() model.Fitter { return breaking{} }}
	var out, errs bytes.Buffer
	err := Run(context.Background(), append(approx.Methods(), broken),
		[]string{"tune", "--methods", "broken,nystrom", "--n", "60", "--m", "20", "--time", "0", "friedman"},
		strings.NewReader(""), &out, &errs)
	if err == nil || !strings.Contains(err.Error(), "broken has no score: no luck") || Report(err, &errs) != 1 {
		t.Errorf("%v", err)
	}
	if !strings.Contains(out.String(), "\nchosen: nystrom") || !strings.Contains(errs.String(), "settings have no score") {
		t.Errorf("%s\n%s", out.String(), errs.String())
	}
}

type breaking struct{}

func (breaking) Params() []model.Param { return nil }
func (breaking) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("no luck")
}
