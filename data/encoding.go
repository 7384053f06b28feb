package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"gramscope/data/remedy"
)

// windows is Windows-1252, as Python has it.
const windows = "cp1252"

// encoding turns a text into UTF-8. UTF-16 begins with a byte-order mark; every other text with a byte that is not
// UTF-8 is in Windows-1252, as Excel writes it. A text in two encodings, or a broken one, is an error.
type encoding struct {
	transform.NopResetter
	name   string // as Python has it; "" for UTF-8
	isUTF8 bool   // there are characters of UTF-8 that are not ASCII, or its byte-order mark
	breaks int    // line breaks so far
}

// decode returns the stream, which begins with head, in UTF-8 and without a byte-order mark.
func (e *encoding) decode(in io.Reader, head []byte) *bufio.Reader {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		e.name = "utf-16"
	}
	e.isUTF8 = bytes.HasPrefix(head, []byte("\xef\xbb\xbf"))
	text := transform.NewReader(in, unicode.BOMOverride(transform.Nop))
	return bufio.NewReaderSize(transform.NewReader(text, e), sniffBytes)
}

// Transform implements [transform.Transformer]. A zero byte is an error, too.
func (e *encoding) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for {
		n := copy(dst[nDst:], plain(src[nSrc:]))
		e.breaks += bytes.Count(src[nSrc:][:n], []byte{'\n'})
		nDst, nSrc = nDst+n, nSrc+n
		switch rest := src[nSrc:]; {
		case len(rest) == 0:
			return nDst, nSrc, nil
		case len(dst)-nDst < utf8.UTFMax:
			return nDst, nSrc, transform.ErrShortDst
		case rest[0] == 0:
			check(&Error{Line: e.breaks + 1, Problem: "binary data (a zero byte)", Want: "text", Remedies: remedy.Do(exportIt)})
		case !atEOF && !utf8.FullRune(rest):
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		if size > 1 {
			e.isUTF8 = true
		} else {
			e.name, r = windows, charmap.Windows1252.DecodeByte(src[nSrc])
		}
		if e.name == windows && e.isUTF8 || e.name != "" && r == utf8.RuneError {
			check(&Error{Line: e.breaks + 1, Problem: fmt.Sprintf("a text in an unknown encoding (%q)", src[nSrc:][:size]),
				Want:     "all in UTF-8, in Windows-1252 or in UTF-16",
				Remedies: remedy.Do("convert the file, for instance: iconv -f latin1 -t utf-8 FILE > NEW")})
		}
		nDst, nSrc = nDst+utf8.EncodeRune(dst[nDst:], r), nSrc+size
	}
}

// plain returns what a text begins with in ASCII, without zero bytes.
func plain(text []byte) []byte {
	n := 0
	for n < len(text) && int8(text[n]) > 0 { // 1 to 127
		n++
	}
	return text[:n]
}

// enter notes in a table how its text was read.
func (e *encoding) enter(t *Table) {
	if t.Layout.Encoding = e.name; e.name == windows {
		t.Notes = append(t.Notes, remedy.Note{Text: "the file is not in UTF-8, and is read as Windows-1252",
			Remedies: remedy.Do("if letters look wrong, convert it: iconv -f ENCODING -t utf-8 FILE > NEW")})
	}
}
