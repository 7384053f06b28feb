package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/tune"
)

// canLearnWidths reports whether the command learns widths.
func (s *settings) canLearnWidths() bool { return s.flags.Name() == "fit" || s.flags.Name() == "tune" }

// widthsFlag defines --widths.
func (s *settings) widthsFlag() {
	arg, takes := "LIST|FILE", aFile
	doc := "a width for each feature, 0.3,1,2 or a file, which divides the standardised feature; σ is 1 unless given"
	if s.canLearnWidths() {
		learned := func([]string, string) []string { return []string{learnWidths + "\tby the evidence"} }
		arg, takes = learnWidths+"|"+arg, orFiles(learned)
		doc += "; learn: by the evidence of Gaussian process regression, used if one width predicts held-out rows worse"
	}
	s.flags.add("widths", arg, doc, kind{set: s.widths, takes: takes})
}

// scaling learns a width for each feature.
func (s *settings) scaling(ctx context.Context, spec tune.Spec, source data.Source) (*tune.Scaling, error) {
	return data.Await(ctx, func() (*tune.Scaling, error) { return tune.ChooseScaling(ctx, spec, s.methods, source, nil) })
}

// widths reads --widths: a list of numbers, or the name of a file that holds them.
func (s *settings) widths(text string) (err error) {
	s.spec.Widths, err = kernel.ParseWidths(text)
	s.learnWidths = text == learnWidths
	switch {
	case err == nil, s.learnWidths && s.canLearnWidths():
		return nil
	case s.learnWidths:
		return usage("only tune and fit learn widths", "run gramscope tune --widths learn, and copy its widths")
	}
	if _, missing := os.Stat(text); missing != nil {
		return usage(err.Error(), "give positive numbers such as 0.3,1,2, one for each feature, or a file that holds them")
	}
	s.spec.Widths, err = readWidths(text)
	return err
}

// readWidths reads a file of numbers that are separated by commas, blanks or line ends. Lines that begin with #
// are comments. The error is a *data.Error with the place.
func readWidths(path string) (kernel.Widths, error) {
	bad := func(line int, problem string, err error) error {
		e := &data.Error{File: path, Line: line, Problem: problem, Want: "positive numbers, one for each feature", Err: err}
		e.Remedies = remedy.Do("correct the file")
		return e
	}
	file, err := os.Open(path)
	if err != nil {
		return "", bad(0, data.Cause(err), err)
	}
	defer file.Close()
	const most = 1 << 20 // bytes, above which a file can't be one of widths
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return "", bad(0, data.Cause(err), err)
	case len(content) > most:
		return "", bad(0, "the file is larger than 1 MB", nil)
	}
	var all []float64
	for i, line := range strings.Split(string(content), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		widths, err := kernel.ParseWidths(line)
		if wrong := (*kernel.WidthsError)(nil); errors.As(err, &wrong) {
			return "", bad(i+1, wrong.Error(), err)
		}
		all = append(all, widths.Numbers()...)
	}
	if all == nil {
		return "", bad(0, "there are no numbers", nil)
	}
	return kernel.WidthsOf(all), nil
}

// learnWidths is the value of --widths that asks for widths from the data.
const learnWidths = "learn"

// relevance returns a bar chart of the features' relevance 1/ℓ, the largest first, a line each, for at most 20.
func relevance(w kernel.Widths, features []string) []string {
	const longest, most = 24, 20
	widths := w.Numbers()
	order := make([]int, len(widths))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(widths[a], widths[b]) })
	var bars [][]string
	for _, j := range order[:min(len(order), most)] {
		bar := strings.Repeat("█", int(longest*widths[order[0]]/widths[j]+0.5))
		bars = append(bars, []string{"  " + ansi.Truncate(features[j], longest, "…"), bar + " " + number.Short(1/widths[j])})
	}
	text := "relevance of the features, 1/width:\n" + table(bars)
	if hidden := len(order) - len(bars); hidden > 0 {
		text += fmt.Sprintf("  and %d that are less relevant\n", hidden)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
