package session

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
)

// Part is one part of a view and its text. Its name has the names in JSON on the way to it, joined by dots, as in
// stream.step; the elements of a list are counted from 1.
type Part struct{ Name, Text string }

// named is a part of its own type, by the text that set reads.
type named interface{ name() string }

type settable interface {
	set(text string) (problem, remedy string)
}

// Parts returns the parts of the view.
func (v View) Parts() (list []Part) {
	eachPart(reflect.ValueOf(v), "", "", func(name string, at reflect.Value) { list = append(list, Part{name, partText(at)}) })
	return list
}

// AnyName stands for the names of charts in the names of parts that there are of each.
const AnyName = "NAME"

// PartNames returns the names of all parts.
func PartNames() (names []string) {
	eachPart(reflect.ValueOf(View{}), "", AnyName, func(name string, _ reflect.Value) { names = append(names, name) })
	return names
}

// Differences returns the parts that have to be set in another view so that it becomes this one.
func (v View) Differences(from View) []Part {
	before := from.Parts()
	return slices.DeleteFunc(v.Parts(), func(p Part) bool {
		isNew := !slices.ContainsFunc(before, func(q Part) bool { return q.Name == p.Name })
		return slices.Contains(before, p) || isNew && p.Text == axisDefault
	})
}

// Set sets a part of the view. The error is a *Fault: there is no such part, or its text is of another form. What the
// text says is not looked up.
func (v *View) Set(p Part) error {
	if problem, remedy := setPart(reflect.ValueOf(v).Elem(), p.Name, p); problem != "" {
		return &Fault{p.Name, problem, remedy}
	}
	return nil
}

// eachPart calls do for the parts below a value, also below a key that is missing in tables, unless it is "".
func eachPart(at reflect.Value, name, missing string, do func(name string, at reflect.Value)) {
	below := strings.TrimPrefix(name+".", ".")
	switch _, isLeaf := at.Interface().(named); {
	case at.Kind() == reflect.Struct && !isLeaf:
		for i := range at.NumField() {
			eachPart(at.Field(i), below+nameInJSON(at.Type().Field(i)), missing, do)
		}
	case at.Kind() == reflect.Array:
		for i := range at.Len() {
			eachPart(at.Index(i), below+strconv.Itoa(i+1), missing, do)
		}
	case at.Kind() == reflect.Map:
		keys := at.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			eachPart(at.MapIndex(key), below+key.String(), missing, do)
		}
		if missing != "" {
			eachPart(reflect.Zero(at.Type().Elem()), below+missing, missing, do)
		}
	default:
		do(name, at)
	}
}

func nameInJSON(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// partText returns the text of a part, which setPart reads.
func partText(at reflect.Value) string {
	if one, ok := at.Interface().(named); ok {
		return one.name()
	}
	return fmt.Sprint(at.Interface())
}

// setPart sets a part below a value. path is the end of its name from there.
func setPart(at reflect.Value, path string, p Part) (problem, remedy string) {
	step, rest, _ := strings.Cut(path, ".")
	one, isLeaf := at.Addr().Interface().(settable)
	switch kind := at.Kind(); {
	case kind == reflect.Struct && !isLeaf:
		for i := range at.NumField() {
			if nameInJSON(at.Type().Field(i)) == step {
				return setPart(at.Field(i), rest, p)
			}
		}
	case kind == reflect.Array:
		if i, err := strconv.Atoi(step); err == nil && i >= 1 && i <= at.Len() {
			return setPart(at.Index(i-1), rest, p)
		}
	case kind == reflect.Map && path != "":
		value := reflect.New(at.Type().Elem()).Elem()
		if old := at.MapIndex(reflect.ValueOf(step)); old.IsValid() {
			value.Set(old)
		}
		if problem, remedy = setPart(value, rest, p); problem == "" {
			if at.IsNil() {
				at.Set(reflect.MakeMap(at.Type()))
			}
			at.SetMapIndex(reflect.ValueOf(step), value)
		}
		return problem, remedy
	case kind == reflect.Map || path != "":
	case isLeaf:
		return one.set(p.Text)
	default:
		return setText(at, p.Text)
	}
	_, remedy = data.Unknown("part", p.Name, PartNames())
	return "there is no such part", remedy
}

// setText sets a value of one of the kinds of which parts are.
func setText(at reflect.Value, text string) (problem, remedy string) {
	var err error
	switch at.Kind() {
	case reflect.String:
		at.SetString(text)
	case reflect.Bool:
		var v bool
		v, err = strconv.ParseBool(text)
		at.SetBool(v)
	case reflect.Int:
		var v int
		v, err = strconv.Atoi(text)
		at.SetInt(int64(v))
	case reflect.Float64:
		var v float64
		v, err = strconv.ParseFloat(text, 64)
		at.SetFloat(v)
	default:
		panic("session: a part of type " + at.Type().String())
	}
	if err != nil {
		return fmt.Sprintf("%q is not %s", text, expected(at.Type())), "give " + expected(at.Type())
	}
	return "", ""
}
