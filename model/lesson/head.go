package lesson

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/model"
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

// fault returns an error at a column of a text whose place is not known yet.
func fault(column int, remedy, problem string, args ...any) error {
	return &Error{0, column, fmt.Sprintf(problem, args...), remedy}
}

// mark is the line before and after the head.
const mark = "---"

// Keys of a head.
const (
	lineKey   = "line"
	screenKey = "screen"
	watchKey  = "watch"
	freeKey   = "free"
	knobsKey  = "knobs"
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
		return Lesson{}, &Error{1, 1, fmt.Sprintf("the file has %d bytes, a lesson has %d at most", len(file), maxFile), ""}
	case !utf8.ValidString(file):
		return Lesson{}, &Error{1, 1, "the file is not in UTF-8", "save it as UTF-8"}
	}
	l, err := parseHead(name, file, false, methods)
	if err != nil {
		return Lesson{}, err
	}
	l.Sum = fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(file)))
	return l, l.checkNames()
}

// Open reads the lesson in a file, whose name ends in .md: a hostile session may name a device.
func Open(path string, methods []model.Method) (Lesson, error) {
	if !strings.HasSuffix(path, ".md") {
		return Lesson{}, fmt.Errorf("%s: the file of a lesson ends in .md", path)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe would wait for its writer
		return Lesson{}, fmt.Errorf("%s: not a regular file", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Lesson{}, fmt.Errorf("%s: %s", path, data.Cause(err))
	}
	l, err := Parse(path, string(text), methods)
	if err != nil {
		return l, fmt.Errorf("%s:%w", path, err)
	}
	return l, nil
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

// parseHead reads a lesson without checking the names in its statements. If it is ours, the program's, it may set
// parameters of methods that are not among methods.
func parseHead(name, file string, ours bool, methods []model.Method) (Lesson, error) {
	l := Lesson{Name: name, ours: ours, params: parameters(methods)}
	lines := strings.Split(strings.ReplaceAll(file, "\r\n", "\n"), "\n")
	if strings.TrimSpace(lines[0]) != mark {
		return l, &Error{1, 1, "the file does not begin with a head",
			"write its lines between two lines " + mark + "; `gramscope lesson --new` shows one"}
	}
	end := 1 + slices.IndexFunc(lines[1:], func(line string) bool { return strings.TrimSpace(line) == mark })
	if end == 0 {
		return l, &Error{1, 1, "the head has no end", "write a line " + mark + " behind it"}
	}
	seen := map[string]bool{}
	keys := append([]string{lineKey, screenKey, watchKey, freeKey, knobsKey, sweepKey, widthsKey}, statementKeys...)
	for i := 1; i < end; i++ {
		e, err := parseEntry(lines[i], i+1, keys)
		switch {
		case err != nil:
			return l, err
		case e.key == "":
			continue
		case seen[e.key] && !slices.Contains(statementKeys, e.key):
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
		return l, &Error{end + 1, 1, "the head has no claim",
			"write one, such as claim: error of rls at m=80 <= error of nystrom at m=80"}
	}
	first := end + 1
	for first < len(lines) && strings.TrimSpace(lines[first]) == "" {
		first++
	}
	text := lines[min(first, len(lines)):]
	heading := ""
	if len(text) > 0 {
		heading = text[0]
	}
	title, ok := strings.CutPrefix(heading, "# ")
	if l.Title = strings.TrimSpace(title); !ok || l.Title == "" {
		return l, &Error{min(first, len(lines)-1) + 1, 1, "the text does not begin with a title",
			"write one, such as # Uniform draws or scores"}
	}
	err := l.readSteps(text, first+1)
	l.Spec.Figures = l.Spec.Figures.With(l.figures()...)
	return l, err
}

// parseEntry splits a line of a head, which has one of the keys. The key is "" for a line that is empty or a comment.
func parseEntry(line string, number int, keys []string) (entry, error) {
	if text := strings.TrimSpace(line); text == "" || strings.HasPrefix(text, "#") {
		return entry{}, nil
	}
	key, value, ok := strings.Cut(line, ":")
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
	case lineKey:
		l.Line = e.text
	case screenKey:
		if l.Screen = e.text; len(e.text) != 1 || e.text < "1" || e.text > "6" {
			return fault(1, "", "%q is not the digit of a screen, 1 to 6", e.text)
		}
	case watchKey:
		if _, ok := sweep.ColumnNamed(e.text); !ok {
			return unknownColumn(e.text, 1)
		}
		l.Values = []string{e.text}
	case freeKey, knobsKey:
		names, err := l.readNames(e.text)
		if err != nil {
			return err
		}
		if e.key == freeKey {
			l.Free = names
		} else {
			l.Knobs = names
		}
	case widthsKey:
		if l.learnsWidths = e.text == "learn"; !l.learnsWidths {
			return fault(1, "", "%q is not learn", e.text)
		}
	case sweepKey:
		return l.readSweep(e.text, methods)
	default:
		s, err := parseStatement(e)
		l.claims = append(l.claims, s)
		return err
	}
	return nil
}

// readNames reads a list of parameters. A lesson of the program may name others, of methods that are not there.
func (l *Lesson) readNames(text string) (names []model.Name, err error) {
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if _, ok := sweep.Parameter(l.params, model.Name(name)); !ok && !l.ours {
			problem, remedy := data.Unknown("parameter", name, sweep.ParameterNames(l.params))
			return nil, &Error{0, 1, problem, remedy}
		}
		names = append(names, model.Name(name))
	}
	return names, nil
}
