package advice

import (
	"fmt"
	"math"
	"strconv"

	"gramscope/model/number"
)

// Run has the figures of a method at a setting, means over the repetitions. NaN stands for an unknown figure.
type Run struct {
	Method string
	Error  float64 // relative to ‖K‖_F
	Rank   float64
	Test   float64 // error at the test rows
	Risk   float64 // relative to that of exact regression
}

// Seen has what a verdict is about.
type Seen struct {
	Run             // the method that is looked at
	Others  []Run   // of the same budget
	Tried   Run     // of a method that [First] names and that is not among the others; without a name if there is none
	N, M    int     // training rows, and the budget
	Floor   float64 // least error of rank M
	Exact   float64 // test error of exact regression
	Enough  int     // least budget whose error is known and at most Good; 0 for none
	Whole   bool    // whether Others and Tried are all that there will be
	Gamma   float64 // of the kernel; NaN for a kernel without a width
	Predict bool    // whether predictions count, not how near K̃ is to K
}

// Good is the error that is good enough for most uses.
const Good = 0.01

const (
	tiny = 1e-8 // an error that no use notices
	near = 1.02 // a test error of at most near times that of exact regression is as good
	far  = 1.05 // one of more than far times that is worse
)

// Verdict says in one sentence what the figures of a setting mean.
type Verdict struct {
	Text, Brief string
	Do          string // the command of the explorer that acts on it: "+ rls", "m 200", "m error<=0.01"; "" for none
}

// rule is a verdict, and whether its condition holds.
type rule struct {
	holds bool
	Verdict
}

// predictions returns the rules on predictions, the most important first: m is large enough, another method is better,
// and m is too small.
func (s Seen) predictions() (enough, another, small rule) {
	best := s.least(s.Others, func(r Run) float64 { return r.Test })
	less := percent(1-best.Test/s.Test) + " less test error"
	above := percent(s.Test/s.Exact-1) + " above"
	if s.Test > 2*s.Exact {
		above = number.Times(s.Test / s.Exact)
	}
	// Not within a standard error: that of a few draws of rows is wide, and both regressions share it.
	enough = rule{s.Test <= near*s.Exact && !(s.Risk > 1.1), Verdict{
		Text:  "the test error is at most " + percent(near-1) + " above that of exact regression: a smaller m may do",
		Brief: "as good as exact: lower m may do",
		Do:    fmt.Sprintf("m rmse_test<=%v*rmse_test_exact", near)}}
	another = rule{s.Test > far*best.Test, Verdict{
		Text:  s.named(best, " at the same m") + " has " + less + " than " + s.Method,
		Brief: best.Method + ": " + less}}
	small = rule{s.Test > far*s.Exact, Verdict{
		Text:  "the test error of " + s.Method + " is " + above + " that of exact regression: raise m",
		Brief: "test error " + above + " exact: raise m",
		Do:    s.larger()}}
	return enough, another, small
}

// nearness returns the rules on how near K̃ is to K, the most important first.
func (s Seen) nearness() []rule {
	best := s.least(append([]Run{s.Tried}, s.Others...), func(r Run) float64 { return r.Error })
	add := ""
	if best.Method == s.Tried.Method {
		add = "+ " + best.Method
	}
	leaves := fmt.Sprintf("rank %d leaves %s of", s.M, percent(s.Floor))
	helps, do := "a larger m helps", s.larger()
	if !math.IsNaN(s.Gamma) {
		helps, do = "a smaller γ helps", "gamma "+number.Short(s.Gamma/4)
	}
	digits := fmt.Sprintf("K to %.0f digits", math.Floor(-math.Log10(max(s.Error, number.Rounding))))
	above := s.Method + " is at the floor"
	if s.Error > far*s.Floor {
		above = s.Method + " is " + number.Times(s.Error/s.Floor) + " above the floor"
	}
	closer := " is " + number.Times(s.Error/max(best.Error, number.Rounding)) + " closer"
	nearer := s.named(best, "") + closer
	if s.Floor > number.Rounding {
		nearer = above + "; " + nearer
	}
	enough, _, small := s.predictions()
	fewer := rule{s.Enough > 0 && float64(s.Enough) <= 0.7*float64(s.M), Verdict{
		Text:  fmt.Sprintf("m = %d would do for an error of %s", s.Enough, percent(Good)),
		Brief: fmt.Sprintf("m = %d: error %s", s.Enough, percent(Good)),
		Do:    fmt.Sprintf("m error<=%v", Good)}}
	isK := rule{s.Error < tiny, Verdict{Text: "K̃ of " + s.Method + " is " + digits, Brief: s.Method + " is " + digits}}
	if fewer.holds { // else m may be n, where all landmarks give K
		isK.Text, isK.Do = isK.Text+"; "+fewer.Text, fewer.Do
	}
	fewer.holds = fewer.holds && !small.holds
	return []rule{
		{s.Floor > flat && best.Error < s.Floor/2 && best.Rank > float64(s.M), Verdict{
			Text:  leaves + " K at least: only " + best.Method + ", whose rank is not m, is nearer",
			Brief: "only " + best.Method + " is near K", Do: add}},
		{s.Floor > flat, Verdict{
			Text:  "K is nearly diagonal: " + leaves + " it at least, and only " + helps,
			Brief: "nearly diagonal: " + helps, Do: do}},
		isK,
		{best.Error <= s.Error/2, Verdict{Text: nearer, Brief: best.Method + closer, Do: add}},
		enough,
		fewer,
		{s.Error <= 2*s.Floor, Verdict{
			Text:  above + ": only a larger m comes much closer",
			Brief: s.Method + " is near the floor", Do: s.larger()}},
		small,
		{s.Floor > number.Rounding && s.Whole, Verdict{Text: above + ", and no method here is much closer", Brief: above}},
		{s.Floor > number.Rounding, Verdict{Text: above, Brief: above}},
		{true, Verdict{
			Text:  "K̃ of " + s.Method + " differs from K by " + percent(s.Error) + " of ‖K‖",
			Brief: s.Method + " is " + percent(s.Error) + " from K"}},
	}
}

// Say returns the verdict of the first rule that holds, without a text if there is nothing to say.
func Say(s Seen) Verdict {
	rules := s.nearness()
	if s.Predict {
		enough, another, small := s.predictions()
		rules = append([]rule{enough, another, small}, rules...)
	}
	for _, rule := range rules {
		if s.Error >= 0 && rule.holds {
			return rule.Verdict
		}
	}
	return Verdict{}
}

// larger is the command that doubles m, up to n.
func (s Seen) larger() string { return fmt.Sprint("m ", min(2*s.M, s.N)) }

// least returns the run with the least figure, this one or one of others.
func (s Seen) least(others []Run, figure func(Run) float64) Run {
	best := s.Run
	for _, r := range others {
		if r.Method != "" && figure(r) < figure(best) {
			best = r
		}
	}
	return best
}

// named names a method with an addition, or says that its rank is not m, so that its costs may be others.
func (s Seen) named(r Run, addition string) string {
	if r.Rank > 2*float64(s.M) {
		addition = ", whose rank is not m,"
	}
	return r.Method + addition
}

// percent formats a share with two digits: 35 %.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 2, 64) + " %" }
