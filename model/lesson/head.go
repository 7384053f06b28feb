package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
)

// An Error says what is wrong with the file of a lesson, and where.
type Error struct {
	Line, Column int // from 1; columns in characters
	Problem      string
	Remedy       string // may be ""
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Problem)
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// mark is the line before and behind the head.
const mark = "---"

// Keys of a head.
const (
	screenKey = "screen"
	watchKey  = "watch"
	freeKey   = "free"
	sweepKey  = "sweep"
	widthsKey = "widths"
)

// maxFile is the largest number of bytes of a lesson's file.
const maxFile = 1 << 20

// Parse reads a lesson: a head between two lines ---, whose lines are `key: value`, and a text in Markdown that begins
// with a title. methods are all methods. The error is an *Error.
func Parse(name, file string, methods []model.Method) (Lesson, error) {
	switch {
	case len(file) > maxFile:
		return Lesson{}, &Error{1, 1, fmt.Sprintf("the file has %d bytes, and a lesson has %d at most", len(file), maxFile), ""}
	case !utf8.ValidString(file):
		return Lesson{}, &Error{1, 1, "the file is not in UTF-8", "save it as UTF-8"}
	}
	l, err := parseHead(name, file, false, methods)
	if err != nil {
		return Lesson{}, err
	}
	for _, line := range l.claims {
		if _, err := parseStatement(line.key, line.text); err != nil {
			return Lesson{}, line.place(err)
		}
	}
	return l, l.checkNames()
}

// entry is a line of a head.
type entry struct {
	key, text string
	line      int // from 1
	column    int // of text
}

// place adds the line to an error of the entry's text.
func (e entry) place(err error) error {
	var at *Error
	if errors.As(err, &at) {
		return &Error{e.line, e.column + max(at.Column, 1) - 1, at.Problem, at.Remedy}
	}
	return &Error{e.line, e.column, err.Error(), ""}
}

// parseHead reads all but the claims, which it splits into lines only. A lesson of the program, ours, may set parameters
// of methods that are not there.
func parseHead(name, file string, ours bool, methods []model.Method) (Lesson, error) {
	l := Lesson{Name: name, ours: ours}
	lines := strings.Split(strings.ReplaceAll(file, "\r\n", "\n"), "\n")
	if strings.TrimSpace(lines[0]) != mark {
		return l, &Error{1, 1, "the file does not begin with a head", "write its lines between two lines " + mark + "; `gramscope lesson --new` shows one"}
	}
	end := 1 + slices.IndexFunc(lines[1:], func(line string) bool { return strings.TrimSpace(line) == mark })
	if end == 0 {
		return l, &Error{1, 1, "the head has no end", "write a line " + mark + " behind it"}
	}
	seen := map[string]bool{}
	for i := 1; i < end; i++ {
		e, err := parseEntry(lines[i], i+1)
		switch {
		case err != nil:
			return l, err
		case e.key == "":
			continue
		case seen[e.key] && !isStatement(e.key):
			return l, &Error{e.line, 1, fmt.Sprintf("a second line %q", e.key), "leave one out"}
		}
		seen[e.key] = true
		if err := l.take(e, methods); err != nil {
			return l, e.place(err)
		}
	}
	for _, key := range []string{screenKey, watchKey, sweepKey} {
		if !seen[key] {
			return l, &Error{end + 1, 1, fmt.Sprintf("the head has no line %q", key), ""}
		}
	}
	if len(l.claims) == 0 {
		return l, &Error{end + 1, 1, "the head has no claim", "write one, such as claim: error of rls at m=80 <= error of nystrom at m=80"}
	}
	l.Spec.Figures = l.Spec.Figures.With(l.figures()...)
	first := end + 1
	for first < len(lines) && strings.TrimSpace(lines[first]) == "" {
		first++
	}
	l.Text = strings.Join(lines[min(first, len(lines)):], "\n")
	heading, _, _ := strings.Cut(l.Text, "\n")
	title, ok := strings.CutPrefix(heading, "# ")
	if l.Title = strings.TrimSpace(title); !ok || l.Title == "" {
		return l, &Error{min(first, len(lines)-1) + 1, 1, "the text does not begin with a title", "write one, such as # Why scores beat uniform"}
	}
	return l, nil
}

// parseEntry splits a line of a head. The key is "" for a line that is empty or a comment.
func parseEntry(line string, number int) (entry, error) {
	if text := strings.TrimSpace(line); text == "" || strings.HasPrefix(text, "#") {
		return entry{}, nil
	}
	key, value, ok := strings.Cut(line, ":")
	keys := append([]string{screenKey, watchKey, freeKey, sweepKey, widthsKey}, statementKeys...)
	switch {
	case !ok:
		return entry{}, &Error{number, 1, "the line is not KEY: VALUE", "keys are " + strings.Join(keys, ", ")}
	case !slices.Contains(keys, strings.TrimSpace(key)):
		_, remedy := data.Unknown("key", strings.TrimSpace(key), keys)
		return entry{}, &Error{number, 1, fmt.Sprintf("unknown key %q", strings.TrimSpace(key)), remedy}
	}
	blank := len(value) - len(strings.TrimLeft(value, " \t"))
	return entry{strings.TrimSpace(key), strings.TrimSpace(value), number, utf8.RuneCountInString(key) + blank + 2}, nil
}

// take takes in a line of a head.
func (l *Lesson) take(e entry, methods []model.Method) error {
	switch e.key {
	case screenKey:
		if l.Screen = e.text; len(e.text) != 1 || e.text < "1" || e.text > "6" {
			return &Error{0, 1, fmt.Sprintf("%q is not the digit of a screen, 1 to 6", e.text), ""}
		}
	case watchKey:
		if _, ok := columnNamed(e.text); !ok {
			return unknownColumn(e.text, 1)
		}
		l.Value = e.text
	case freeKey:
		for name := range strings.SplitSeq(e.text, ",") {
			all := parameters(methods)
			if _, ok := sweep.Parameter(all, model.Name(strings.TrimSpace(name))); !ok {
				problem, remedy := data.Unknown("parameter", strings.TrimSpace(name), sweep.ParameterNames(all))
				return &Error{0, 1, problem, remedy}
			}
			l.Free = append(l.Free, model.Name(strings.TrimSpace(name)))
		}
	case widthsKey:
		if l.learnsWidths = e.text == "learn"; !l.learnsWidths {
			return &Error{0, 1, fmt.Sprintf("%q is not learn", e.text), ""}
		}
	case sweepKey:
		return l.readSweep(e.text, methods)
	default:
		l.claims = append(l.claims, e)
	}
	return nil
}

// readSweep reads the setting. Unless the line says otherwise, m is the size of dictionaries, and a fifth of the rows is
// for tests, as the explorer has it.
func (l *Lesson) readSweep(text string, methods []model.Method) error {
	spec := sweep.DefaultSpec(sweep.DefaultRows)
	spec.Assignment = spec.WithAll(model.Values{model.SizeRuleName: model.SizeByBudget, model.QBarName: model.QBar(nil).Default})
	spec.Test = 0.2
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "sweep" {
		words[0] = "--test=0.2" // the line may be one that the explorer has copied
	}
	usual := spec
	spec, name, err := flagtext.Read(words, usual, parameters(methods))
	var bad *flagtext.WordError
	for l.ours && errors.As(err, &bad) && bad.Unknown { // a parameter of a method that is not among these
		words = slices.Delete(words, bad.Word, bad.Word+2)
		spec, name, err = flagtext.Read(words, usual, parameters(methods))
	}
	switch {
	case errors.As(err, &bad):
		return &Error{0, wordColumn(text, bad.Word), bad.Problem, bad.Remedy}
	case len(spec.Over) == 0:
		return &Error{0, 1, "the setting has no --over", "sweep a parameter, as in --over m=10,20,40"}
	}
	for _, method := range spec.Methods {
		if problem, remedy := data.Unknown("method", method, namesOf(methods)); !l.ours && !slices.Contains(namesOf(methods), method) {
			return &Error{0, wordColumn(text, slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, method) })), problem, remedy}
		}
	}
	set, ok, err := synthetic.Find(name)
	switch {
	case err != nil:
		return &Error{0, wordColumn(text, len(words)-1), err.Error(), ""}
	case !ok:
		_, remedy := data.Unknown("set", name, sets())
		return &Error{0, wordColumn(text, len(words)-1), fmt.Sprintf("%q is not a built-in set", name), remedy}
	}
	if spec.Figures == nil {
		spec.Figures = sweep.Figures{sweep.FigureError, sweep.FigureStableRank, sweep.FigureApproxRank}
	}
	l.Data, l.source, l.Spec = name, set, spec
	return nil
}

// wordColumn returns the column at which a word of a text begins, or that behind its end.
func wordColumn(text string, word int) int {
	fields := strings.Fields(text)
	if word >= len(fields) {
		return utf8.RuneCountInString(text) + 1
	}
	at := 0
	for i := range word + 1 {
		at += strings.Index(text[at:], fields[i])
		if i < word {
			at += len(fields[i])
		}
	}
	return utf8.RuneCountInString(text[:at]) + 1
}

// checkNames checks that what the claims name exists.
func (l *Lesson) checkNames() error {
	var known []string
	for j := range l.source.Dims() {
		if l.learnsWidths {
			known = append(known, widthName(j))
		}
	}
	for _, e := range l.claims {
		s, _ := parseStatement(e.key, e.text)
		if s.key == firstKey {
			known = append(known, s.name)
		}
		if err := l.checkStatement(s, known); err != nil {
			return e.place(err)
		}
		if s.name != "" {
			known = append(known, s.name)
		}
	}
	return nil
}

// checkStatement checks that what a statement names exists: methods of the setting, the swept parameter, and numbers that
// are known by then.
func (l *Lesson) checkStatement(s statement, known []string) error {
	swept := string(l.Spec.Over[0].Name)
	for _, f := range s.figuresOf() {
		switch {
		case s.key == everyKey && f.method != "":
			return &Error{0, f.column, "in every row names are columns, without a method", ""}
		case s.key == everyKey:
			if _, ok := columnNamed(f.name); !ok {
				return unknownColumn(f.name, f.column)
			}
		case !slices.Contains(l.Spec.Methods, f.method):
			problem, remedy := data.Unknown("method", f.method, l.Spec.Methods)
			return &Error{0, f.column, problem + " in the setting", remedy}
		case f.at != "" && f.at != swept:
			return &Error{0, f.column, fmt.Sprintf("%q is not the swept parameter", f.at), "write at " + swept + "=…"}
		}
		if f.value != nil {
			if err := checkKnown(f.value.Names(), known, f.column); err != nil {
				return err
			}
		}
	}
	for _, x := range s.sides {
		names := slices.DeleteFunc(x.formula.Names(), func(name string) bool { return strings.HasPrefix(name, "_") })
		if err := checkKnown(names, known, x.column); s.key != everyKey && err != nil {
			return err
		}
	}
	return nil
}

// widthName is the name in statements of the width of a feature, from 0.
func widthName(feature int) string { return fmt.Sprintf("width%d", feature+1) }

// checkKnown checks that numbers are known.
func checkKnown(names, known []string, column int) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			remedy := "write a figure as COLUMN of METHOD, or define the name by let, grid or first before"
			return &Error{0, column, fmt.Sprintf("%q is not defined", name), remedy}
		}
	}
	return nil
}

func namesOf(methods []model.Method) (names []string) {
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}

// sets lists the names of the built-in sets.
func sets() (names []string) {
	for _, g := range synthetic.Generators() {
		names = append(names, g.Name())
	}
	return names
}
