package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// formats are the formats that ReadTable tries, in this order. A text is CSV unless a format
// above it claims the text.
var formats = []Format{npyFormat, npzFormat, arffFormat, matrixMarketFormat, libsvmFormat, csvFormat}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// HasDataEnding reports whether the name of a file has one of the Endings of a format, with or without
// the ending of a compression, or is that of a zip archive, in which any file may be.
func HasDataEnding(name string) bool {
	ending := endingOf(name)
	_, isPacked := trimPacking(name)
	return isPacked && strings.EqualFold(filepath.Ext(name),
		".zip") || slices.ContainsFunc(formats, func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

// wantedFormats lists the formats for the error of a file that has none of them.
func wantedFormats() string {
	names := namesOf(formats, func(f Format) string { return f.Name })
	return strings.Join(names, ", ") + ", or one of them compressed (gz, bz2, xz, zst, zip)"
}

func endingOf(name string) string {
	name, _ = trimPacking(name)
	return strings.ToLower(filepath.Ext(name))
}

// readFormat recognises the format of a file and reads the table. Binary formats are recognised
// by the content only, text formats by the ending of the name or by the content.
func readFormat(source *input, name string, opts Options, memory *budget) (*Table, error) {
	in, head, packing, err := unpacked(source, memory)
	if err != nil {
		return nil, err
	}
	if len(head) == 0 {
		return nil, &Error{Problem: "the file is empty", Want: "a table of numbers"}
	}
	c := content{in: in, dialect: opts.Dialect, memory: memory}
	if source.file != nil && packing == "" {
		c.file = source
	}
	taken := memory.used // by decompression, until the table is read
	if isZip(head) {
		inner := ""
		if head, inner, err = c.fromArchive(); err != nil {
			return nil, err
		}
		taken = memory.used
		if c.archive == nil {
			packing = strings.TrimPrefix(packing+" zip", " ")
		}
		if endingOf(inner) != "" {
			name = inner
		}
	}
	at, err := c.recognise(head, endingOf(name))
	if err != nil {
		return nil, err
	}
	t, err := formats[at].read(c)
	if err != nil {
		return nil, err
	}
	memory.give(taken)
	t.Format, t.Layout.Packing = formats[at].Name, packing
	return t, nil
}

// recognise returns the index of the format of a file that begins with head. It sets c.lines unless
// the format is binary.
func (c *content) recognise(head []byte, ending string) (at int, err error) {
	if c.archive != nil {
		return slices.IndexFunc(formats, func(f Format) bool { return f.Name == npzFormat.Name }), nil
	}
	at = slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && f.begins(head) })
	if at >= 0 {
		return at, nil
	}
	if k := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && slices.Contains(f.Endings, ending) }); k >= 0 {
		return 0, &Error{Problem: fmt.Sprintf("the name ends with %s, but the content is not a %s", ending, formats[k].Name),
			Want: "a " + formats[k].Name}
	}
	text, err := asText(c.in, head)
	if err != nil {
		return 0, err
	}
	c.lines = newLineStream(text, sniffBytes, c.memory)
	head, err = c.lines.head()
	return slices.IndexFunc(formats, func(f Format) bool {
		return !f.isBinary && (slices.Contains(f.Endings, ending) || f.begins(head))
	}), err
}
