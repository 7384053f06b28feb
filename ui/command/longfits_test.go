package command_test

import (
	"bytes"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/ui/command"
)

// A sweep says before it starts which methods read all of K, and of what size the time
// is, where it is more than a minute; those that read less, or are quick, are not named.
func TestSweepTellsOfLongFits(t *testing.T) {
	methods := approx.Methods()
	for i := range methods {
		if methods[i].Name != "nystrom" && methods[i].Name != "kmeans-nystrom" {
			continue
		}
		memory := methods[i].Memory // with so much to multiply or factorise that it would take long
		methods[i].Memory = func(f model.Fitter, n, d int) model.Memory {
			m := memory(f, n, d)
			m.Fit = 1 << 40
			return m
		}
		if methods[i].Name == "nystrom" {
			methods[i].ReadsAll = func(model.Fitter) bool { return true }
		}
	}
	note := "note: nystrom reads all of K, which takes minutes: leave it out with --methods, or lower --n\n"
	for line, want := range map[string]string{
		"sweep --n 40 --max-memory 8TB --methods nystrom,kmeans-nystrom,best --figures fit friedman":                     note,
		"sweep --n 40 --max-memory 8TB --methods nystrom --over m=5,10 --reps 2 --figures fit friedman":                  note,
		"sweep --n 40 --max-memory 8TB --methods nystrom --over mu=0.1,1 --figures error,regression --test 0.2 friedman": note,
		"sweep --n 40 --max-memory 8TB --methods kmeans-nystrom,best --figures fit friedman":                             "",
	} {
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), methods, strings.Fields(line), nil, &out, &errs); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if said := errs.String(); !strings.Contains(said, want) || strings.Count(said, "reads all of K") != min(1, len(want)) {
			t.Errorf("%s: %s", line, said)
		}
	}
}
