package lesson

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/model/formula"
	"gramscope/model/sweep"
)

// The statements of a head, which are carried out in their order.
//
//	let: d = d_eff of nystrom                    defines a number
//	first: m, evidence of nystrom at m=2*m - evidence of nystrom at m=m <= 2
//	                                             the first value of the swept parameter at which that holds
//	last: few, few <= d/5                        the last one
//	share: near, 0.9 <= error of rls <= 1.1      the share of the method's rows in which that holds, among rows
//	                                             that have the figures
//	claim: "it reads {} of K" entries of rls / n^2 <= 0.5
//	                                             two or three expressions in order; a text in quotes replaces the
//	                                             first one's text; {} is its value, which else follows the text, and
//	                                             {NAME} a defined number
//
// With `widths: learn` in the head the widths of the features are learned first, and width1, width2 and so on are
// known.
//
//	differs: meka >= 2                           of papers: a claim that contradicts the paper for a known reason
//
// Figures are [Figure]s, and [fold]s functions of them over an axis.
const (
	letKey    = "let"
	firstKey  = "first"
	lastKey   = "last"
	shareKey  = "share"
	claimKey  = "claim"
	differKey = "differs"
	leastRow  = "least"
	mostRow   = "greatest"
)

var statementKeys = []string{letKey, firstKey, lastKey, shareKey, claimKey}

// statement is a line of a claim.
type statement struct {
	entry
	name  string       // that let, first, last and share define
	label string       // of claim
	sides []expression // the sides of an inequality, or one expression
	signs []string     // between them: <= or >=
}

var (
	definePattern = regexp.MustCompile(`^([a-z][a-z0-9_]*) *=([^=].*)$`)
	firstPattern  = regexp.MustCompile(`^([a-z][a-z0-9_]*) *,(.*)$`)
	holePattern   = regexp.MustCompile(`\{[a-z0-9_]*\}`)
	labelPattern  = regexp.MustCompile(`^"([^"]*)" *(.*)$`)
	signPattern   = regexp.MustCompile(`<=|>=|≤|≥`)
	plainSigns    = strings.NewReplacer("≤", "<=", "≥", ">=")
	functionNames = formula.Functions()
)

// parseStatement reads the statement of a line. The column of its error is in the text.
func parseStatement(e entry) (s statement, err error) {
	s.entry = e
	key, text := e.key, e.text
	rest := text
	define := func(pattern *regexp.Regexp, form string) error {
		found := pattern.FindStringSubmatch(rest)
		if found == nil {
			return fault(1, "", "%q is not %s", text, form)
		}
		if s.name = found[1]; slices.Contains(functionNames, s.name) {
			return fault(1, "choose another name", "%s is a function", s.name)
		}
		rest = found[len(found)-1]
		return nil
	}
	least, most := 2, 2
	switch key {
	case letKey:
		err, least, most = define(definePattern, "NAME = EXPRESSION"), 1, 1
	case firstKey, lastKey:
		err = define(firstPattern, "NAME, INEQUALITY")
	case shareKey:
		err, most = define(firstPattern, "NAME, INEQUALITY"), 3
	case claimKey, differKey:
		most = 3
	}
	if found := labelPattern.FindStringSubmatch(text); found != nil && (key == claimKey || key == differKey) {
		s.label, rest = found[1], found[2]
	}
	if err != nil {
		return s, err
	}
	column := utf8.RuneCountInString(text[:len(text)-len(rest)]) + 1
	if err := s.readSides(rest, column); err != nil {
		return s, err
	}
	if n := len(s.sides); n < least || n > most {
		return s, fault(column, "write it as error of rls at m=80 <= 0.1", "%q is not an inequality", strings.TrimSpace(rest))
	}
	return s, nil
}

// values returns the values of all sides. The error says what is needed.
func (s statement) values(rows Rows, known, pinned map[string]float64) (values []float64, err error) {
	for _, x := range s.sides {
		v, err := x.value(rows, known, pinned)
		if err != nil {
			return nil, fmt.Errorf("finite numbers: %s: %w", x.text, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// inOrder reports whether two or three values are as the signs say.
func (s statement) inOrder(values []float64) bool {
	return holds(values[0], s.signs[0], values[1]) && (len(values) == 2 || holds(values[1], s.signs[1], values[2]))
}

// readSides splits a text at its signs, but not at the signs of figures, and reads the expressions.
func (s *statement) readSides(text string, column int) error {
	figures, from := figurePattern.FindAllStringIndex(text, -1), 0
	side := func(to int) error {
		x, err := parseExpression(text[from:to], column+utf8.RuneCountInString(text[:from]))
		s.sides = append(s.sides, x)
		return err
	}
	for _, at := range signPattern.FindAllStringIndex(text, -1) {
		inside := strings.Count(text[:at[0]], "(") > strings.Count(text[:at[0]], ")")
		if inside || slices.ContainsFunc(figures, func(f []int) bool { return at[0] >= f[0] && at[0] < f[1] }) {
			continue
		}
		if err := side(at[0]); err != nil {
			return err
		}
		s.signs, from = append(s.signs, plainSigns.Replace(text[at[0]:at[1]])), at[1]
	}
	return side(len(text))
}

// figuresOf returns the figures of a statement.
func (s statement) figuresOf() (list []Figure) {
	for _, x := range s.sides {
		list = append(list, x.all()...)
	}
	return list
}

// unknownColumn returns the error of a column that does not exist.
func unknownColumn(name string, column int) error {
	var names []string
	for _, c := range sweep.AllColumns() {
		names = append(names, c.Name)
	}
	remedy := data.Instead(name, names, "`gramscope help columns` lists them")
	return &Error{0, column, fmt.Sprintf("unknown column %q", name), remedy}
}

// checkShare checks that the figures of a share are those of rows of one method: of all its rows, or in papers of some.
func (s statement) checkShare(all bool) error {
	if s.key != shareKey {
		return nil
	}
	figures := s.figuresOf()
	if len(figures) == 0 {
		const remedy = "write share: NAME, error of rls <= 0.1"
		return fault(s.sides[0].column, remedy, "a share is one of rows, and no figure is named")
	}
	for _, x := range s.sides {
		if x.folds != nil {
			return fault(x.column, "", "a share is of single rows, and the function is of many")
		}
	}
	for _, f := range figures {
		if f.Method != figures[0].Method || f.choice != "" || all && f.places != nil {
			return fault(f.column, "", "%q is not COLUMN of %s, as in each of its rows", f.text, figures[0].Method)
		}
	}
	return nil
}

// errLacks is the error of a row that lacks a figure.
var errLacks = errors.New("a row lacks a figure")

// share returns the share of a method's rows in which an inequality holds, among rows that have its figures. Exact
// figures, for example, have no standard error.
func (s statement) share(rows Rows, known map[string]float64) (float64, error) {
	f := s.figuresOf()[0]
	where, err := f.where(known, nil)
	if err != nil {
		return 0, err
	}
	holding, all := 0, 0
	for _, row := range rows.Values(f, rowAxis, where) {
		values, err := s.values(rows, known, map[string]float64{rowAxis: row})
		if errors.Is(err, errLacks) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if all++; s.inOrder(values) {
			holding++
		}
	}
	if all == 0 {
		return 0, fmt.Errorf("rows of %s with all figures of %s", f.Method, s.name)
	}
	return float64(holding) / float64(all), nil
}
