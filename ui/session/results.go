package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"gramscope/data"
	"gramscope/model/sweep"
)

// Results are the results that stand below a session in its file, so that they need not be computed again:
// one JSON object a line, each with a checksum.
type Results struct {
	Origins []Origin
	Notes   []string // about lines that can't be read, for the user

	texts  map[resultKey]json.RawMessage
	counts map[string]int // number of results by origin
}

// Origin is what results depend on besides their keys: the data, and the program that computed them.
type Origin struct {
	Source      string `json:"source"`      // its name
	Fingerprint string `json:"fingerprint"` // see data.Fingerprint
	Program     string `json:"program"`     // its version
}

// OriginOf returns the origin of results on a source that are computed by this version of the program. It
// takes time proportional to the cells of the source.
func OriginOf(source data.Source, program string) Origin {
	return Origin{source.Name(), fmt.Sprintf("%016x", data.Fingerprint(source)), program}
}

// id identifies the origin in the lines of its results.
func (o Origin) id() string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Appendf(nil, "%q", []string{o.Source, o.Fingerprint, o.Program})))
}

// result is the line of a result.
type result struct {
	Of       string          `json:"of"` // the id of its origin
	Key      string          `json:"key"`
	Checksum string          `json:"checksum"` // of the others
	Result   json.RawMessage `json:"result"`
}

type resultKey struct{ of, key string }

func (l result) checksum() string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Appendf(nil, "%q %q %s", l.Of, l.Key, l.Result)))
}

// OriginLine returns the line of an origin, which stands above its results.
func OriginLine(o Origin) ([]byte, error) {
	line, err := json.Marshal(o)
	return append(line, '\n'), err
}

// ResultLine returns the line of a result of package sweep. The error is that of a failed row.
func ResultLine(o Origin, key string, v any) ([]byte, error) {
	text, err := sweep.EncodeResult(v)
	if err != nil {
		return nil, err
	}
	l := result{Of: o.id(), Key: key, Result: text}
	l.Checksum = l.checksum()
	line, err := json.Marshal(l)
	return append(line, '\n'), err
}

// Recall returns the text of a result, nil if there is none.
func (r *Results) Recall(o Origin, key string) []byte {
	if r == nil {
		return nil
	}
	return r.texts[resultKey{o.id(), key}]
}

// Has reports whether the line of a result is among them.
func (r *Results) Has(o Origin, line []byte) bool {
	var l result
	return json.Unmarshal(line, &l) == nil && bytes.Equal(r.Recall(o, l.Key), l.Result)
}

// Changed returns why the results are not those of an origin, as a text for the user, or "" if they are or
// if there are none of a source with its name.
func (r *Results) Changed(o Origin) string {
	if r == nil || r.counts[o.id()] > 0 {
		return ""
	}
	for _, was := range slices.Backward(r.Origins) {
		switch {
		case was.Source != o.Source || r.counts[was.id()] == 0:
		case was.Fingerprint == o.Fingerprint:
			return fmt.Sprintf("the kept results are of gramscope %s, and this is %s: they are computed anew", was.Program, o.Program)
		default:
			return fmt.Sprintf("%s, or the choice of its columns, has changed: its kept results are computed anew", o.Source)
		}
	}
	return ""
}

// WriteResults writes results of an origin below a session. It leaves out failed rows.
func WriteResults(w io.Writer, o Origin, results iter.Seq2[string, any]) error {
	line, err := OriginLine(o)
	if err != nil {
		return err
	}
	if _, err := w.Write(line); err != nil {
		return err
	}
	for key, result := range results {
		line, err := ResultLine(o, key, result)
		if err != nil {
			continue
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// HasResults reports whether the beginning of a file is a session with results below it.
func HasResults(content []byte) bool {
	_, rest := first(content)
	return bytes.HasPrefix(rest, []byte("{"))
}

// first returns the first JSON value of a file, and what is below it; rest is nil if there is nothing, or no such value.
func first(content []byte) (value, rest []byte) {
	dec := json.NewDecoder(bytes.NewReader(content))
	var text json.RawMessage
	if dec.Decode(&text) != nil {
		return content, nil
	}
	at := int(dec.InputOffset())
	if rest, below := bytes.CutPrefix(content[at:], []byte("\n")); below && len(bytes.TrimSpace(rest)) > 0 {
		return content[:at], rest
	}
	return content, nil
}

// cut divides a file into its session and the results below it, nil if there are none. A later session
// replaces the one before. A last line that is not complete is left out: the program was killed while it
// wrote the line.
func cut(content []byte) (text []byte, results *Results) {
	text, rest := first(content)
	if rest == nil {
		return content, nil
	}
	results = NewResults()
	found := false
	for number := 2 + bytes.Count(text, []byte("\n")); ; number++ {
		line, below, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		rest = below
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case IsSession(line) && json.Valid(line):
			text, found = line, true
		default:
			found = results.Add(line, number) || found
		}
	}
	if !found && results.Notes != nil {
		return content, nil // which is an error
	}
	return text, results
}

// NewResults returns results without any.
func NewResults() *Results {
	return &Results{texts: map[resultKey]json.RawMessage{}, counts: map[string]int{}}
}

// Start is how a session begins that is a line of a file.
const Start = `{"gramscope_session":`

// IsSession reports whether a line, or the beginning of one, is a session's.
func IsSession(line []byte) bool { return bytes.HasPrefix(line, []byte(Start)) }

// Add reads a line below a session, and reports whether it is one of results. Of others it keeps a note with their
// number in the file.
func (r *Results) Add(line []byte, number int) bool {
	if r.take(line) {
		return true
	}
	r.note(number)
	return false
}

// take reads a line, and reports whether it is one of results.
func (r *Results) take(line []byte) bool {
	var l struct {
		Origin
		result
	}
	if json.Unmarshal(line, &l) != nil {
		return false
	}
	if l.Of == "" {
		if l.Source == "" || l.Fingerprint == "" {
			return false
		}
		if !slices.Contains(r.Origins, l.Origin) {
			r.Origins = append(r.Origins, l.Origin)
		}
		return true
	}
	if l.checksum() != l.Checksum {
		return false
	}
	key := resultKey{l.Of, l.Key}
	if r.texts[key] == nil {
		r.counts[l.Of]++
	}
	r.texts[key] = l.Result
	return true
}

// note adds a note about a line.
func (r *Results) note(line int) {
	const most = 3
	switch {
	case len(r.Notes) < most:
		r.Notes = append(r.Notes, fmt.Sprintf("line %d is damaged or not gramscope's: it is left out, and its result computed anew", line))
	case len(r.Notes) == most:
		r.Notes = append(r.Notes, "more lines are damaged")
	}
}
