package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"gonum.org/v1/gonum/floats"

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
	arg, from := "LIST|FILE", aFile
	doc := "a width for each feature, 0.3,1,2 or a file, which divides the standardised feature; σ is 1 unless given"
	if s.canLearnWidths() {
		learned := func([]string, string) []string { return []string{learnWidths + "\tby the evidence"} }
		arg, from = learnWidths+"|"+arg, &takes{words: learned, files: true}
		doc += "; learn: by the evidence of Gaussian process regression, used if one width predicts held-out rows worse"
	}
	s.flags.add("widths", arg, doc, kind{set: s.widths, takes: from})
}

// scaling learns a width for each feature.
func (s *settings) scaling(ctx context.Context, spec tune.Spec, source data.Source) (*tune.Scaling, error) {
	return data.Await(ctx, func() (*tune.Scaling, error) { return tune.ChooseScaling(ctx, spec, s.methods, source, nil) })
}

// widths reads --widths: a list of numbers, or the name of a file that holds them, separated by commas, blanks or line
// ends. Lines that begin with # are comments.
func (s *settings) widths(text string) (err error) {
	s.spec.Widths, err = kernel.ParseWidths(text)
	s.learnWidths = text == learnWidths
	switch {
	case err == nil, s.learnWidths && s.canLearnWidths():
		return nil
	case s.learnWidths:
		return usage("only tune and fit learn widths", "run gramscope tune --widths learn, and copy its widths")
	}
	file, missing := os.Open(text)
	if missing != nil {
		return usage(err.Error(), "give positive numbers such as 0.3,1,2, one for each feature, or a file that holds them")
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, 1<<26)) // a device may be endless
	if err == nil {
		s.spec.Widths, err = kernel.ParseWidths(comments.ReplaceAllString(string(content), ""))
	}
	if err != nil {
		return &data.Error{File: text, Problem: data.Cause(err), Want: "positive numbers, one for each feature", Err: err,
			Remedies: remedy.Do("correct the file")}
	}
	return nil
}

// comments are the lines of a file of widths that begin with #.
var comments = regexp.MustCompile(`(?m)^\s*#.*$`)

// learnWidths is the value of --widths that asks for widths from the data.
const learnWidths = "learn"

// relevance returns the lines of a bar chart of the relevance 1/width of at most 20 features, the largest first.
func relevance(w kernel.Widths, features []string) []string {
	const longest, most = 24, 20
	widths := w.Numbers()
	order := make([]int, len(widths))
	floats.ArgsortStable(slices.Clone(widths), order)
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
