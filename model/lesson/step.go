package lesson

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// A Step asks the reader before it shows: a question with answers to choose from, or a curve to draw.
//
//	## Predict: Whose error is smaller with 80 landmarks?
//
//	- [ ] that of *nystrom*
//	- [x] that of *rls* <!-- error of rls at m=80 <= error of nystrom at m=80 -->
//
//	## Draw: error of rls over m from 1e-4 to 1
//
// The comment is the claim that holds if the answer is right. The right answer has one; a wrong answer may have one,
// which then must be false. A comment elsewhere in the text is a statement, too, and must be true: the text relies on
// it.
type Step struct {
	Question string   // in Markdown
	Lead     string   // Markdown between the question and its answers
	Answers  []Answer // nil for a curve
	Curve    Curve
	After    string // Markdown that is shown after the answer, up to the next step
}

// Answer is an answer to choose.
type Answer struct {
	Text  string // in Markdown
	Right bool
	claim statement // key "" for none
}

// Curve is the curve that a reader draws: the means of a column over the swept parameter.
type Curve struct {
	Column sweep.Column
	Method string
	Lo, Hi float64 // ends of the y axis
}

// Draws reports whether the reader draws a curve.
func (s Step) Draws() bool { return s.Answers == nil }

// mostAnswers is the number of answers that digits can choose.
const mostAnswers = 9

var (
	stepPattern   = regexp.MustCompile(`^## (Predict|Draw):(.*)$`)
	answerPattern = regexp.MustCompile(`^- \[([ xX])\](.*)$`)
	curvePattern  = regexp.MustCompile(`^([a-z0-9_]+) +of +([a-z0-9-]+) +over +([a-z0-9-]+) +from +(\S+) +to +(\S+)$`)
	commentedText = regexp.MustCompile(`\s*<!--(.*?)-->`)
)

// readSteps splits the text at its steps. first is the number of its first line. Afterwards the text has no comments.
func (l *Lesson) readSteps(lines []string, first int) error {
	var text []string
	inCode := false
	part := func() *string { // that lines are added to
		if len(l.Steps) == 0 {
			return &l.Before
		}
		return &l.Steps[len(l.Steps)-1].After
	}
	for i := 0; i < len(lines); i++ {
		if strings.HasPrefix(strings.TrimSpace(lines[i]), "```") {
			inCode = !inCode
		}
		found := stepPattern.FindStringSubmatch(lines[i])
		if found == nil || inCode {
			line := lines[i]
			if !inCode {
				remarks, err := readComments(line, first+i)
				if err != nil {
					return err
				}
				l.remarks, line = append(l.remarks, remarks...), commentedText.ReplaceAllString(line, "")
			}
			*part() += line + "\n"
			text = append(text, line)
			continue
		}
		step := Step{Question: strings.TrimSpace(found[2])}
		rest, column := lines[i+1:], utf8.RuneCountInString(lines[i][:len(lines[i])-len(found[2])])+1
		var err error
		used := 0
		switch {
		case step.Question == "":
			err = &Error{first + i, column, "the step asks nothing",
				"write a question, such as ## Predict: Whose error is smaller?"}
		case found[1] == "Draw":
			blank := len(found[2]) - len(strings.TrimLeft(found[2], " "))
			step.Curve, err = l.readCurve(step.Question, entry{line: first + i, column: column + blank})
		default:
			used, err = step.readAnswers(rest, first+i, first+i+1)
		}
		if err != nil {
			return err
		}
		for _, line := range lines[i : i+1+used] {
			text = append(text, commentedText.ReplaceAllString(line, ""))
		}
		l.Steps = append(l.Steps, step)
		i += used
	}
	l.Text = strings.Join(text, "\n")
	return nil
}

// readAnswers reads what stands between a question, in line asked of the file, and the text after its answers. lines
// begin in line first. readAnswers returns how many of them it has used.
func (s *Step) readAnswers(lines []string, asked, first int) (used int, err error) {
	right, ended := 0, false
	for i, line := range lines {
		found := answerPattern.FindStringSubmatch(line)
		bare := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			ended = true
		case found != nil && len(s.Answers) == mostAnswers:
			return 0, &Error{first + i, 1, fmt.Sprintf("the question has more than %d answers", mostAnswers), ""}
		case found != nil:
			var a Answer
			if a, err = readAnswer(found, line, first+i); err != nil {
				return 0, err
			}
			if s.Answers = append(s.Answers, a); a.Right {
				right++
			}
		case len(s.Answers) == 0:
			s.Lead += line + "\n"
		case bare != "" && (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")):
			return 0, &Error{first + i, 1, "an answer is one line", "join it to the line above"}
		case strings.HasPrefix(bare, "- ["):
			return 0, &Error{first + i, 1, "the line is not an answer",
				"write it as - [ ] TEXT, or - [x] TEXT for the right one"}
		default:
			ended = bare != ""
		}
		if ended {
			break
		}
		used = i + 1
	}
	s.Lead = strings.TrimSpace(s.Lead)
	switch {
	case len(s.Answers) == 0:
		return 0, &Error{asked, 1, "the question has no answers",
			"write them below, as - [ ] TEXT, and - [x] TEXT for the right one"}
	case len(s.Answers) == 1:
		return 0, &Error{asked, 1, "the question has one answer only", "write a second one"}
	case right != 1:
		problem := fmt.Sprintf("the question has %d right answers, not one", right)
		return 0, &Error{asked, 1, problem, "mark the right one by [x]"}
	}
	return used, nil
}

// readAnswer reads a line that answerPattern has matched.
func readAnswer(found []string, line string, number int) (Answer, error) {
	a := Answer{Right: found[1] != " ", Text: strings.TrimSpace(commentedText.ReplaceAllString(found[2], ""))}
	statements, err := readComments(line, number)
	switch {
	case a.Text == "":
		return a, &Error{number, 1, "the answer has no text", ""}
	case err != nil:
		return a, err
	case len(statements) > 1:
		return a, &Error{number, statements[1].column, "a second statement of an answer",
			"leave one out, or write it behind the answers"}
	case len(statements) == 0 && a.Right:
		return a, &Error{number, utf8.RuneCountInString(line) + 1, "nothing says why the answer is right",
			"add the statement that holds then, such as <!-- error of rls at m=80 <= error of nystrom at m=80 -->"}
	case len(statements) == 1:
		a.claim = statements[0]
	}
	return a, nil
}

// readComments reads the statements in the comments of a line.
func readComments(line string, number int) (list []statement, err error) {
	column := func(at int) int { return utf8.RuneCountInString(line[:at]) + 1 }
	end := 0
	for _, at := range commentedText.FindAllStringSubmatchIndex(line, -1) {
		end = at[1]
		text, begin := line[at[2]:at[3]], at[2]
		begin += len(text) - len(strings.TrimLeft(text, " \t"))
		e := entry{claimKey, strings.TrimSpace(text), number, column(begin)}
		s, err := parseStatement(e)
		if !signPattern.MatchString(text) {
			err = fault(1, "write remarks in the head, in lines that begin with #",
				"a comment is a statement that is checked, such as gain >= 2")
		}
		if err != nil {
			return nil, e.place(err)
		}
		list = append(list, s)
	}
	if open := strings.Index(line[end:], "<!--"); open >= 0 {
		return nil, &Error{number, column(end + open), "the comment has no end", "write --> behind the statement"}
	}
	return list, nil
}

// readCurve reads what a reader is to draw, at a place of the file.
func (l *Lesson) readCurve(text string, at entry) (c Curve, err error) {
	found := curvePattern.FindStringSubmatchIndex(text)
	if found == nil {
		return c, at.place(fault(1, "write it as ## Draw: error of rls over m from 1e-4 to 1",
			"%q is not COLUMN of METHOD over PARAMETER from LOW to HIGH", text))
	}
	part := func(k int) string { return text[found[2*k]:found[2*k+1]] }
	place := func(k int) int { return utf8.RuneCountInString(text[:found[2*k]]) + 1 }
	swept := string(l.Spec.Over[0].Name)
	column, ok := sweep.ColumnNamed(part(1))
	lo, errLo := strconv.ParseFloat(part(4), 64)
	hi, errHi := strconv.ParseFloat(part(5), 64)
	switch {
	case !ok:
		err = unknownColumn(part(1), place(1))
	case !slices.Contains(l.Spec.Methods, part(2)):
		problem, remedy := data.Unknown("method", part(2), l.Spec.Methods)
		err = &Error{0, place(2), problem + " in the setting", remedy}
	case part(3) != swept:
		err = fault(place(3), "write over "+swept, "%q is not the swept parameter", part(3))
	case errLo != nil || math.IsNaN(lo) || math.IsInf(lo, 0):
		err = fault(place(4), "", "%q is not a number", part(4))
	case errHi != nil || math.IsNaN(hi) || math.IsInf(hi, 0):
		err = fault(place(5), "", "%q is not a number", part(5))
	case lo >= hi:
		err = fault(place(4), "write the lower end of the axis first", "%s is not below %s", part(4), part(5))
	case column.Scale == sweep.ScaleLog && lo <= 0:
		const problem = "%s is on a logarithmic axis, which does not begin at %s"
		err = fault(place(4), "begin above 0", problem, column.Title(), part(4))
	}
	if err != nil {
		return c, at.place(err)
	}
	return Curve{column, part(2), lo, hi}, nil
}

// Over returns the swept parameter of the lesson, and its values.
func (l Lesson) Over() (model.Param, []float64) {
	axis := l.Spec.Over[0]
	return l.parameter(axis.Name), axis.Values
}
