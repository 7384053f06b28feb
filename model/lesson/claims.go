package lesson

import (
	"cmp"

	"gramscope/model/claim"
)

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
		s, err := parseStatement(e.key, e.text)
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
		if err := s.weigh(rows, known, e); err != nil {
			e.Says(false, cmp.Or(s.label, s.sides[0].text)+": "+err.Error())
		}
	}
	return e.Verdict()
}

// weigh carries a statement of a paper out.
func (s statement) weigh(rows Rows, known map[string]float64, e *claim.Evidence) error {
	if s.key == shareKey {
		v, err := s.share(rows, known)
		known[s.name] = v
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
	right, text := s.said(values, func(x expression) string { return x.text }, known)
	if s.key == differKey {
		e.Differs(right, text)
	} else {
		e.Says(right, text)
	}
	return nil
}
