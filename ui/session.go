package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Session is everything needed to come back to a state of the explorer: data,
// setting, swept parameter, and what is on screen. It is a file in JSON. Figures
// are not in it: the same setting gives the same ones.
type Session struct {
	Version int         `json:"gramscope_session"`
	Data    SessionData `json:"data"`
	Spec    sweep.Spec  `json:"spec"` // Over is the swept parameter; without values they are chosen anew

	Screen  string `json:"screen"`           // the key that opens it
	Lesson  string `json:"lesson,omitempty"` // the one that is being read
	Focus   string `json:"focus"`            // a pane, one of paneNames
	Charted string `json:"charted"`
	Knob    string `json:"knob"`
	Method  string `json:"method"` // that the table points at

	Value     string         `json:"value"` // what the error chart shows
	X         Log            `json:"x"`
	Y         Log            `json:"y"`
	Dimension bool           `json:"effective_dimension"` // the second chart shows it
	RankX     Log            `json:"rank_x"`
	RankY     Log            `json:"rank_y"`
	Theory    bool           `json:"theory,omitempty"` // its predictions are drawn, too
	Learned   LearnedSession `json:"regression"`

	// What was not in the first sessions, and has its usual value there.
	Spectrum SpectrumSession `json:"spectrum"`
	Points   [2]string       `json:"points"` // the axes that were chosen; "" for the usual ones
	Map      string          `json:"map"`    // the first of the matrices
	Stream   StreamedSession `json:"stream"`
}

// SpectrumSession is what the charts of the spectrum screen show.
type SpectrumSession struct {
	Charts [2]string         `json:"charts"`
	Axes   map[string][2]Log `json:"axes,omitempty"` // x and y by what is shown, where any was decided
}

// StreamedSession is where the playback of the stream screen stands.
type StreamedSession struct {
	Step    int       `json:"step"` // from 0; −1 for the last, also as more come
	Playing bool      `json:"playing"`
	Pace    float64   `json:"steps_a_second"`
	Sizes   bool      `json:"sizes,omitempty"` // instead of the merge tree
	Axes    [2][2]Log `json:"axes"`            // x and y of the two charts
}

// SessionData is what the data were: a built-in set, or a file and what was chosen
// of it.
type SessionData struct {
	Set         string   `json:"set,omitempty"`
	File        string   `json:"file,omitempty"` // from the root; "-" for standard input
	Target      string   `json:"target,omitempty"`
	Columns     []string `json:"columns,omitempty"`
	Categorical []string `json:"categorical,omitempty"`
	DropMissing bool     `json:"drop_missing,omitempty"`
	Header      string   `json:"header,omitempty"`
}

// LearnedSession is what the chart of the regression screen shows.
type LearnedSession struct {
	Value string            `json:"value"`
	Over  map[string]string `json:"over,omitempty"`
	X     Log               `json:"x"`
	Y     Log               `json:"y"`
}

// Log is the choice of an axis: true for a log axis, false for a linear one, null
// as the figures ask for.
type Log struct{ *bool }

func (c logChoice) saved() Log {
	if !c.decided {
		return Log{}
	}
	return Log{&c.log}
}

func (l Log) restore(c *logChoice) {
	if l.bool != nil {
		c.decided, c.log = true, *l.bool
	}
}

// MarshalJSON writes true, false or null.
func (l Log) MarshalJSON() ([]byte, error) { return json.Marshal(l.bool) }

// UnmarshalJSON reads them.
func (l *Log) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &l.bool) }

// sessionVersion is the version of the format that is written and read.
const sessionVersion = 1

// paneNames are the panes, in order.
func paneNames() []string { return []string{"knobs", "first chart", "second chart", "methods"} }

// ReadSession reads a session's file. What is wrong with it is a *data.Error: no
// such file, none of ours, another version, cut short, edited to something that
// does not exist. methods are those that there are.
func ReadSession(path string, methods []model.Method) (*Session, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &data.Error{File: path, Problem: "no such file", Want: "a session that the explorer's key w has written", Err: err}
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: data.Cause(err), Want: "a session file", Err: err}
	}
	s, err := decodeSession(content)
	if err == nil {
		err = s.check(methods)
	}
	var own *data.Error
	if errors.As(err, &own) {
		own.File = path
	}
	return s, err
}

const writeAnew = "write the session anew with w in the explorer"

func decodeSession(content []byte) (*Session, error) {
	var head struct {
		Version *int `json:"gramscope_session"`
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(content, &head); {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(bytes.TrimSpace(content)) || len(bytes.TrimSpace(content)) == 0:
		return nil, &data.Error{Problem: "the file is cut short", Remedy: writeAnew}
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(content[:syntax.Offset], []byte("\n"))
		return nil, &data.Error{Line: line, Problem: "the file was edited or damaged: " + syntax.Error(), Remedy: writeAnew}
	case err != nil || head.Version == nil:
		return nil, &data.Error{Problem: "this is no session of gramscope", Want: "a file that the explorer's key w has written"}
	case *head.Version != sessionVersion:
		return nil, &data.Error{Problem: fmt.Sprintf("the session has version %d of its format", *head.Version), Want: fmt.Sprintf("version %d", sessionVersion),
			Remedy: "open it with the gramscope that wrote it, or " + writeAnew}
	}
	spectrum, stream := newSpectrumView(), newStreamView()
	s := &Session{Spectrum: spectrum.saved(), Map: mapNames()[0], Stream: stream.saved()}
	dec := json.NewDecoder(bytes.NewReader(content))
	dec.DisallowUnknownFields()
	if err := dec.Decode(s); err != nil {
		return nil, edited("%v", err)
	}
	return s, nil
}

func edited(format string, args ...any) error {
	return &data.Error{Problem: "the file was edited or damaged: " + fmt.Sprintf(format, args...), Remedy: "mend it, or " + writeAnew}
}

// check refuses what does not exist in this program.
func (s *Session) check(methods []model.Method) error {
	var names, families []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	for _, f := range model.Families() {
		families = append(families, f.Name)
	}
	values := newErrorView().values
	keys := screens()
	params := sweep.Parameters(methods)
	in := func(what, name string, all []string) error {
		if slices.Contains(all, name) {
			return nil
		}
		near := ""
		if n := data.Nearest(name, all); n != "" {
			near = fmt.Sprintf(" (did you mean %s?)", n)
		}
		return edited("there is no %s %q%s", what, name, near)
	}
	checks := []error{in("kernel", s.Spec.Kernel, families), in("pane", s.Focus, paneNames()), in("pane", s.Charted, paneNames())}
	for _, name := range s.Spec.Methods {
		checks = append(checks, in("method", name, names))
	}
	if !slices.ContainsFunc(values, func(v shown) bool { return v.label == s.Value }) {
		checks = append(checks, edited("the chart has no value %q", s.Value))
	}
	if !slices.ContainsFunc(keys, func(x screen) bool { return x.key == s.Screen }) {
		checks = append(checks, edited("there is no screen %q", s.Screen))
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		checks = append(checks, edited("the data are neither a built-in set nor a file"))
	}
	for _, label := range slices.Concat(s.Spectrum.Charts[:], slices.Sorted(maps.Keys(s.Spectrum.Axes))) {
		checks = append(checks, in("chart of the spectrum", label, spectrumLabels()))
	}
	checks = append(checks, in("width", s.Spec.Width, []string{"", "median", "mean"}),
		in("learner", s.Spec.Learner, append(trial.Learners(), "")), in("solver", s.Spec.Solver, append(trial.Solvers(), "")))
	checks = append(checks, in("matrix", s.Map, mapNames()))
	if !slices.Contains(paces(), s.Stream.Pace) || s.Stream.Step < -1 {
		checks = append(checks, edited("step %d of the stream at %v steps a second", s.Stream.Step, s.Stream.Pace))
	}
	if s.Lesson != "" {
		checks = append(checks, in("lesson", s.Lesson, lessonNames()))
	}
	for name, v := range s.Spec.Values {
		checks = append(checks, valueFits(params, name, v))
	}
	if len(s.Spec.Over) != 1 {
		checks = append(checks, edited("%d swept parameters, not one", len(s.Spec.Over)))
	}
	for _, axis := range s.Spec.Over {
		if _, ok := sweep.Parameter(params, axis.Name); !ok {
			checks = append(checks, edited("there is no parameter %q", axis.Name))
		}
		for _, v := range axis.Values {
			checks = append(checks, valueFits(params, axis.Name, v))
		}
	}
	for _, number := range []struct {
		name  string
		value any
		fits  bool
	}{{"reps", s.Spec.Reps, s.Spec.Reps >= 1}, {"n", s.Spec.N, s.Spec.N >= 1}, {"test", s.Spec.Test, s.Spec.Test >= 0 && s.Spec.Test < 1}, {"seed", s.Spec.Seed, s.Spec.Seed <= math.MaxInt64}} {
		if !number.fits {
			checks = append(checks, edited("%s = %v is out of range", number.name, number.value))
		}
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	return nil
}

func valueFits(params []model.Param, name string, v float64) error {
	p, ok := sweep.Parameter(params, name)
	if !ok {
		return edited("there is no parameter %q", name)
	}
	if _, err := p.Check(v); err != nil {
		return edited("%v", err)
	}
	return nil
}

// write writes the session as text that people can read.
func (s *Session) write(w io.Writer) error {
	content, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(content, '\n'))
	return err
}
