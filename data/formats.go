package data

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// formats are the formats that ReadTable tries, in this order. A text is CSV unless a format above it claims the text.
var formats = []Format{npyFormat, npzFormat, arffFormat, matrixMarketFormat, libsvmFormat, csvFormat}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// HasDataEnding reports whether the name of a file has one of the Endings of a format, with or without the ending of a
// compression, or is that of a zip archive, in which any file may be.
func HasDataEnding(name string) bool {
	ending := endingOf(name)
	isZip := trimPacking(name) != name && strings.EqualFold(filepath.Ext(name), ".zip")
	return isZip || slices.ContainsFunc(formats, func(f Format) bool { return slices.Contains(f.Endings, ending) })
}

func endingOf(name string) string { return strings.ToLower(filepath.Ext(trimPacking(name))) }

// readFormat recognises the format of a file and reads the table. Binary formats are recognised by the content only,
// text formats by the ending of the name or by the content.
func readFormat(source *input, name string, opts Options, memory *budget) (t *Table, err error) {
	defer caught(&err)
	in, head, packing := unpacked(source, memory)
	if len(head) == 0 {
		check(&Error{Problem: "the file is empty", Want: "a table of numbers"})
	}
	c := content{in: in, dialect: opts.Dialect, memory: memory}
	if isZip(head) {
		plain, inner := c.fromArchive(source, packing != "")
		if c.archive == nil {
			head, packing = plain, strings.TrimPrefix(packing+" zip", " ")
		}
		if endingOf(inner) != "" {
			name = inner
		}
	}
	taken := memory.used // by decompression, until the table is read
	at := c.recognise(head, endingOf(name))
	t = formats[at].read(c)
	memory.give(taken)
	t.Format, t.Layout.Packing, t.Layout.Missing = formats[at].Name, packing, opts.Missing
	if c.lines != nil {
		c.lines.encoding.enter(t)
	}
	if opts.Missing != nil && (c.lines == nil || t.arrays > 0) {
		check(&Error{Problem: t.Format + " has NaN for missing values, and no codes", Want: "NaN in their places",
			Remedies: remedy.Do("write the table as CSV").Or(remedy.Change(remedy.Omit, "missing"))})
	}
	return t, nil
}

// recognise returns the index of the format of a file that begins with head. It sets c.lines unless the format is
// binary.
func (c *content) recognise(head []byte, ending string) int {
	if at := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && f.begins(head) }); at >= 0 {
		return at
	}
	k := slices.IndexFunc(formats, func(f Format) bool { return f.isBinary && slices.Contains(f.Endings, ending) })
	if k >= 0 {
		check(&Error{Problem: fmt.Sprintf("the name ends with %s, but the content is not a %s", ending, formats[k].Name),
			Want: "a " + formats[k].Name})
	}
	c.lines = asText(c.in, head, c.memory)
	head = c.lines.head()
	return slices.IndexFunc(formats, func(f Format) bool {
		return !f.isBinary && (slices.Contains(f.Endings, ending) || f.begins(head))
	})
}

// Format is a kind of file that [ReadTable] reads.
type Format struct {
	Name    string   // such as "CSV"
	Endings []string // usual endings of file names, in lower case, without that of a compression

	isBinary bool                   // otherwise the content is UTF-8 with line feeds
	begins   func(head []byte) bool // reports whether a file that begins with head has this format
	read     func(c content) *Table // reads the whole table, or fails; Name and Format are set later
}

// content is what a format reads, after decompression.
type content struct {
	in      *bufio.Reader
	lines   *lineStream // of a text, in place of in
	archive *zip.Reader // of arrays; nil for other formats
	dialect Dialect
	memory  *budget
}

const (
	unpackIt = "unpack it, and open the file in it"
	exportIt = "export the data as CSV"
	toCSV    = "write it as CSV, in Python: pandas."
	pickled  = toCSV + "DataFrame(pandas.read_pickle(FILE)).to_csv(NEW, index=False)"
)

// signatures are the beginnings of files that people have and that are not read.
var signatures = []struct {
	at     int    // position of the first of the texts
	text   string // any of these, with | between
	format string // with an article
	remedy string
}{
	{0, "7z\xbc\xaf\x27\x1c|Rar!\x1a\x07", "a 7-Zip or RAR archive", unpackIt},
	{257, "ustar", "a tar archive", unpackIt},
	{0, "\x1f\x9d", "a file of compress (.Z)", "decompress it: gzip -d FILE"},
	{0, "\x5d\x00\x00", "an LZMA file", "decompress it: xz -d FILE"},
	{0, "PAR1", "a Parquet file", toCSV + "read_parquet(FILE).to_csv(NEW, index=False)"},
	{0, "ARROW1|FEA1", "an Arrow or Feather file", toCSV + "read_feather(FILE).to_csv(NEW, index=False)"},
	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file", "save the arrays with numpy.savez(NEW, X=X, y=y)"},
	{0, "MATLAB 7.3 MAT-file", "a MATLAB file", "save the arrays with writematrix in MATLAB"},
	{0, "MATLAB 5.0 MAT-file", "a MATLAB file",
		"save the arrays, in Python: a = scipy.io.loadmat(FILE); numpy.savez(NEW, X=a['X'], y=a['y'].ravel())"},
	{0, "SQLite format 3\x00", "an SQLite database",
		"write a table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM NAME' > NEW"},
	{0, "\xd0\xcf\x11\xe0", "an Excel workbook (.xls)", "export the sheet as CSV"},
	{0, "RDX2\n|RDX3\n", "an R workspace (.rda)", "write it as CSV, in R: write.csv(x, NEW, row.names = FALSE)"},
	{0, "X\n\x00\x00\x00", "an R object (.rds)",
		"write it as CSV, in R: write.csv(readRDS(FILE), NEW, row.names = FALSE)"},
	{0, "\x80\x02|\x80\x03|\x80\x04\x95|\x80\x05\x95", "a Python pickle", pickled},
	{0, "<stata_dta>|r\x02\x01\x00|s\x02\x01\x00", "a Stata file", toCSV + "read_stata(FILE).to_csv(NEW, index=False)"},
	{0, "$FL2", "an SPSS file", toCSV + "read_spss(FILE).to_csv(NEW, index=False)"},
	{84, "SAS FILE", "a SAS file", toCSV + "read_sas(FILE).to_csv(NEW, index=False)"},
	{0, "%PDF-|\x89PNG\r\n|\xff\xd8\xff|GIF8", "a PDF or a picture", exportIt},
	{0, "version https://git-lfs.github.com/", "a pointer of Git LFS, not the data", "fetch them: git lfs pull"},
}

// refuseForeign fails if a file that begins with head has a format that is not read.
func refuseForeign(head []byte) {
	for _, s := range signatures {
		for text := range strings.SplitSeq(s.text, "|") {
			if len(head) > s.at && bytes.HasPrefix(head[s.at:], []byte(text)) {
				refuse(s.format, s.remedy)
			}
		}
	}
}

func refuse(format, do string) {
	names := strings.Join(namesOf(formats, func(f Format) string { return f.Name }), ", ")
	check(&Error{Problem: "this is " + format, Remedies: remedy.Do(do),
		Want: names + ", or one of them compressed (gz, bz2, xz, zst, zip)"})
}
