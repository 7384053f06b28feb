package data

import (
	"archive/zip"
	"bufio"
)

// Format is a kind of file that [ReadTable] reads.
type Format struct {
	Name    string   // such as "CSV"
	Endings []string // usual endings of file names, in lower case, without that of a compression

	isBinary bool                            // otherwise the content is UTF-8 with line feeds
	begins   func(head []byte) bool          // reports whether a file that begins with head has this format
	read     func(c content) (*Table, error) // reads the whole table; Name and Format are set later
}

// content is what a format reads, after decompression.
type content struct {
	in      *bufio.Reader
	lines   *lineStream // of a text, in place of in
	file    *input      // the whole file, for random access; nil for a compressed file and for a stream
	archive *zip.Reader // of arrays; nil for other formats
	dialect Dialect
	memory  *budget
}
