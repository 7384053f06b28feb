package data

import (
	"bytes"

	"gramscope/data/remedy"
)

// signature is how files of a format that is not read begin.
type signature struct {
	at     int // position of the text
	text   string
	format string // with an article
	remedy string // what the user can do
}

const (
	unpackIt = "unpack it, and open the file in it"
	exportIt = "export the data as CSV"
	toCSV    = "write it as CSV, in Python: pandas."
)

// signatures of files that people have and that are not read.
var signatures = []signature{
	{0, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive", unpackIt},
	{0, "Rar!\x1a\x07", "a RAR archive", unpackIt},
	{257, "ustar", "a tar archive", unpackIt},
	{0, "\x04\x22\x4d\x18", "an LZ4 file", "decompress it: lz4 -d FILE"},
	{0, "\x1f\x9d", "a file of compress (.Z)", "decompress it: gzip -d FILE"},
	{0, "LZIP", "an lzip file", "decompress it: lzip -d FILE"},
	{0, "\x5d\x00\x00", "an LZMA file", "decompress it: xz -d FILE"},
	{0, "PAR1", "a Parquet file", toCSV + "read_parquet(FILE).to_csv(NEW, index=False)"},
	{0, "ARROW1", "an Arrow file", toCSV + "read_feather(FILE).to_csv(NEW, index=False)"},
	{0, "FEA1", "a Feather file", toCSV + "read_feather(FILE).to_csv(NEW, index=False)"},
	{0, "ORC", "an ORC file", toCSV + "read_orc(FILE).to_csv(NEW, index=False)"},
	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file", "save the arrays with numpy.savez(NEW, X=X, y=y)"},
	{0, "MATLAB 7.3 MAT-file", "a MATLAB file", "save the arrays with writematrix in MATLAB"},
	{0, "MATLAB 5.0 MAT-file", "a MATLAB file",
		"save the arrays, in Python: a = scipy.io.loadmat(FILE); numpy.savez(NEW, X=a['X'], y=a['y'].ravel())"},
	{0, "SQLite format 3\x00", "an SQLite database",
		"write a table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM NAME' > NEW"},
	{0, "\xd0\xcf\x11\xe0", "an Excel workbook (.xls)", "export the sheet as CSV"},
	{0, "RDX2\n", "an R workspace (.rda)", "write it as CSV, in R: write.csv(x, NEW, row.names = FALSE)"},
	{0, "RDX3\n", "an R workspace (.rda)", "write it as CSV, in R: write.csv(x, NEW, row.names = FALSE)"},
	{0, "X\n\x00\x00\x00", "an R object (.rds)",
		"write it as CSV, in R: write.csv(readRDS(FILE), NEW, row.names = FALSE)"},
	{0, "\x80\x02", "a Python pickle", toCSV + "DataFrame(pandas.read_pickle(FILE)).to_csv(NEW, index=False)"},
	{0, "\x80\x03", "a Python pickle", toCSV + "DataFrame(pandas.read_pickle(FILE)).to_csv(NEW, index=False)"},
	{0, "\x80\x04\x95", "a Python pickle", toCSV + "DataFrame(pandas.read_pickle(FILE)).to_csv(NEW, index=False)"},
	{0, "\x80\x05\x95", "a Python pickle", toCSV + "DataFrame(pandas.read_pickle(FILE)).to_csv(NEW, index=False)"},
	{0, "<stata_dta>", "a Stata file", toCSV + "read_stata(FILE).to_csv(NEW, index=False)"},
	{0, "$FL2", "an SPSS file", toCSV + "read_spss(FILE).to_csv(NEW, index=False)"},
	{84, "SAS FILE", "a SAS file", toCSV + "read_sas(FILE).to_csv(NEW, index=False)"},
	{0, "HEADER RECORD***", "a SAS transport file", toCSV + "read_sas(FILE, format='xport').to_csv(NEW, index=False)"},
	{0, "%PDF-", "a PDF", exportIt},
	{0, "\x89PNG\r\n", "a picture", exportIt},
	{0, "\xff\xd8\xff", "a picture", exportIt},
	{0, "GIF8", "a picture", exportIt},
	{0, "version https://git-lfs.github.com/", "a pointer of Git LFS, not the data", "fetch them: git lfs pull"},
}

// foreign returns an error if a file that begins with head has a format that is not read.
func foreign(head []byte) error {
	for _, s := range signatures {
		if len(head) > s.at && bytes.HasPrefix(head[s.at:], []byte(s.text)) {
			return foreignFile(s.format, s.remedy)
		}
	}
	return nil
}

// foreignFile returns the error of a file of a format that is not read.
func foreignFile(format, do string) *Error {
	return &Error{Problem: "this is " + format, Want: wantedFormats(), Remedies: remedy.Do(do)}
}
