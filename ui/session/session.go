// Package session is the file that the explorer writes to come back to.
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

// Session is everything needed to come back to a state of the explorer: data,
// setting, swept parameter, and what is on screen. It is a file in JSON. Figures
// are not in it: the same setting gives the same ones.
type Session struct {
	Version int        `json:"gramscope_session"`
	Data    Data       `json:"data"`
	Spec    sweep.Spec `json:"spec"` // Over is the swept parameter; without values they are chosen anew

	Screen  string     `json:"screen"`           // the key that opens it
	Lesson  string     `json:"lesson,omitempty"` // the one that is being read
	Focus   string     `json:"focus"`            // a pane, one of paneNames
	Charted string     `json:"charted"`
	Knob    model.Name `json:"knob"`
	Method  string     `json:"method"`            // that the table points at
	Sorted  string     `json:"sorted,omitempty"`  // the head of the column by which the table is sorted; "" for none
	Written string     `json:"written,omitempty"` // what w wrote last; "" for nothing

	Value     string     `json:"value"`             // what the error chart shows
	Against   string     `json:"against,omitempty"` // the result that it is over; "" for the swept parameter
	X         Log        `json:"x"`
	Y         Log        `json:"y"`
	Dimension bool       `json:"effective_dimension"` // the second chart shows it
	RankX     Log        `json:"rank_x"`
	RankY     Log        `json:"rank_y"`
	Theory    bool       `json:"theory,omitempty"` // its predictions are drawn, too
	Learned   Regression `json:"regression"`

	// What was not in the first sessions, where it is empty: it is as usual then.
	Spectrum Spectrum  `json:"spectrum"`
	Points   [2]string `json:"points"` // the axes that were chosen; "" for the usual ones
	Map      string    `json:"map"`    // the first of the matrices
	Stream   Stream    `json:"stream"`
}

// Spectrum is what the charts of the spectrum screen show.
type Spectrum struct {
	Charts [2]string       `json:"charts"`
	Axes   map[string]Logs `json:"axes,omitempty"` // x and y by what is shown, where any was decided
}

// Stream is where the playback of the stream screen stands.
type Stream struct {
	Step    int     `json:"step"` // from 0; −1 for the last, also as more come
	Playing bool    `json:"playing"`
	Pace    float64 `json:"steps_a_second"`
	Sizes   bool    `json:"sizes,omitempty"` // instead of the merge tree
	Axes    [2]Logs `json:"axes"`            // x and y of the two charts
}

// Data is what the data were: a built-in set, or a file and what was chosen
// of it.
type Data struct {
	Set         string   `json:"set,omitempty"`
	File        string   `json:"file,omitempty"` // from the root; "-" for standard input
	Target      string   `json:"target,omitempty"`
	Columns     []string `json:"columns,omitempty"`
	Categorical []string `json:"categorical,omitempty"`
	DropMissing bool     `json:"drop_missing,omitempty"`
	Header      string   `json:"header,omitempty"`
	Landmarks   string   `json:"landmarks,omitempty"` // file of them, from the root
}

// Regression is what the chart of the regression screen shows.
type Regression struct {
	Value string                `json:"value"`
	Over  map[string]model.Name `json:"over,omitempty"`
	X     Log                   `json:"x"`
	Y     Log                   `json:"y"`
}

// Log is the choice of an axis: true for a log axis, false for a linear one, null
// as the figures ask for.
type Log struct{ *bool }

// LogOf is the choice of an axis as it is written.
func LogOf(c curve.Log) Log {
	if !c.Decided {
		return Log{}
	}
	return Log{&c.Log}
}

// Restore takes the choice over, if there is one.
func (l Log) Restore(c *curve.Log) {
	if l.bool != nil {
		c.Decided, c.Log = true, *l.bool
	}
}

// Logs are the choices of a chart's axes, x and y.
type Logs [2]Log

// LogsOf returns the choices of a chart's axes.
func LogsOf(a curve.Axes) Logs { return Logs{LogOf(a.X), LogOf(a.Y)} }

// Restore sets the axes that were chosen.
func (l Logs) Restore(a *curve.Axes) {
	l[0].Restore(&a.X)
	l[1].Restore(&a.Y)
}

// MarshalJSON writes true, false or null.
func (l Log) MarshalJSON() ([]byte, error) { return json.Marshal(l.bool) }

// UnmarshalJSON reads them.
func (l *Log) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &l.bool) }

// SessionVersion is the version of the format that is written and read.
const SessionVersion = 1

const writeAnew = "write the session anew with w in the explorer"

// Decode reads a session. What is wrong with it is a *data.Error without the file.
func Decode(content []byte) (*Session, error) {
	var head struct {
		Version *int `json:"gramscope_session"`
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(content, &head); {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(bytes.TrimSpace(content)) || len(bytes.TrimSpace(content)) == 0:
		return nil, &data.Error{Problem: "the file is cut short", Remedies: remedy.Do(writeAnew)}
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(content[:syntax.Offset], []byte("\n"))
		return nil, &data.Error{Line: line, Problem: "the file was edited or damaged: " + syntax.Error(), Remedies: remedy.Do(writeAnew)}
	case err != nil || head.Version == nil:
		return nil, &data.Error{Problem: "this is no session of gramscope", Want: "a file that the explorer's key w has written"}
	case *head.Version != SessionVersion:
		return nil, &data.Error{Problem: fmt.Sprintf("the session has version %d of its format", *head.Version), Want: fmt.Sprintf("version %d", SessionVersion),
			Remedies: remedy.Do("open it with the gramscope that wrote it, or " + writeAnew)}
	}
	s := new(Session)
	dec := json.NewDecoder(bytes.NewReader(content))
	dec.DisallowUnknownFields()
	err := dec.Decode(s)
	var mistyped *json.UnmarshalTypeError
	switch spec := (*sweep.SpecError)(nil); {
	case errors.As(err, &spec):
		return nil, EditedSpec(err)
	case errors.As(err, &mistyped):
		field := strings.ReplaceAll(mistyped.Field, ".fields.", ".") // an embedded struct of sweep.Spec's
		return nil, Edited("%s: found %s, expected %s", field, mistyped.Value, expected(mistyped.Type))
	case err != nil:
		return nil, Edited("%v", err)
	}
	return s, nil
}

// expected returns what JSON has for values of a type.
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

// Edited is the error of a session that somebody has edited, or that was damaged.
func Edited(format string, args ...any) error {
	return &data.Error{Problem: "the file was edited or damaged: " + fmt.Sprintf(format, args...), Remedies: remedy.Do("mend it, or " + writeAnew)}
}

// EditedSpec is that of a session whose spec is wrong: err is of sweep.Spec.Check.
func EditedSpec(err error) error {
	bad := &data.Error{Problem: "the file was edited or damaged: spec: " + err.Error(), Remedies: remedy.Do("mend it, or " + writeAnew)}
	if spec := (*sweep.SpecError)(nil); errors.As(err, &spec) {
		bad.Problem = "the file was edited or damaged: spec: " + spec.Problem
		bad.Remedies = spec.Remedies.Or(remedy.Do(writeAnew))
	}
	return bad
}

// Write writes the session as text that people can read.
func (s *Session) Write(w io.Writer) error {
	content, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(content, '\n'))
	return err
}
