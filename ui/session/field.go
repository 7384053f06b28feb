package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/ui/curve"
)

// Field is a named value of what is shown, such as the figure of a chart. A screen makes the fields of its own part. A
// field that was read has no type: the screen's field of the same name takes its value.
type Field struct {
	Name  string
	Value any // as JSON has it; "" and nil stand for the default

	set func(text string) (problem, remedy string)
}

// Given is a field that a command line sets by its text.
func Given(name, text string) Field { return Field{Name: name, Value: text} }

// Text returns the value as a command line has it.
func (f Field) Text() string {
	text, _ := json.Marshal(f.Value)
	var word string
	if json.Unmarshal(text, &word) == nil {
		return word
	}
	return string(text)
}

// Take sets the field to the value of another field, which was read. It returns nil if the value is valid.
func (f Field) Take(from Field) *Fault {
	if problem, remedy := f.set(from.Text()); problem != "" {
		return &Fault{from.Name, problem, remedy}
	}
	return nil
}

// Short returns a name as command lines have it, without the name of the first screen's part.
func Short(name string) string { return strings.TrimPrefix(name, "explore.") }

// Differences returns the fields that turn the session from into s when they are set.
func (s *Session) Differences(from *Session) (list []Field) {
	for _, f := range s.Shown {
		if text := f.Text(); text != Text(from.Shown, f.Name) {
			list = append(list, Given(Short(f.Name), text))
		}
	}
	return list
}

// Text returns the text of the field of a name, "" if there is none.
func Text(fields []Field, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return f.Text()
		}
	}
	return ""
}

// fieldsOf returns the fields of a part of what is shown from its JSON: those of an object, or else the part as one.
func fieldsOf(part string, text json.RawMessage) (list []Field) {
	var own map[string]json.RawMessage
	if json.Unmarshal(text, &own) != nil {
		return []Field{{Name: part, Value: text}}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		list = append(list, Field{Name: part + "." + name, Value: own[name]})
	}
	return list
}

// object returns the fields as an object, with those of each part in an object of its own, and without defaults.
func object(fields []Field) map[string]any {
	all := map[string]any{}
	for _, f := range fields {
		if f.Value == nil || f.Value == "" {
			continue
		}
		part, own, inside := strings.Cut(f.Name, ".")
		if !inside {
			all[part] = f.Value
			continue
		}
		below, begun := all[part].(map[string]any)
		if !begun {
			below = map[string]any{}
			all[part] = below
		}
		below[own] = f.Value
	}
	return all
}

// A Fault says what is wrong with a field of a session.
type Fault struct{ Field, Problem, Remedy string }

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s (%s)", f.Field, f.Problem, f.Remedy) }

// Of returns the field of a value of any type that JSON can have. set takes a new value, or says what is wrong with it.
func Of[T any](name string, value T, set func(T) (problem, remedy string)) Field {
	return Field{name, value, func(text string) (problem, remedy string) {
		var v T
		if word, is := any(&v).(*string); is {
			*word = text
		} else if json.Unmarshal([]byte(text), &v) != nil {
			want := expected(reflect.TypeFor[T]())
			return fmt.Sprintf("%.40q is not %s", text, want), "give " + want
		}
		return set(v)
	}}
}

// Choice returns the field of one of some names, with "" among them if there is a default.
func Choice(name, value string, all []string, set func(string)) Field {
	return Of(name, value, func(text string) (problem, remedy string) {
		if !slices.Contains(all, text) {
			_, remedy = data.Unknown(name, text, slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" }))
			return fmt.Sprintf("there is no %q", text), remedy
		}
		set(text)
		return "", ""
	})
}

// Flag returns the field of a switch.
func Flag(name string, at *bool) Field {
	return Of(name, *at, func(v bool) (string, string) { *at = v; return "", "" })
}

// Scales returns the fields x and y of the scales of a chart's axes.
func Scales(x, y string, of *curve.Axes) (list []Field) {
	for i, axis := range []*curve.Log{&of.X, &of.Y} {
		now := ""
		if axis.Decided {
			now = map[bool]string{false: "linear", true: "log"}[axis.Log]
		}
		list = append(list, Choice([]string{x, y}[i], now, []string{"", "default", "log", "linear"}, func(name string) {
			axis.Decided, axis.Log = name != "" && name != "default", name == "log"
			of.Forget() // the parameter on x may have changed
		}))
	}
	return list
}

// Zoom returns the fields of the part of a chart that is shown.
func Zoom(name string, axes func() *curve.Axes) (list []Field) {
	ofX := func() *curve.Range { return &axes().Zoom.X }
	ofY := func() *curve.Range { return &axes().Zoom.Y }
	for axis, of := range []func() *curve.Range{ofX, ofY} {
		now := ""
		if r := *of(); r != (curve.Range{}) {
			now = fmt.Sprintf("%v:%v", r.Lo, r.Hi)
		}
		list = append(list, Of(name+[]string{".x", ".y"}[axis], now, func(text string) (problem, remedy string) {
			var r curve.Range
			if text != "" && text != "default" {
				n, _ := fmt.Sscanf(text, "%g:%g%c", &r.Lo, &r.Hi, new(rune)) // a character after the ends is one too many
				if n != 2 || !(r.Lo < r.Hi) || math.IsInf(r.Hi-r.Lo, 0) {
					return fmt.Sprintf("%q is not a part of an axis", text), "give its ends, as in 10:100, or default for all of it"
				}
			}
			*of() = r
			return "", ""
		}))
	}
	return list
}
