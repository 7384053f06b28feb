// Package session reads and writes session files, which store the state of the explorer.
package session

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
)

// Session is the state of the explorer: the data, the setting and what is shown. JSON has an object for each part of
// what is shown. Below the session a file may have results, which need not be computed again.
type Session struct {
	Data  Data
	Spec  sweep.Spec // Over is the swept parameter; if it has no values, the explorer chooses them
	Shown []Field

	Results Results // below a session that was read
}

// Data identifies the data: a built-in set, or a file and the choice of its columns and rows.
type Data struct {
	Set  string `json:"set,omitempty"`
	File string `json:"file,omitempty"` // an absolute path; "-" for standard input
	data.Choice
	data.Dialect
	Landmarks string `json:"landmarks,omitempty"` // the absolute path of their file
}

// DataOf describes a source that was read with the options opts.
func DataOf(source data.Source, opts data.Options) Data {
	landmarks := ""
	if l := source.Landmarks(); l != nil {
		landmarks = FromRoot(l.Path)
	}
	file, ok := source.(*data.File)
	if !ok {
		return Data{Set: source.Name(), Landmarks: landmarks}
	}
	path, choice := file.Origin()
	if path != "-" {
		path = FromRoot(path)
	}
	if file.Table.TargetPath != "" && file.HasTarget() && choice.Target != "" {
		choice.Target = FromRoot(choice.Target)
	}
	return Data{File: path, Choice: choice, Dialect: opts.Dialect, Landmarks: landmarks}
}

// FromRoot returns the absolute path of a file, or the given path if the working directory is unknown.
func FromRoot(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// head has the fields of a session before what is shown.
type head struct {
	Version int        `json:"gramscope_session"`
	Data    Data       `json:"data"`
	Spec    sweep.Spec `json:"spec"`
}

// version is the version of the format.
const version = 2

// Bounds on the bytes of a session, and of its file with the results below it.
const mostSession, mostResults = 1 << 20, 64 << 20

// MarshalJSON writes the parts of what is shown beside data and spec. Defaults are left out.
func (s Session) MarshalJSON() ([]byte, error) {
	if machine, _ := model.MachineMemory(); s.Spec.MaxMemory == machine {
		s.Spec.MaxMemory = 0 // each start takes the limit of its machine
	}
	text, err := json.Marshal(head{version, s.Data, s.Spec})
	all := object(s.Shown)
	if err != nil || len(all) == 0 {
		return text, err
	}
	shown, err := json.Marshal(all)
	return slices.Concat(text[:len(text)-1], []byte(","), shown[min(1, len(shown)):]), err
}

// Read reads a session or its line, and the results below it. Errors are of type *data.Error and name the file: no
// session, another version, an early end, or data or a spec that are not valid. It does not check what is shown.
func Read(r io.Reader, name string, methods []model.Method) (*Session, error) {
	content, err := io.ReadAll(io.LimitReader(r, mostResults))
	text, _ := first(content)
	bad := &data.Error{File: name, Want: "a session that the explorer's key w has written", Err: err}
	switch {
	case len(text) > mostSession:
		bad.Problem = "longer than " + model.Bytes(mostSession)
	case err != nil:
		bad.Problem = data.Cause(err)
	case len(content) == 0:
		bad.Problem = "empty"
	}
	if bad.Problem != "" {
		return nil, bad
	}
	var s *Session
	if content, err = unpack(content); err == nil {
		s, err = Decode(content)
	}
	if err == nil {
		err = s.check(methods)
	}
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File = name
	}
	return s, err
}

// writeAnew is the last remedy of a file that can't be read.
const writeAnew = "write the session anew with w"

// Decode reads the JSON of a session, and the results below it. Errors are of type *data.Error.
func Decode(content []byte) (*Session, error) {
	content, results := cut(content)
	var top map[string]json.RawMessage
	var h head
	h.Spec.MaxMemory, _ = model.MachineMemory()
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(content, &top); {
	case errors.As(err, &syntax): // for a file that is cut short, its offset is the end
		bad := edited(syntax.Error())
		bad.Line = 1 + bytes.Count(content[:syntax.Offset], []byte("\n"))
		return nil, bad
	case err != nil || json.Unmarshal(top["gramscope_session"], &h.Version) != nil:
		return nil, &data.Error{Problem: "this is not a session of gramscope", Want: "a file of the explorer's key w"}
	case h.Version != version:
		problem := fmt.Sprintf("the session has version %d of its format", h.Version)
		return nil, &data.Error{Problem: problem, Want: fmt.Sprint("version ", version),
			Remedies: remedy.Do("open it with the gramscope that wrote it, or " + writeAnew)}
	}
	for _, part := range []struct {
		name string
		into any
	}{{"data", &h.Data}, {"spec", &h.Spec}} {
		dec := json.NewDecoder(bytes.NewReader(top[part.name]))
		dec.DisallowUnknownFields()
		if err := dec.Decode(part.into); err != nil && err != io.EOF {
			return nil, misread(part.name, err)
		}
		delete(top, part.name)
	}
	delete(top, "gramscope_session")
	s := &Session{Data: h.Data, Spec: h.Spec, Results: results}
	for _, name := range slices.Sorted(maps.Keys(top)) {
		s.Shown = append(s.Shown, fieldsOf(name, top[name])...)
	}
	return s, nil
}

// check returns an error for a spec that is not valid with these methods, or for data that are neither a built-in set
// nor a file. It does not check how the data are read. It rounds integer parameters as sweep.Spec.Check does.
func (s *Session) check(methods []model.Method) error {
	if len(s.Spec.Over) != 1 {
		return edited(fmt.Sprintf("spec.over: %d swept parameters, not one", len(s.Spec.Over)))
	}
	if err := s.Spec.Check(methods); err != nil {
		return misread("spec", err)
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		return edited("data: neither a built-in set nor a file")
	}
	return nil
}

// expected describes the JSON of a Go type.
func expected(t reflect.Type) string {
	names := map[reflect.Kind]string{
		reflect.String: "a text in quotes", reflect.Bool: "true or false", reflect.Slice: "a list",
		reflect.Map: "an object", reflect.Struct: "an object", reflect.Float64: "a number",
	}
	return cmp.Or(names[t.Kind()], "a whole number")
}

// edited returns the error of a session that was edited or damaged.
func edited(problem string) *data.Error {
	correct := remedy.Do("correct it, or " + writeAnew)
	return &data.Error{Problem: "the file was edited or damaged: " + problem, Remedies: correct}
}

// misread returns the error of a session in which reading a part, data or spec, has given err.
func misread(part string, err error) error {
	mistyped, spec := (*json.UnmarshalTypeError)(nil), (*sweep.SpecError)(nil)
	switch {
	case errors.As(err, &spec):
		bad := edited("spec: " + spec.Problem)
		bad.Remedies = spec.Remedies.Or(remedy.Do(writeAnew))
		return bad
	case errors.As(err, &mistyped):
		embedded := strings.NewReplacer(".fields.", ".", ".Choice.", ".", ".Dialect.", ".")
		at := part + embedded.Replace("."+mistyped.Field)
		return edited(fmt.Sprintf("%s: found %s, expected %s", at, mistyped.Value, expected(mistyped.Type)))
	}
	return edited(part + ": " + err.Error())
}

// Write writes the session as indented JSON.
func (s *Session) Write(w io.Writer) error {
	content, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		_, err = w.Write(append(content, '\n'))
	}
	return err
}

// lineStart begins every line. It is the base64 of the first byte of zlib, 0x78, and of a part of the second.
const lineStart = "eN"

// Line returns the session without results as one word, letters, digits, + and /: its JSON by zlib, in base64.
func (s *Session) Line() (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer // never returns an error
	w, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	_, _ = w.Write(text)
	_ = w.Close()
	return base64.RawStdEncoding.EncodeToString(packed.Bytes()), nil
}

// unpack returns the JSON of a line, without the line's white space. It returns content that does not begin like a line
// unchanged. A line of more than mostSession bytes of JSON is an error, and takes no more memory than that.
func unpack(content []byte) ([]byte, error) {
	word := bytes.TrimRight(bytes.Join(bytes.Fields(content), nil), "=")
	if !bytes.HasPrefix(word, []byte(lineStart)) {
		return content, nil
	}
	bad := &data.Error{Want: "a line that the explorer's key c has copied"}
	bad.Remedies = remedy.Do("copy the line again, to its end")
	var text []byte
	r, err := zlib.NewReader(base64.NewDecoder(base64.RawStdEncoding, bytes.NewReader(word)))
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, mostSession+1))
	}
	switch {
	case len(text) > mostSession:
		bad.Problem = "the session's line is longer than " + model.Bytes(mostSession) + " when unpacked"
		return nil, bad
	case err != nil:
		bad.Problem = "the session's line is cut short, or was changed on its way: " + err.Error()
		return nil, bad
	}
	return text, nil
}
