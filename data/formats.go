package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// formats are the formats that ReadTable tries, in this order. A text is CSV unless a format
// above it claims the text.
var formats = []Format{npyFormat, npzFormat, libsvmFormat, csvFormat}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// HasDataEnding reports whether the name of a file, without .gz, has one of the Endings of a format.
func HasDataEnding(name string) bool {
	ending := endingOf(name)
	return slices.ContainsFunc(formats, func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

// wantedFormats lists the formats for the error of a file that has none of them.
func wantedFormats() string {
	names := namesOf(formats, func(f Format) string { return f.Name })
	return strings.Join(names, ", ") + ", or one of them compressed with gzip"
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
	c := content{in: in, dialect: opts.Dialect, memory: memory}
	if source.file != nil && !isPacked {
		c.file = source
	}
	ending := endingOf(name)
	at := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && f.begins(head) })
	if at < 0 {
		if k := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && slices.Contains(f.Endings, ending) }); k >= 0 {
			return nil, &Error{Problem: fmt.Sprintf("the name ends with %s, but the content is not a %s", ending, formats[k].Name), Want: "a " + formats[k].Name}
		}
		if c.in, _, err = asText(in, head); err != nil {
			return nil, err
		}
		if c.in, head, err = wholeLines(c.in, memory); err != nil {
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
