// Package session reads and writes session files, which store the state of the explorer.
package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/curve"
)

// Session is the state of the explorer as a JSON file: the data, the setting, the
// swept parameter, and the state of the screens. Below it the file may have results, so that they need
// not be computed again; see Results.
type Session struct {
	Version int        `json:"gramscope_session"`
	Data    Data       `json:"data"`
	Spec    sweep.Spec `json:"spec"` // Over is the swept parameter; if it has no values, the explorer chooses them

	View

	Answers []LessonAnswers `json:"answers,omitempty"` // to the steps of lessons
	Marks   json.RawMessage `json:"marks,omitempty"`   // of points, by versions that could mark them: read, and left out

	Results *Results              `json:"-"` // those below a session that was read; nil for none
	Below   func(io.Writer) error `json:"-"` // writes results below the session; nil for none
}

// View is what is shown of an experiment: the screen, and the state of all screens. Its fields, by their names in
// JSON, are the parts that a command line can set; see [View.Set].
type View struct {
	Screen  string     `json:"screen"`           // the key of the screen
	Lesson  string     `json:"lesson,omitempty"` // the open lesson
	Focus   string     `json:"focus"`            // a pane, one of paneNames
	Charted string     `json:"charted"`
	Knob    model.Name `json:"knob"`
	Method  string     `json:"method"`            // the method that the table points at
	Sorted  string     `json:"sorted,omitempty"`  // the head of the column by which the table is sorted; "" for none
	Written string     `json:"written,omitempty"` // the item that w wrote last; "" for none

	Value     string     `json:"value"`             // figure of the error chart
	Against   string     `json:"against,omitempty"` // the result on the error chart's x axis; "" for the swept parameter
	X         Log        `json:"x"`
	Y         Log        `json:"y"`
	Dimension bool       `json:"effective_dimension"` // whether the second chart shows it
	RankX     Log        `json:"rank_x"`
	RankY     Log        `json:"rank_y"`
	Theory    bool       `json:"theory,omitempty"` // whether the theory's predictions are drawn
	Learned   Regression `json:"regression"`

	// The first sessions did not have the following fields. Empty ones stand for the defaults.
	Band     string    `json:"band,omitempty"` // what bands and bars show; "" for the standard error
	Spectrum Spectrum  `json:"spectrum"`
	Points   [2]string `json:"points"` // chosen axes; "" for the defaults
	Map      string    `json:"map"`    // the first of the matrices
	Stream   Stream    `json:"stream"`

	Zoom map[string][2]Window `json:"zoom,omitempty"` // of the charts that are shown in part, by the screen's key
}

// Spectrum is the state of the spectrum screen.
type Spectrum struct {
	Charts [2]string       `json:"charts"`
	Axes   map[string]Logs `json:"axes,omitempty"` // scales of x and y by the chart's contents, if the user has chosen one
}

// Stream is the state of the stream screen.
type Stream struct {
	Step    int     `json:"step"` // from 0; −1 for the latest
	Playing bool    `json:"playing"`
	Pace    float64 `json:"steps_a_second"`
	Sizes   bool    `json:"sizes,omitempty"` // whether it shows the sizes instead of the merge tree
	Axes    [2]Logs `json:"axes"`            // scales of x and y of the two charts
}

// Data identifies the data: a built-in set, or a file and the choice of its columns and rows.
type Data struct {
	Set         string   `json:"set,omitempty"`
	File        string   `json:"file,omitempty"` // an absolute path; "-" for standard input
	Target      string   `json:"target,omitempty"`
	Columns     []string `json:"columns,omitempty"`
	Categorical []string `json:"categorical,omitempty"`
	DropMissing bool     `json:"drop_missing,omitempty"`
	Indefinite  string   `json:"indefinite,omitempty"` // of a kernel matrix
	Header      string   `json:"header,omitempty"`
	Separator   string   `json:"separator,omitempty"`
	SkipLines   int      `json:"skip_lines,omitempty"`
	Thousands   string   `json:"thousands,omitempty"`
	Decimal     string   `json:"decimal,omitempty"`
	Landmarks   string   `json:"landmarks,omitempty"` // the absolute path of their file
}

// Dialect returns how a text table is written.
func (d Data) Dialect() data.Dialect {
	return data.Dialect{Header: data.Header(d.Header), Separator: d.Separator, SkipLines: d.SkipLines, Thousands: d.Thousands, Decimal: d.Decimal}
}

// Regression is the state of the regression screen.
type Regression struct {
	Value string                `json:"value"`
	Over  map[string]model.Name `json:"over,omitempty"`
	X     Log                   `json:"x"`
	Y     Log                   `json:"y"`
}

// Log is the user's choice of an axis: true for a log axis, false for a linear one,
// null for the default.
type Log struct{ *bool }

// LogOf returns the user's choice of an axis.
func LogOf(c curve.Log) Log {
	if !c.Decided {
		return Log{}
	}
	return Log{&c.Log}
}

// Restore sets the axis to the choice, or to the default if there is none.
func (l Log) Restore(c *curve.Log) {
	c.Decided, c.Log = l.bool != nil, l.bool != nil && *l.bool
}

// The names of the choices of an axis in a part's text.
const axisLog, axisLinear, axisDefault = "log", "linear", "default"

// name returns the name of the choice.
func (l Log) name() string {
	switch {
	case l.bool == nil:
		return axisDefault
	case *l.bool:
		return axisLog
	}
	return axisLinear
}

// set sets the choice by its name.
func (l *Log) set(name string) (problem, remedy string) {
	switch isLog := name == axisLog; {
	case name == axisDefault:
		l.bool = nil
	case isLog || name == axisLinear:
		l.bool = &isLog
	default:
		return data.Unknown("axis", name, []string{axisLog, axisLinear, axisDefault})
	}
	return "", ""
}

// Logs are the choices of a chart's axes, x and y.
type Logs [2]Log

// LogsOf returns the choices of a chart's axes.
func LogsOf(a curve.Axes) Logs { return Logs{LogOf(a.X), LogOf(a.Y)} }

// Restore sets the axes to the choices.
func (l Logs) Restore(a *curve.Axes) {
	l[0].Restore(&a.X)
	l[1].Restore(&a.Y)
	a.Forget() // the parameter on x may be another
}

// MarshalJSON writes true, false or null.
func (l Log) MarshalJSON() ([]byte, error) { return json.Marshal(l.bool) }

// UnmarshalJSON reads true, false or null.
func (l *Log) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &l.bool) }

// SessionVersion is the version of the format that is written and read.
const SessionVersion = 1

const writeAnew = "write the session again with w in the explorer"

// Decode reads a session. The error is a *data.Error without the name of the file.
func Decode(content []byte) (*Session, error) {
	content, results := cut(content)
	var head struct {
		Version *int     `json:"gramscope_session"`
		At      *float64 `json:"at"` // of a state in a log
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(content, &head); {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(bytes.TrimSpace(content)) || len(bytes.TrimSpace(content)) == 0:
		return nil, &data.Error{Problem: "the file is cut short", Remedies: remedy.Do(writeAnew)}
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(content[:syntax.Offset], []byte("\n"))
		return nil, &data.Error{Line: line, Problem: "the file was edited or damaged: " + syntax.Error(), Remedies: remedy.Do(writeAnew)}
	case err != nil || head.Version == nil:
		return nil, &data.Error{Problem: "this is not a session of gramscope", Want: "a file that the explorer's key w has written"}
	case *head.Version != SessionVersion:
		return nil, &data.Error{Problem: fmt.Sprintf("the session has version %d of its format", *head.Version), Want: fmt.Sprintf("version %d", SessionVersion),
			Remedies: remedy.Do("open it with the gramscope that wrote it, or " + writeAnew)}
	case head.At != nil:
		return nil, &data.Error{Problem: "this is a log of an earlier gramscope", Want: "a session: a log is not read any more"}
	}
	s := &Session{Results: results}
	dec := json.NewDecoder(bytes.NewReader(content))
	dec.DisallowUnknownFields()
	err := dec.Decode(s)
	var mistyped *json.UnmarshalTypeError
	switch spec := (*sweep.SpecError)(nil); {
	case errors.As(err, &spec):
		return nil, EditedSpec(err)
	case errors.As(err, &mistyped):
		field := strings.TrimPrefix(strings.ReplaceAll(mistyped.Field, ".fields.", "."), "View.") // embedded structs
		return nil, Edited("%s: found %s, expected %s", field, mistyped.Value, expected(mistyped.Type))
	case err != nil:
		return nil, Edited("%v", err)
	}
	return s, nil
}

// expected returns the name of a Go type's form in JSON.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// Edited returns the error of a session that was edited or damaged.
func Edited(format string, args ...any) error {
	return &data.Error{Problem: "the file was edited or damaged: " + fmt.Sprintf(format, args...), Remedies: remedy.Do("mend it, or " + writeAnew)}
}

// EditedSpec returns the error of a session with an invalid spec. err is the error of
// sweep.Spec.Check.
func EditedSpec(err error) error {
	bad := &data.Error{Problem: "the file was edited or damaged: spec: " + err.Error(), Remedies: remedy.Do("mend it, or " + writeAnew)}
	if spec := (*sweep.SpecError)(nil); errors.As(err, &spec) {
		bad.Problem = "the file was edited or damaged: spec: " + spec.Problem
		bad.Remedies = spec.Remedies.Or(remedy.Do(writeAnew))
	}
	return bad
}

// Text returns the session as a line of JSON, without what is below it.
func (s *Session) Text() ([]byte, error) {
	line, err := json.Marshal(s)
	return append(line, '\n'), err
}

// Write writes the session as indented JSON, and the results below it.
func (s *Session) Write(w io.Writer) error {
	content, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	if _, err = w.Write(append(content, '\n')); err != nil || s.Below == nil {
		return err
	}
	return s.Below(w)
}
