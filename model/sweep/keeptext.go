package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// EncodeResult returns a result, a Result or a []float64, as JSON on one line. Fields without a value, which
// are NaN or nil, are left out; elements without a value are null. A failed row is an error, because the
// cause of a failure has no text that reads back the same.
func EncodeResult(result any) ([]byte, error) {
	if row, is := result.(Result); is && (row.Failure != "" || row.Cause != nil || row.file != nil) {
		return nil, errors.New("sweep: a row that failed or that a file holds")
	}
	return json.Marshal(legible(reflect.ValueOf(result)))
}

// decodeResult returns the result of a text by EncodeResult.
func decodeResult[T any](text []byte) (v T, err error) {
	err = fill(reflect.ValueOf(&v).Elem(), text)
	return v, err
}

// legible returns a value that package json can write: structs as maps without fields that
// are zero, unless they are numbers with a fraction, NaN as nil, and infinite numbers as texts.
func legible(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Float64:
		switch f := v.Float(); {
		case math.IsInf(f, 0): // a bound may be
			return strconv.FormatFloat(f, 'g', -1, 64)
		case math.IsNaN(f):
			return nil
		default:
			return f
		}
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return legible(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Float64 {
			break
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = legible(v.Index(i))
		}
		return list
	case reflect.Struct:
		fields := map[string]any{}
		for i := range v.NumField() {
			of, field := v.Type().Field(i), v.Field(i)
			if !of.IsExported() || field.IsZero() && field.Kind() != reflect.Float64 {
				continue
			}
			if text := legible(field); text != nil {
				fields[of.Name] = text
			}
		}
		return fields
	}
	return v.Interface()
}

// fill sets a value from a text that was made from legible's. An empty text stands for a missing value.
func fill(v reflect.Value, text json.RawMessage) error {
	missing := len(text) == 0 || string(text) == "null"
	switch v.Kind() {
	case reflect.Float64:
		if missing {
			v.SetFloat(math.NaN())
			return nil
		}
		f, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
		v.SetFloat(f)
		return err
	case reflect.Pointer:
		if !missing {
			v.Set(reflect.New(v.Type().Elem()))
			return fill(v.Elem(), text)
		}
	case reflect.Slice:
		if missing || v.Type().Elem().Kind() != reflect.Float64 {
			break
		}
		var list []json.RawMessage
		if err := json.Unmarshal(text, &list); err != nil {
			return err
		}
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
		for i, one := range list {
			if err := fill(v.Index(i), one); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			return err
		}
		for i := range v.NumField() {
			if of := v.Type().Field(i); of.IsExported() {
				if err := fill(v.Field(i), fields[of.Name]); err != nil {
					return fmt.Errorf("%s: %w", of.Name, err)
				}
			}
		}
		return nil
	}
	if missing {
		return nil
	}
	return json.Unmarshal(text, v.Addr().Interface())
}
