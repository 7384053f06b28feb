package passes

import (
	"bytes"
	"encoding/gob"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// registerGob has values of T sent as encoding/gob has them. encoder and decoder are functions with names
// of their own, by which workers find them.
func registerGob[T any](encoder func(T) ([]byte, error), decoder func([]byte) (T, error)) {
	beam.RegisterCoder(reflect.TypeFor[T](), encoder, decoder)
}

func encode[T any](v T) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func decode[T any](b []byte) (v T, err error) {
	err = gob.NewDecoder(bytes.NewReader(b)).Decode(&v)
	return v, err
}
