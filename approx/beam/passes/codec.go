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

// Beam finds functions and types by name on the workers, so they are registered here.
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
		columns{}, standard{}, frame{}, dictionary{}, landmarks{}, sums{}, descent{}, slopes{}, solution{}, scores{},
	} {
		beam.RegisterCoder(reflect.TypeOf(sent), encode, decode)
	}
}

// encode encodes a value of one of the types that are sent between workers.
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

// If a stage fails, a runner may continue with later stages, which then lack an input, and report that
// instead. So an error in the data, which a retry does not remove, is passed on as a value, a text called
// Failure. The last pass over the parts fails with it.

// asFailure returns an error in the data as such a text. It returns any other error, such as one of a
// disk, as other: the runner may retry.
func asFailure(err error) (failure string, other error) {
	var own *data.Error
	if errors.As(err, &own) && (own.Err == nil || isDamage(own.Err)) {
		return said(own), nil
	}
	return "", err
}

// said returns the message of any error as such a text.
func said(err error) string {
	return remedy.Message(err, remedy.Words{
		Name: func(setting string) string { return "--" + setting },
		By:   func(setting, value string) string { return strings.TrimSpace("with --" + setting + " " + value) },
	})
}

// isDamage reports whether the error is of a damaged compressed file.
func isDamage(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}

// failed returns the first failure as an error, or nil if there is none.
func failed(failures ...string) error {
	for _, f := range failures {
		if f != "" {
			return errors.New(f)
		}
	}
	return nil
}
