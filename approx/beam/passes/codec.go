package passes

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/gob"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"gramscope/data"
	"gramscope/data/remedy"
)

// Workers find by name what they run and what they send each other.
func init() {
	for _, fn := range []any{pathOf, mergeColumns, mergeSums, mergeSlopes, turn, end, mergeScores} {
		beam.RegisterFunction(fn)
	}
	for _, fn := range []any{
		columnsFn{}, standardFn{}, mergeStandard{}, frameFn{},
		dictionaryFn{}, mergeDictionaries{}, dictionaryLandmarksFn{}, uniformLandmarksFn{}, givenLandmarksFn{},
		sumsFn{}, solveFn{}, beginFn{}, slopesFn{}, scoreFn{}, writeFn{},
	} {
		beam.RegisterType(reflect.TypeOf(fn))
	}
	for _, sent := range []any{
		columns{}, standard{}, frame{}, dictionary{}, landmarks{}, sums{}, descents{}, slopes{}, solution{}, scores{},
	} {
		beam.RegisterCoder(reflect.TypeOf(sent), encode, decode)
	}
}

// encode writes any of the types that are sent.
func encode(v beam.T) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func decode(t reflect.Type, b []byte) (beam.T, error) {
	v := reflect.New(t)
	err := gob.NewDecoder(bytes.NewReader(b)).DecodeValue(v)
	return v.Elem().Interface(), err
}

// A runner may go on with the stages behind one that has failed, which then lack an input, and tell of
// that. So what is wrong with the data, which no new try mends, is handed on as a value, up to the
// last pass over the parts, which fails by it.

// told is an error as such a value: one of the data. Another, as of a disk, is returned, for the runner to try again.
func told(err error) (failure string, other error) {
	var own *data.Error
	if errors.As(err, &own) && (own.Err == nil || isDamage(own.Err)) {
		return said(own), nil
	}
	return "", err
}

// said is an error as a value, whatever it is of.
func said(err error) string {
	return remedy.Message(err, remedy.Words{
		Name: func(setting string) string { return "--" + setting },
		By:   func(setting, value string) string { return strings.TrimSpace("with --" + setting + " " + value) },
	})
}

// isDamage tells whether a compressed file is at fault.
func isDamage(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF)
}

// failed is the error that was handed on; nil for none.
func failed(failures ...string) error {
	for _, f := range failures {
		if f != "" {
			return errors.New(f)
		}
	}
	return nil
}
