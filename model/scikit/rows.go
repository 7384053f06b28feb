package scikit

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Reading describes how Python can read the rows of a search.
type Reading struct {
	path        string
	table       *data.Table // whose format is a key of pythonReaders
	dropMissing bool
	coding      data.Coding
	rows        int // that can be drawn
}

// isText reports whether a column is coded by texts that are not numbers.
func (r *Reading) isText(c data.CodedColumn) bool {
	return c.Texts != nil && r.table.Column(c.Number-1).Kind != data.Numeric
}

// values returns the distinct values of a column as Python writes them.
func (r *Reading) values(c data.CodedColumn) []string {
	texts := slices.Clone(c.Texts)
	for k, text := range texts {
		if r.isText(c) {
			texts[k] = strconv.Quote(text)
		}
	}
	return texts
}

// pythonReaders has, by the name of a format, the function that writes Python code for reading
// X and y from a file at a quoted path. Other formats get no code.
var pythonReaders = map[string]func(s *snippet, r *Reading, path string){
	"CSV": (*snippet).readCSV, "LIBSVM": (*snippet).readLIBSVM, "NumPy array": (*snippet).readNPY, "NumPy archive": (*snippet).readNPZ,
	"Matrix Market": (*snippet).readMatrixMarket, "ARFF": (*snippet).readARFF,
}

// pythonOpens has, by the name of a compression, the ending from which Python recognises it, the name of it in pandas,
// and the module of Python that opens such files, "" if there is none.
var pythonOpens = map[string]struct{ ending, pandas, module string }{
	"": {}, "gzip": {".gz", "gzip", "gzip"}, "bzip2": {".bz2", "bz2", "bz2"}, "xz": {".xz", "xz", "lzma"}, "zstd": {".zst", "zstd", ""}, "zip": {".zip", "zip", ""},
}

// Readable says how Python can read the rows of a file with that name, nil if it can't: if cells are in a
// notation that Python does not know, if the target is in another file, or if two columns have the same name.
// dropMissing drops rows with missing values.
func Readable(source data.Source, name string, dropMissing bool) *Reading {
	file, ok := source.(*data.File)
	if !ok || name == "-" || !file.HasTarget() || pythonReaders[file.Table.Format] == nil {
		return nil
	}
	table := file.Table
	packing, known := pythonOpens[table.Layout.Packing]
	coding, err := file.Coding()
	isText := table.Format == "CSV" || table.Format == "ARFF"
	if err != nil || !known || table.Format == "ARFF" && table.Layout.Packing != "" && packing.module == "" || table.Layout.IsChanged || table.TargetPath != "" || !isText && (table.Layout.Packing != "" && packing.module == "" || dropMissing) {
		return nil
	}
	isOfTexts := func(c data.CodedColumn) bool { return c.Texts != nil }
	if !isText && !(table.Named && table.Format == "NumPy array") && (slices.ContainsFunc(coding.Columns, isOfTexts) || table.Named) {
		return nil
	}
	return &Reading{name, table, dropMissing, coding, file.Rows()}
}

// read writes code that reads X and y from the file. For exact regression of less than half the rows it keeps as many
// as the search had, since that takes time that grows with their cube; else all rows are used.
func (s *snippet) read(r *Reading, spec sweep.Spec) {
	pythonReaders[r.table.Format](s, r, strconv.Quote(r.path))
	if n := spec.N; spec.Methods[0] == trial.Exact && n < r.rows/2 {
		s.module("numpy as np")
		s.line("rows = np.random.default_rng(%d).permutation(len(y))[:%d]  # gramscope drew others", spec.Seed, n)
		s.line("X, y = X[rows], y[rows]")
	}
}

// open returns Python code for a file at a quoted path.
func (s *snippet) open(r *Reading, path string) string {
	module := pythonOpens[r.table.Layout.Packing].module
	if module == "" {
		return path
	}
	s.module(module)
	return module + ".open(" + path + ")"
}

func (s *snippet) readLIBSVM(r *Reading, path string) {
	s.from("sklearn.datasets", "load_svmlight_file")
	if r.table.Layout.Packing == "xz" || !strings.HasSuffix(r.path, pythonOpens[r.table.Layout.Packing].ending) {
		path = s.open(r, path)
	}
	s.line("table, y = load_svmlight_file(%s, zero_based=False)", path)
	s.line("X = table.toarray()%s", columnsOf(r.coding.Columns, r.coding.Width-1))
}

func (s *snippet) readNPY(r *Reading, path string) {
	s.module("numpy as np")
	if r.table.Named {
		s.readFields(r, path)
		return
	}
	s.line("table = np.load(%s).astype(float)", s.open(r, path))
	s.columns(r)
}

// readFields writes code for an array of a structured type, whose fields may be texts.
func (s *snippet) readFields(r *Reading, path string) {
	s.line("table = np.load(%s)", s.open(r, path))
	cells := func(c data.CodedColumn) string {
		if field := "table[" + strconv.Quote(c.Name) + "]"; !r.isText(c) {
			return field
		} else {
			return "np.char.strip(" + field + ".astype(str))"
		}
	}
	var columns []string
	for _, c := range r.coding.Columns {
		if columns = append(columns, cells(c)); c.Texts != nil {
			columns[len(columns)-1] += "[:, None] == [" + strings.Join(r.values(c), ", ") + "]"
		}
	}
	s.line("X = np.column_stack([%s]).astype(float)", strings.Join(columns, ", "))
	y := cells(r.coding.Target)
	if !r.isText(r.coding.Target) {
		y += ".astype(float)"
	}
	s.line("y = %s", y)
}

// columns writes code that takes X and y from an array with both.
func (s *snippet) columns(r *Reading) {
	s.line("X = table%s", columnsOf(r.coding.Columns, 0))
	s.line("y = table[:, %d]", r.coding.Target.Number-1)
}

func (s *snippet) readMatrixMarket(r *Reading, path string) {
	s.module("numpy as np")
	s.from("scipy.io", "mmread")
	s.from("scipy.sparse", "coo_array")
	s.line("table = coo_array(mmread(%s)).toarray()", s.open(r, path))
	s.columns(r)
}

func (s *snippet) readNPZ(r *Reading, path string) {
	x, y := strconv.Quote(r.table.Layout.Features), strconv.Quote(r.table.Layout.Target)
	switch {
	case r.table.Layout.Features == "":
		s.from("scipy.sparse", "load_npz")
		s.line("table = load_npz(%s).toarray()", s.open(r, path))
		s.columns(r)
	case r.table.Layout.Target == "" || r.coding.Target.Number != r.coding.Width:
		s.module("numpy as np")
		if s.line("table = np.load(%s)[%s].astype(float)", s.open(r, path), x); r.table.Layout.Target != "" {
			s.line("table = np.column_stack([table, np.load(%s)[%s]])", s.open(r, path), y)
		}
		s.columns(r)
	default:
		s.module("numpy as np")
		s.line("arrays = np.load(%s)", s.open(r, path))
		s.line("X, y = arrays[%s]%s, arrays[%s].ravel()", x, columnsOf(r.coding.Columns, r.coding.Width-1), y)
	}
}

// readARFF writes code that reads the rows below @data: as a CSV file or, of a sparse one, by the indices in them.
func (s *snippet) readARFF(r *Reading, path string) {
	s.module("pandas as pd")
	opened := "open(" + path
	if module := pythonOpens[r.table.Layout.Packing].module; module != "" {
		s.module(module)
		opened = module + ".open(" + path + `, "rt"`
	}
	s.line(`file = %s, encoding="utf-8")`, opened)
	s.line(`next(line for line in file if line.strip().lower().startswith("@data"))`)
	label := func(c data.CodedColumn) string { return strconv.Itoa(c.Number - 1) }
	if r.table.Layout.Implied == nil {
		s.line("table = pd.read_csv(file%s)", strings.Join(s.csvArguments(r, false, label), ""))
		s.frame(r, label)
		return
	}
	implied := make([]string, len(r.table.Layout.Implied))
	for j, text := range r.table.Layout.Implied {
		implied[j] = strconv.Quote(text)
	}
	s.line(`rows = [[cell.split(None, 1) for cell in line.strip()[1:-1].split(",") if cell.strip()] for line in file if line.lstrip()[:1] == "{"]`)
	s.line("table = pd.DataFrame([dict(enumerate([%s])) | {int(j): v for j, v in row} for row in rows])", strings.Join(implied, ", "))
	if r.dropMissing {
		s.line(`table = table.replace(r"\?\s*", float("nan"), regex=True)`)
	}
	s.frame(r, label)
}

// readCSV writes code with pandas. Columns have the names of the header if pandas finds the same ones, else their
// numbers from 0.
func (s *snippet) readCSV(r *Reading, path string) {
	s.module("pandas as pd")
	isNamed, seen := r.table.HasLine, map[string]bool{}
	for i := range r.table.Width() {
		name := r.table.Column(i).Name
		isNamed = isNamed && name != "x"+strconv.Itoa(i+1) && strings.TrimSpace(name) == name && !seen[name]
		seen[name] = true
	}
	label := func(c data.CodedColumn) string {
		if isNamed {
			return strconv.Quote(c.Name)
		}
		return strconv.Itoa(c.Number - 1)
	}
	s.line("table = pd.read_csv(%s%s)", path, strings.Join(s.csvArguments(r, isNamed, label), ""))
	s.frame(r, label)
}

// frame writes code that takes X and y from a table of pandas whose columns have labels.
func (s *snippet) frame(r *Reading, label func(data.CodedColumn) string) {
	if r.dropMissing {
		var labels []string
		for _, c := range append(slices.Clone(r.coding.Columns), r.coding.Target) {
			labels = append(labels, label(c))
		}
		s.line("table = table.dropna(subset=[%s])", strings.Join(labels, ", "))
	}
	cells := func(c data.CodedColumn) string {
		column := "table[" + label(c) + "]"
		switch affix := r.table.Column(c.Number - 1).Affix; {
		case c.Since != "":
			return fmt.Sprintf("((pd.to_datetime(%s, utc=True) - pd.to_datetime(%q, utc=True)) / pd.Timedelta(days=1)).to_numpy()", column, c.Since)
		case affix != "":
			return fmt.Sprintf("%s.str.replace(%q, \"\", regex=False).astype(float).to_numpy()", column, affix)
		case r.isText(c):
			column += ".str.strip()"
		case r.table.Layout.Implied != nil:
			column += ".astype(float)"
		}
		return column + ".to_numpy()"
	}
	isPlain := func(c data.CodedColumn) bool {
		return c.Texts == nil && c.Since == "" && r.table.Column(c.Number-1).Affix == ""
	}
	var blocks []string
	for i := 0; i < len(r.coding.Columns); {
		if column := r.coding.Columns[i]; !isPlain(column) {
			block := cells(column) + "[:, None]"
			if column.Texts != nil {
				block += " == [" + strings.Join(r.values(column), ", ") + "]"
			}
			blocks = append(blocks, block)
			i++
			continue
		}
		first := i
		var labels []string
		for ; i < len(r.coding.Columns) && isPlain(r.coding.Columns[i]); i++ {
			labels = append(labels, label(r.coding.Columns[i]))
		}
		block := fmt.Sprintf("table[[%s]].to_numpy(float)", strings.Join(labels, ", "))
		if index := columnsOf(r.coding.Columns[first:i], 0); len(labels) > 8 && strings.Contains(index, ":") {
			block = "table.iloc" + index + ".to_numpy(float)"
		}
		blocks = append(blocks, block)
	}
	switch {
	case len(blocks) > 1:
		s.module("numpy as np")
		s.line("X = np.column_stack([%s])", strings.Join(blocks, ", "))
	case r.coding.Columns[0].Texts == nil:
		s.line("X = %s", blocks[0])
	default:
		s.line("X = (%s).astype(float)", blocks[0])
	}
	s.line("y = %s", cells(r.coding.Target))
}

// csvArguments returns the arguments of pandas.read_csv after the path.
func (s *snippet) csvArguments(r *Reading, isNamed bool, label func(data.CodedColumn) string) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, ", "+fmt.Sprintf(format, args...)) }
	switch r.table.Layout.Separator {
	case ",":
	case " ":
		add(`sep=r"\s+"`)
	default:
		add("sep=%s", strconv.Quote(r.table.Layout.Separator))
	}
	skip := r.table.Layout.Skip
	if !isNamed {
		if r.table.HasLine {
			skip++
		}
		add("header=None")
	}
	if skip > 0 {
		add("skiprows=%d", skip)
	}
	if r.table.Layout.Decimal != "" {
		add("decimal=%s", strconv.Quote(r.table.Layout.Decimal))
	}
	if r.table.Layout.Thousands != "" {
		add("thousands=%s", strconv.Quote(r.table.Layout.Thousands))
	}
	isARFF := r.table.Format == "ARFF"
	switch {
	case isARFF:
		add(`comment="%%", keep_default_na=False, na_values="?"`)
	case r.dropMissing:
		add(`na_values=["?", "na", "None"]`)
	}
	if r.table.Layout.Quote != "" {
		add("quotechar=%s", strconv.Quote(r.table.Layout.Quote))
	}
	var texts []string
	for _, c := range append(slices.Clone(r.coding.Columns), r.coding.Target) {
		if r.isText(c) {
			texts = append(texts, label(c)+": str")
		}
	}
	if r.table.Layout.Separator != " " && (texts != nil || r.dropMissing || isARFF) {
		add("skipinitialspace=True")
	}
	if texts != nil {
		add("dtype={%s}", strings.Join(texts, ", "))
	}
	if packing := pythonOpens[r.table.Layout.Packing]; !isARFF && filepath.Ext(r.path) != packing.ending && packing.ending != "" {
		add("compression=%q", packing.pandas)
	}
	return list
}

// columnsOf returns the Python index that selects columns of a table: [:, 0:8] or
// [:, [0, 2]], or "" if they are all whole columns of it.
func columnsOf(columns []data.CodedColumn, whole int) string {
	var list []string
	even := true
	for i, c := range columns {
		list = append(list, strconv.Itoa(c.Number-1))
		even = even && c.Number == columns[0].Number+i
	}
	switch {
	case even && len(columns) == whole:
		return ""
	case even:
		return fmt.Sprintf("[:, %d:%d]", columns[0].Number-1, columns[0].Number-1+len(columns))
	}
	return fmt.Sprintf("[:, [%s]]", strings.Join(list, ", "))
}
