package scikit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/tune"
)

// Reading describes how Python can read the rows of a search.
type Reading struct {
	path         string
	format       string // a key of pythonReaders
	gzip         bool
	header       bool   // of CSV: the first line that is not a comment has the names
	separator    string // of CSV; blanks are " "
	decimalComma bool
	dropMissing  bool
	coding       data.Coding
	numbers      map[int]bool // numbers, from 1, of the columns whose texts are numbers
	rows         int          // rows in the file
}

// pythonReaders has, by the name of a format, the function that writes Python code for reading
// X and y from a file at a quoted path. Other formats get no code.
var pythonReaders = map[string]func(s *snippet, r *Reading, path string){
	"CSV": (*snippet).readCSV, "LIBSVM": (*snippet).readLIBSVM, "NumPy array": (*snippet).readNPY,
}

// Readable says how Python can read the rows of a file with that name, nil if it can't. dropMissing
// drops rows with missing values, gzip says that the file is compressed.
func Readable(source data.Source, name string, dropMissing, gzip bool) *Reading {
	file, ok := source.(*data.File)
	if !ok || name == "-" || !file.HasTarget() || pythonReaders[file.Table().Format] == nil {
		return nil
	}
	table := file.Table()
	coding, err := file.Coding()
	if err != nil { // two columns have the same name
		return nil
	}
	out := &Reading{
		path: name, format: table.Format, gzip: gzip, header: table.HasLine, separator: separatorOf(table.Notes),
		decimalComma: slices.ContainsFunc(table.Notes, func(note remedy.Note) bool { return strings.HasPrefix(note.Text, "decimal comma") }),
		dropMissing:  dropMissing, coding: coding, numbers: map[int]bool{}, rows: file.Rows(),
	}
	for i := range table.Columns {
		if table.Columns[i].Kind == data.Numeric {
			out.numbers[i+1] = true
		}
	}
	return out
}

// separatorOf returns the separator from the loader's notes, a comma if there is none.
func separatorOf(notes []remedy.Note) string {
	for _, note := range notes {
		if name, ok := strings.CutPrefix(note.Text, "separator: "); ok {
			return map[string]string{"tab": "\t", "semicolon": ";", "blanks": " "}[name]
		}
	}
	return ","
}

// read writes code that reads X and y from the file.
func (s *snippet) read(r *Reading, p *tune.Plan) {
	s.module("numpy as np")
	pythonReaders[r.format](s, r, strconv.Quote(r.path))
	if n := p.Spec.N; n < r.rows {
		s.line("rows = np.random.default_rng(%d).permutation(len(y))[:%d]  # gramscope drew others", p.Spec.Seed, n)
		s.line("X, y = X[rows], y[rows]")
	}
}

func (s *snippet) readLIBSVM(r *Reading, path string) {
	s.from("sklearn.datasets", "load_svmlight_file")
	s.line("table, y = load_svmlight_file(%s, zero_based=False)", path)
	s.line("X = table.toarray()%s", columnsOf(r.coding.Columns, r.coding.Width-1))
}

func (s *snippet) readNPY(r *Reading, path string) {
	open := path
	if r.gzip {
		s.module("gzip")
		open = "gzip.open(" + path + ")"
	}
	s.line("table = np.load(%s).astype(float)", open)
	s.line("X = table%s", columnsOf(r.coding.Columns, 0))
	s.line("y = table[:, %d]", r.coding.Target.Number-1)
}

func (s *snippet) readCSV(r *Reading, path string) {
	s.module("csv")
	open := "open(" + path
	if r.gzip {
		s.module("gzip")
		open = "gzip.open(" + path + `, "rt"`
	}
	dialect := ""
	switch r.separator {
	case " ":
		dialect = `, delimiter=" ", skipinitialspace=True`
	case ",":
	default:
		dialect = ", delimiter=" + strconv.Quote(r.separator)
	}
	s.line(`with %s, newline="", encoding="utf-8-sig") as file:`, open)
	s.line(`    lines = [line for line in csv.reader(file%s) if any(line) and not line[0].startswith("#")]`, dialect)
	body := "lines"
	if r.header {
		body = "lines[1:]"
	}
	s.line("table = np.array([[cell.strip() for cell in line] for line in %s])", body)
	if r.dropMissing {
		used := slices.Clone(r.coding.Columns)
		used = append(used, r.coding.Target)
		s.line(`missing = np.isin(np.char.lower(table%s), ["", "?", "na", "n/a", "nan", "+nan", "-nan", "null"])`, columnsOf(used, 0))
		s.line("table = table[~missing.any(axis=1)]")
	}
	floats := func(cells string) string {
		if r.decimalComma {
			cells = fmt.Sprintf(`np.char.replace(%s, ",", ".")`, cells)
		}
		return cells + ".astype(float)"
	}
	var blocks []string
	for i := 0; i < len(r.coding.Columns); {
		if column := r.coding.Columns[i]; column.Texts != nil {
			cells := fmt.Sprintf("table[:, [%d]]", column.Number-1)
			var texts []string
			for _, text := range column.Texts {
				if !r.numbers[column.Number] {
					text = strconv.Quote(text)
				}
				texts = append(texts, text)
			}
			if r.numbers[column.Number] {
				cells = floats(cells)
			}
			blocks = append(blocks, fmt.Sprintf("%s == [%s]", cells, strings.Join(texts, ", ")))
			i++
			continue
		}
		first := i
		for i < len(r.coding.Columns) && r.coding.Columns[i].Texts == nil {
			i++
		}
		blocks = append(blocks, floats("table"+columnsOf(r.coding.Columns[first:i], 0)))
	}
	if len(blocks) == 1 {
		s.line("X = (%s).astype(float)", blocks[0])
		if r.coding.Columns[0].Texts == nil {
			s.lines[len(s.lines)-1] = "X = " + blocks[0]
		}
	} else {
		s.line("X = np.column_stack([%s])", strings.Join(blocks, ", "))
	}
	y := fmt.Sprintf("table[:, %d]", r.coding.Target.Number-1)
	if r.coding.Target.Texts == nil {
		y = floats(y)
	}
	s.line("y = %s", y)
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
