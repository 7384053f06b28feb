package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// Format is a kind of file that [ReadTable] reads.
type Format struct {
	Name    string   // such as "CSV"
	Endings []string // usual endings of file names, in lower case, without .gz

	isBinary bool                            // otherwise the reader gets UTF-8 with line feeds
	begins   func(head []byte) bool          // reports whether a file that begins with head has this format
	read     func(c content) (*Table, error) // reads the whole table; Name and Format are set later
}

// formats are the formats that ReadTable tries, in this order. A text is CSV unless a format
// above it claims the text.
var formats = []Format{npyFormat, npzFormat, libsvmFormat, csvFormat}

// content is what a format reads, after decompression.
type content struct {
	in     *bufio.Reader
	file   *input // the whole file, for random access; nil for a compressed file and for a stream
	header Header
	memory *budget
}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// HasDataEnding reports whether the name of a file, without .gz, has one of the Endings of a format.
func HasDataEnding(name string) bool {
	ending := endingOf(name)
	return slices.ContainsFunc(formats, func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

func endingOf(name string) string {
	return filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz"))
}

// readFormat recognises the format of a file and reads the table. Binary formats are recognised
// by the content only, text formats by the ending of the name or by the content.
func readFormat(source *input, name string, opts Options, memory *budget) (*Table, error) {
	in, head, isPacked, err := unpacked(source)
	if err != nil {
		return nil, err
	}
	if len(head) == 0 {
		return nil, &Error{Problem: "the file is empty", Want: "a table of numbers"}
	}
	c := content{in: in, header: opts.Header, memory: memory}
	if source.file != nil && !isPacked {
		c.file = source
	}
	ending := endingOf(name)
	at := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && f.begins(head) })
	if at < 0 {
		if k := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && slices.Contains(f.Endings, ending) }); k >= 0 {
			return nil, &Error{Problem: fmt.Sprintf("the name ends with %s, but the content is not a %s", ending, formats[k].Name), Want: "a " + formats[k].Name}
		}
		if c.in, head, err = asText(in, head); err != nil {
			return nil, err
		}
		at = slices.IndexFunc(formats, func(f Format) bool {
			return !f.isBinary && (slices.Contains(f.Endings, ending) || f.begins(head))
		})
	}
	t, err := formats[at].read(c)
	if err != nil {
		return nil, err
	}
	t.Format = formats[at].Name
	return t, nil
}

// sniffBytes is the number of bytes at the beginning from which the format is recognised.
const sniffBytes = 1 << 16

// unpacked returns a stream and its beginning, decompressed if it is a gzip stream.
func unpacked(source io.Reader) (in *bufio.Reader, head []byte, isPacked bool, err error) {
	const gzipMagic = "\x1f\x8b"
	in = bufio.NewReaderSize(source, sniffBytes)
	if head, err = peek(in); err != nil || !bytes.HasPrefix(head, []byte(gzipMagic)) {
		return in, head, false, err
	}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return nil, nil, true, gzipError(err)
	}
	in = bufio.NewReaderSize(readFunc(func(p []byte) (int, error) {
		n, err := unzipped.Read(p)
		if err != nil && err != io.EOF {
			err = gzipError(err)
		}
		return n, err
	}), sniffBytes)
	head, err = peek(in)
	return in, head, true, err
}

// asText returns a stream that begins with head as a text with line feeds and without a
// byte-order mark, and the beginning of that. UTF-16 and binary data are errors.
func asText(in *bufio.Reader, head []byte) (*bufio.Reader, []byte, error) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return nil, nil, &Error{Problem: "the text is in UTF-16", Want: "UTF-8", Remedies: remedy.Do("convert it: iconv -f utf-16 -t utf-8 FILE")}
	}
	if at := bytes.IndexByte(head, 0); at >= 0 {
		names := namesOf(formats, func(f Format) string { return f.Name })
		return nil, nil, &Error{Line: 1 + bytes.Count(head[:at], []byte("\n")), Problem: fmt.Sprintf("binary data (a zero byte at offset %d)", at),
			Want: strings.Join(names, ", ") + ", or one of them compressed with gzip", Remedies: remedy.Do("export the data as CSV")}
	}
	if rest, marked := bytes.CutPrefix(head, []byte("\xef\xbb\xbf")); marked { // byte-order mark
		in.Discard(len(head) - len(rest))
		head = rest
	}
	// If head ends with a carriage return, its line feed may follow later.
	at := bytes.IndexByte(head, '\r')
	if at < 0 || at == len(head)-1 && len(head) >= sniffBytes-3 || bytes.IndexByte(head, '\n') >= 0 {
		return in, head, nil
	}
	text := in // its lines end with a carriage return alone, as on the classic Macintosh
	in = bufio.NewReaderSize(readFunc(func(p []byte) (int, error) {
		n, err := text.Read(p)
		copy(p, bytes.ReplaceAll(p[:n], []byte("\r"), []byte("\n")))
		return n, err
	}), sniffBytes)
	head, err := peek(in)
	return in, head, err
}

// peek returns the beginning of the stream without consuming it. An error after
// the first byte is left for the reader that reaches it.
func peek(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(sniffBytes)
	if len(head) == 0 && err != io.EOF {
		return nil, err
	}
	return head, nil
}

// gzipError describes an error of decompression. It returns an error of the context unchanged.
func gzipError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	problem := "the gzip stream is damaged (" + err.Error() + ")"
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		problem = "the gzip stream ends too early: the file is truncated"
	}
	return &Error{Problem: problem, Remedies: remedy.Do("fetch or compress it again; gzip -t FILE tests it"), Err: err}
}
