package scikit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model/trial"
)

// reading is a file whose rows Python can read: its format is a key of pythonReaders.
type reading struct {
	*data.File
	coding      data.Coding
	dropMissing bool
}

// isText reports whether a column is coded by texts that are not numbers.
func (r *reading) isText(c data.CodedColumn) bool {
	return c.Texts != nil && r.Table.Column(c.Number-1).Kind != data.Numeric
}

// quoted returns texts as Python writes them.
func quoted(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, strconv.Quote(text))
	}
	return list
}

// pythonReaders maps the name of a format to the function that writes Python code for reading X and y from a file at a
// quoted path. Other formats get no code.
var pythonReaders = map[string]func(s *snippet, r *reading, path string){
	"CSV": (*snippet).readCSV, "LIBSVM": (*snippet).readLIBSVM,
	"NumPy array": (*snippet).readNPY, "NumPy archive": (*snippet).readNPZ,
}

// readable returns how Python can read the rows of a source, nil if it can't: if cells are in a notation that Python
// does not know, if the target is in another file, or if a file that is not CSV is compressed or in UTF-16, or has
// texts, named fields or sparse rows.
func readable(source data.Source) *reading {
	file, ok := source.(*data.File)
	if !ok || file.Table.Path == "-" || !file.HasTarget() || pythonReaders[file.Table.Format] == nil {
		return nil
	}
	table := file.Table
	coding, err := file.Coding()
	isFar := func(c data.CodedColumn) bool { return table.Column(c.Number - 1).IsFar }
	if err != nil || table.Layout.IsChanged || table.TargetPath != "" ||
		isFar(coding.Target) || slices.ContainsFunc(coding.Columns, isFar) {
		return nil
	}
	_, choice := file.Origin()
	hasTexts := slices.ContainsFunc(coding.Columns, func(c data.CodedColumn) bool { return c.Texts != nil })
	hasTexts = hasTexts || table.Column(coding.Target.Number-1).Kind != data.Numeric
	isPlain := table.Layout.Packing+table.Layout.Encoding == "" && !choice.DropMissing && !table.Named && !hasTexts
	isSparse := table.Format == "NumPy archive" && table.Layout.Features == ""
	if table.Format != "CSV" && (!isPlain || isSparse) {
		return nil
	}
	return &reading{file, coding, choice.DropMissing}
}

// read writes code that reads X and y from the file. For exact regression of less than half the rows it keeps as many
// as the search had, since that takes time that grows with their cube; else all rows are used.
func (s *snippet) read(r *reading) {
	pythonReaders[r.Table.Format](s, r, strconv.Quote(r.Table.Path))
	if n := s.spec.N; s.spec.Methods[0] == trial.Exact && n < r.Rows()/2 {
		s.line("rows = np.random.default_rng(%d).permutation(len(y))[:%d]  # gramscope drew others", s.spec.Seed, n)
		s.line("X, y = X[rows], y[rows]")
	}
}

func (s *snippet) readLIBSVM(r *reading, path string) {
	s.line("table, y = load_svmlight_file(%s, zero_based=False)", path)
	s.line("X = table.toarray()%s", columnsOf(r.coding.Columns, r.coding.Width-1))
}

func (s *snippet) readNPY(r *reading, path string) {
	s.line("table = np.load(%s).astype(float)", path)
	s.columns(r)
}

func (s *snippet) readNPZ(r *reading, path string) {
	table := "arrays[" + strconv.Quote(r.Table.Layout.Features) + "]"
	if y := r.Table.Layout.Target; y != "" {
		table = "np.column_stack([" + table + ", arrays[" + strconv.Quote(y) + "]])"
	}
	s.line("arrays = np.load(%s)", path)
	s.line("table = %s.astype(float)", table)
	s.columns(r)
}

// columns writes code that takes X and y from an array with both.
func (s *snippet) columns(r *reading) {
	s.line("X = table%s", columnsOf(r.coding.Columns, 0))
	s.line("y = table[:, %d]", r.coding.Target.Number-1)
}

// readCSV writes code with pandas. Columns have the names of the header if pandas finds the same ones, else their
// numbers from 0.
func (s *snippet) readCSV(r *reading, path string) {
	names := r.Table.ColumnNames()
	slices.Sort(names)
	isNamed := r.Table.HasLine && !r.Table.Layout.IsRenamed && len(slices.Compact(names)) == r.Table.Width()
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
func (s *snippet) frame(r *reading, label func(data.CodedColumn) string) {
	if r.dropMissing {
		var labels []string
		for _, c := range append(slices.Clone(r.coding.Columns), r.coding.Target) {
			labels = append(labels, label(c))
		}
		s.line("table = table.dropna(subset=[%s])", strings.Join(labels, ", "))
	}
	cells := func(c data.CodedColumn) string {
		column := "table[" + label(c) + "]"
		switch affix := r.Table.Column(c.Number - 1).Affix; {
		case c.Since != "":
			time := fmt.Sprintf("pd.to_datetime(%s, utc=True) - pd.to_datetime(%q, utc=True)", column, c.Since)
			return "((" + time + ") / pd.Timedelta(days=1)).to_numpy()"
		case affix != "":
			return fmt.Sprintf("%s.str.replace(%q, \"\", regex=False).astype(float).to_numpy()", column, affix)
		case r.isText(c):
			column += ".str.strip()"
			if r.Table.Column(c.Number - 1).HasBreaks {
				column += `.str.replace(r"\r\n|[\t-\r\x85]", " ", regex=True)`
			}
		}
		return column + ".to_numpy()"
	}
	isPlain := func(c data.CodedColumn) bool {
		return c.Texts == nil && c.Since == "" && r.Table.Column(c.Number-1).Affix == ""
	}
	var blocks []string
	for i := 0; i < len(r.coding.Columns); {
		if column := r.coding.Columns[i]; !isPlain(column) {
			block := cells(column) + "[:, None]"
			values := column.Texts
			if r.isText(column) {
				values = quoted(values)
			}
			list := "[" + strings.Join(values, ", ") + "]"
			if r.Table.Column(column.Number-1).Kind == data.Mixed { // 1.0 and 1 are one text in gramscope
				s.line("assert np.isin(%s, %s).all(), \"a number in other digits\"", cells(column), list)
			}
			if values != nil {
				block += " == " + list
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
		s.line("X = np.column_stack([%s])", strings.Join(blocks, ", "))
	case r.coding.Columns[0].Texts == nil:
		s.line("X = %s", blocks[0])
	default:
		s.line("X = (%s).astype(float)", blocks[0])
	}
	s.line("y = %s", cells(r.coding.Target))
}

// csvArguments returns the arguments of pandas.read_csv after the path.
func (s *snippet) csvArguments(r *reading, isNamed bool, label func(data.CodedColumn) string) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, ", "+fmt.Sprintf(format, args...)) }
	switch r.Table.Layout.Separator {
	case ",":
	case " ":
		add(`sep=r"\s+"`)
	default:
		add("sep=%s", strconv.Quote(r.Table.Layout.Separator))
	}
	skip := r.Table.Layout.Skip
	if !isNamed {
		if r.Table.HasLine {
			skip++
		}
		add("header=None")
	}
	if skip > 0 {
		add("skiprows=%d", skip)
	}
	if r.Table.Layout.Decimal != "" {
		add("decimal=%s", strconv.Quote(r.Table.Layout.Decimal))
	}
	if r.Table.Layout.Thousands != "" {
		add("thousands=%s", strconv.Quote(r.Table.Layout.Thousands))
	}
	var texts []string
	for _, c := range append(slices.Clone(r.coding.Columns), r.coding.Target) {
		if r.isText(c) {
			texts = append(texts, label(c)+": str")
		}
	}
	if r.Table.Layout.Separator != " " {
		add("skipinitialspace=True")
	}
	if texts != nil {
		add("dtype={%s}", strings.Join(texts, ", "))
	}
	switch {
	case r.dropMissing:
		add("keep_default_na=False, na_values=[%s]", strings.Join(quoted(r.Table.Layout.Gaps), ", "))
	case texts != nil:
		add("na_filter=False") // a text may be a word that pandas takes for a missing value
	}
	if encoding := r.Table.Layout.Encoding; encoding != "" {
		add("encoding=%q", encoding)
	}
	if packing := r.Table.Layout.Packing; packing != "" {
		add("compression=%q", strings.Replace(packing, "bzip2", "bz2", 1)) // as pandas says
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
