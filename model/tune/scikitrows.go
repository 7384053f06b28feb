package tune

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
)

// Reading is how the rows of a search can be read in Python.
type Reading struct {
	Path         string
	Format       string // Table.Format; only CSV, LIBSVM and NumPy arrays are read
	Gzip         bool
	Header       bool   // of CSV: the first line holds names
	Separator    string // of CSV; blanks are " "
	DecimalComma bool
	DropMissing  bool
	Coding       data.Coding
	Numbers      map[int]bool // numbers, from 1, of columns whose texts are numbers
	Rows         int          // that can be drawn
}

// read makes X and y of the file.
func (s *snippet) read(r *Reading, p *Plan) {
	s.imports = append(s.imports, "numpy as np")
	path := strconv.Quote(r.Path)
	switch r.Format {
	case "LIBSVM":
		s.from("sklearn.datasets", "load_svmlight_file")
		s.line("table, y = load_svmlight_file(%s, zero_based=False)", path)
		s.line("X = table.toarray()%s", columnsOf(r.Coding.Columns, r.Coding.Width-1))
	case "CSV":
		s.readCSV(r, path)
	default:
		open := path
		if r.Gzip {
			s.imports = append(s.imports, "gzip")
			open = "gzip.open(" + path + ")"
		}
		s.line("table = np.load(%s).astype(float)", open)
		s.line("X = table%s", columnsOf(r.Coding.Columns, 0))
		s.line("y = table[:, %d]", r.Coding.Target.Number-1)
	}
	if n := p.Spec.N; n < r.Rows {
		s.line("rows = np.random.default_rng(%d).permutation(len(y))[:%d]  # gramscope drew others", p.Spec.Seed, n)
		s.line("X, y = X[rows], y[rows]")
	}
}

func (s *snippet) readCSV(r *Reading, path string) {
	s.imports = append(s.imports, "csv")
	open := "open(" + path
	if r.Gzip {
		s.imports = append(s.imports, "gzip")
		open = "gzip.open(" + path + `, "rt"`
	}
	dialect := ""
	switch r.Separator {
	case " ":
		dialect = `, delimiter=" ", skipinitialspace=True`
	case ",":
	default:
		dialect = ", delimiter=" + strconv.Quote(r.Separator)
	}
	s.line(`with %s, newline="", encoding="utf-8-sig") as file:`, open)
	s.line(`    lines = [line for line in csv.reader(file%s) if any(line) and not line[0].startswith("#")]`, dialect)
	body := "lines"
	if r.Header {
		body = "lines[1:]"
	}
	s.line("table = np.array([[cell.strip() for cell in line] for line in %s])", body)
	if r.DropMissing {
		used := slices.Clone(r.Coding.Columns)
		used = append(used, r.Coding.Target)
		s.line(`missing = np.isin(np.char.lower(table%s), ["", "?", "na", "n/a", "nan", "+nan", "-nan", "null"])`, columnsOf(used, 0))
		s.line("table = table[~missing.any(axis=1)]")
	}
	floats := func(cells string) string {
		if r.DecimalComma {
			cells = fmt.Sprintf(`np.char.replace(%s, ",", ".")`, cells)
		}
		return cells + ".astype(float)"
	}
	var blocks []string
	for i := 0; i < len(r.Coding.Columns); {
		if column := r.Coding.Columns[i]; column.Texts != nil {
			cells := fmt.Sprintf("table[:, [%d]]", column.Number-1)
			var texts []string
			for _, text := range column.Texts {
				if !r.Numbers[column.Number] {
					text = strconv.Quote(text)
				}
				texts = append(texts, text)
			}
			if r.Numbers[column.Number] {
				cells = floats(cells)
			}
			blocks = append(blocks, fmt.Sprintf("%s == [%s]", cells, strings.Join(texts, ", ")))
			i++
			continue
		}
		first := i
		for i < len(r.Coding.Columns) && r.Coding.Columns[i].Texts == nil {
			i++
		}
		blocks = append(blocks, floats("table"+columnsOf(r.Coding.Columns[first:i], 0)))
	}
	if len(blocks) == 1 {
		s.line("X = (%s).astype(float)", blocks[0])
		if r.Coding.Columns[0].Texts == nil {
			s.lines[len(s.lines)-1] = "X = " + blocks[0]
		}
	} else {
		s.line("X = np.column_stack([%s])", strings.Join(blocks, ", "))
	}
	y := fmt.Sprintf("table[:, %d]", r.Coding.Target.Number-1)
	if r.Coding.Target.Texts == nil {
		y = floats(y)
	}
	s.line("y = %s", y)
}

// columnsOf picks columns of a table: [:, 0:8], [:, [0, 2]], or "" where they are
// all of the first whole ones.
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
