package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// Check says whether the lesson's claim holds for rows, in any order. It ignores rows of other experiments. If rows
// have several seeds it uses rows with the last row's seed, so that rows of a new draw may follow old ones. The
// verdict is Waiting if something is missing: a run is not finished or has failed, its method is not among the rows, a
// parameter differs from the preset, or a column was not computed. For the experiment of a paper it is l.Last.
func (l Lesson) Check(rows []sweep.Result) claim.Verdict {
	if l.Paper != "" {
		return l.Last
	}
	e := gather(l, rows)
	if !e.knowWidths() {
		return e.Verdict()
	}
	for _, line := range l.claims {
		e.carryOut(line)
	}
	return e.Verdict() // which names the first thing that is missing
}

// knowWidths makes the features' widths known to the statements. It reports whether nothing was missing.
func (e *evidence) knowWidths() bool {
	if !e.lesson.learnsWidths || len(e.rows) == 0 {
		return true
	}
	widths := e.rows[0].Widths.Numbers()
	for j, width := range widths {
		e.known[widthName(j)] = width
	}
	if len(widths) < e.lesson.Source.Dims() {
		e.Needs("a width for each feature: type :widths learn")
		return false
	}
	return true
}

// carryOut carries a statement out, and reports whether nothing was missing.
func (e *evidence) carryOut(s statement) bool {
	var err error
	if s.key == firstKey || s.key == lastKey {
		err = e.carryOutFirst(s)
	} else {
		err = s.carryOut(e, e.shown, e.known, &e.Evidence)
	}
	if err != nil {
		e.Needs(err.Error())
	}
	return err == nil
}

// carryOutFirst defines the first or last value of the swept parameter at which an inequality holds. It passes over
// values for which a figure would not be on the grid.
func (e *evidence) carryOutFirst(s statement) error {
	swept := slices.Clone(e.swept())
	if s.key == lastKey {
		slices.Reverse(swept)
	}
	for _, v := range swept {
		e.known[s.name] = v
		if !e.onGrid(s) {
			continue
		}
		if values, err := s.values(e, e.known, nil); err != nil || s.inOrder(values) {
			return err
		}
	}
	return fmt.Errorf("%s: no %s of the grid is %s, with %s %s %s", e.otherKnobs(), e.lesson.Spec.Over[0].Name,
		s.name, s.sides[0].text, shownSign(s.signs[0]), s.sides[1].text)
}

// onGrid reports whether all figures of a statement are at values of the swept parameter.
func (e *evidence) onGrid(s statement) bool {
	for _, f := range s.figuresOf() {
		if len(f.places) == 0 {
			continue
		}
		v, err := f.places[0].value.Value(e.known)
		if err != nil || !e.lesson.sweeps(v) {
			return false
		}
	}
	return true
}

// said reports whether a claim's values are in order, with the figures as text. shown returns the text of an
// expression.
func (s statement) said(
	values []float64, shown func(expression) string, known map[string]float64,
) (right bool, text string) {
	first, v, limit, limits := s.sides[0], values[0], values[1], ""
	right = s.inOrder(values)
	if len(s.sides) == 3 {
		least, most := min(values[0], values[2]), max(values[0], values[2])
		first, v, limit = s.sides[1], values[1], min(max(values[1], least), most)
		limits = claim.Number(least) + " to " + claim.Number(most)
	} else {
		limits = shownSign(s.signs[0]) + " " + claim.Number(limit)
		if last := s.sides[1]; len(last.figures)+len(last.formula.Names()) > 0 {
			limits += ": " + shown(last)
		}
	}
	name, value := cmp.Or(s.label, shown(first)), claim.Number(v)
	if !strings.Contains(name, "{}") {
		name += " is {}"
	}
	for digits := 4; !right && value == claim.Number(limit) && digits <= 17; digits++ {
		value = fmt.Sprintf("%.*g", digits, v)
	}
	if !right {
		limits = "claimed " + limits
	}
	return right, fmt.Sprintf("%s (%s)", filled(name, value, known), limits)
}

// filled returns a claim's label with the numbers that it names, the claim's own at {}.
func filled(label, value string, known map[string]float64) string {
	return holePattern.ReplaceAllStringFunc(label, func(hole string) string {
		if name := strings.Trim(hole, "{}"); name != "" {
			return claim.Number(known[name])
		}
		return value
	})
}

// shownSign returns a sign as readers know it.
func shownSign(sign string) string {
	return map[string]string{"<=": "≤", ">=": "≥"}[sign]
}

// sweeps reports whether the grid has a value.
func (l *Lesson) sweeps(v float64) bool {
	return slices.ContainsFunc(l.Spec.Over[0].Values, func(w float64) bool { return equal(v, w) })
}

// otherKnobs names the parameters of the text that the reader may change.
func (e *evidence) otherKnobs() string {
	var symbols []string
	for _, name := range e.lesson.Free {
		if l := e.lesson; l.Knobs == nil || slices.Contains(l.Knobs, name) {
			symbols = append(symbols, l.parameter(name).Symbol)
		}
	}
	if symbols == nil {
		return "another setting"
	}
	return "another " + strings.Join(symbols, " or ")
}

// holds compares two numbers.
func holds(a float64, sign string, b float64) bool {
	return sign == "<=" && a <= b || sign == ">=" && a >= b
}

// rowAxis is the axis of folds that stands for each row.
const rowAxis = "row"

// Claims are the statements of a paper's experiment: let, share, claim and differs. They take figures from the rows of
// several experiments, at any of their settings.
type Claims []statement

// ParseClaims reads lines `KEY: STATEMENT`. The error is an *Error whose line and column count in these lines.
func ParseClaims(lines []string) (list Claims, err error) {
	var known []string
	for i, line := range lines {
		e, err := parseEntry(line, i+1, []string{letKey, shareKey, claimKey, differKey})
		if err != nil {
			return nil, err
		}
		s, err := parseStatement(e)
		if err == nil {
			err = cmp.Or(s.checkShare(false), s.checkKnown(known, ""))
		}
		if err != nil {
			return nil, e.place(err)
		}
		list, known = append(list, s), append(known, s.name)
	}
	return list, nil
}

// Check says whether the claims hold. All rows are there: the verdict is never Waiting.
func (c Claims) Check(rows Rows) claim.Verdict {
	e := &claim.Evidence{}
	known := map[string]float64{}
	for _, s := range c {
		err := s.carryOut(rows, func(x expression) string { return x.text }, known, e)
		if err != nil {
			e.Says(false, strings.TrimPrefix(s.label+": needs ", ": ")+err.Error())
		}
	}
	return e.Verdict()
}

// carryOut carries out a statement of figures alone: it defines a number, or says whether expressions are in order.
// shown returns the text of an expression. The error says what is needed.
func (s statement) carryOut(
	rows Rows, shown func(expression) string, known map[string]float64, e *claim.Evidence,
) (err error) {
	if s.key == shareKey {
		known[s.name], err = s.share(rows, known)
		return err
	}
	values, err := s.values(rows, known, nil)
	if err != nil {
		return err
	}
	if s.key == letKey {
		known[s.name] = values[0]
		return nil
	}
	right, text := s.said(values, shown, known)
	if s.key == differKey {
		e.Differs(right, text)
	} else {
		e.Says(right, text)
	}
	return nil
}
