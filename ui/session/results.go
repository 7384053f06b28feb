package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"iter"

	"gramscope/data"
	"gramscope/model/sweep"
)

// Results are the texts of the results below a session in its file, which need not be computed again. The file has one
// JSON object a line, with a checksum; the map's keys join origin and key.
type Results map[string]json.RawMessage

// Origin names what results depend on besides their keys: the data, and the version of the program that computed them.
type Origin string

// OriginOf returns the origin of this program's results on a source, in time proportional to the cells of the source.
func OriginOf(source data.Source, program string) Origin {
	return Origin(fmt.Sprintf("%q %016x %q ", source.Name(), data.Fingerprint(source), program))
}

// result is the line of a result.
type result struct {
	Of       Origin          `json:"of"`
	Key      string          `json:"key"`
	Checksum string          `json:"checksum"` // of the others
	Result   json.RawMessage `json:"result"`
}

func (l result) checksum() string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Appendf(nil, "%s%s %s", l.Of, l.Key, l.Result)))
}

// ResultLine returns the line of a row. A failed row is an error.
func ResultLine(o Origin, key string, row sweep.Result) ([]byte, error) {
	text, err := row.Encode()
	if err != nil {
		return nil, err
	}
	l := result{Of: o, Key: key, Result: text}
	l.Checksum = l.checksum()
	line, err := json.Marshal(l)
	return append(line, '\n'), err
}

// Recall returns the text of a result, nil if there is none.
func (r Results) Recall(o Origin, key string) []byte { return r[string(o)+key] }

// WriteResults writes rows of an origin below a session. It leaves out failed ones.
func WriteResults(w io.Writer, o Origin, rows iter.Seq2[string, sweep.Result]) error {
	for key, row := range rows {
		if line, err := ResultLine(o, key, row); err == nil {
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// first divides a file after the line of its first JSON value. Without a value, or with nothing below it, rest is nil.
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

// cut divides a file into its session and the results below it. A later session replaces the one before. Lines that
// can't be read, such as the incomplete line of a killed program, are left out, and their results are computed again.
func cut(content []byte) (text []byte, results Results) {
	text, rest := first(content)
	results = Results{}
	for line := range bytes.Lines(rest) {
		var l result
		switch {
		case bytes.HasPrefix(line, []byte(`{"gramscope_session":`)) && json.Valid(line):
			text = line
		case json.Unmarshal(line, &l) == nil && l.checksum() == l.Checksum:
			results[string(l.Of)+l.Key] = l.Result
		}
	}
	return text, results
}
