package session

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// lineStart is how lines begin: the first byte that zlib writes, and the method of compression.
const lineStart = "eN"

// Line returns the session without results as one word of letters, digits, + and /, which can be sent in a message: its
// JSON, compressed by zlib, in base64.
func (s *Session) Line() (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer // which takes everything
	w, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err != nil {
		return "", err
	}
	_, _ = w.Write(text)
	_ = w.Close()
	return base64.RawStdEncoding.EncodeToString(packed.Bytes()), nil
}

// unpack returns the JSON of a line, and content that does not begin like one as it is. White space in the line is
// left out. A line of more than most bytes of JSON is an error, and takes no more memory than that.
func unpack(content []byte, most int) ([]byte, error) {
	word := bytes.TrimRight(bytes.Join(bytes.Fields(content), nil), "=")
	if !bytes.HasPrefix(word, []byte(lineStart)) {
		return content, nil
	}
	bad := &data.Error{Want: "a line that the explorer's key c has copied", Remedies: remedy.Do("copy the line again, to its end")}
	var text []byte
	r, err := zlib.NewReader(base64.NewDecoder(base64.RawStdEncoding, bytes.NewReader(word)))
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, int64(most)+1))
	}
	switch {
	case len(text) > most:
		bad.Problem = "the session's line is longer than " + model.Bytes(int64(most)) + " when unpacked"
		return nil, bad
	case err != nil:
		bad.Problem = "the session's line is cut short, or was changed on its way: " + err.Error()
		return nil, bad
	}
	return text, nil
}
