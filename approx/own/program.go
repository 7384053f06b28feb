package own

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model"
)

// tail keeps the last bytes of a stream.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = (*t)[max(0, len(*t)-1<<20):] // append copies these bytes alone where it makes room
	return len(p), nil
}

// execute runs a command with one argument more and returns its standard output. When ctx, the limit, the command or
// this process ends, so do all processes of the command. An error has the last lines of standard error.
func execute(ctx context.Context, limit time.Duration, command, argument string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("took longer than %v", limit))
	defer cancel()
	var stdout, stderr tail
	c := words(ctx, command, argument)
	c.Stdout, c.Stderr, c.WaitDelay = &stdout, &stderr, time.Second
	end, err := start(c)
	if err == nil {
		err = c.Wait()
	}
	end()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(stderr), "")), "\n")
		said := strings.Join(lines[max(0, len(lines)-3):], "; ")
		return "", fmt.Errorf("failed (%v): %.300s", err, cmp.Or(said, "nothing on standard error"))
	}
	return string(stdout), nil
}

const folderPrefix = "gramscope-own-" // then the process, and a random number

// removeLeft removes the folders of processes that were killed.
func removeLeft() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, folder := range folders {
		p := atomicfile.ThisProcess()
		if fmt.Sscanf(filepath.Base(folder), folderPrefix+"%d-", &p.Number); p.Ended(time.Now()) {
			os.RemoveAll(folder)
		}
	}
}

// write makes the files from which a program reads the problem.
func (f *fitter) write(ctx context.Context, folder string, g *model.Gram, seed int64) error {
	if err := writeArray(filepath.Join(folder, "X.npy"), g.X()); err != nil {
		return err
	}
	if f.Needs.K {
		k, err := g.Symmetric(ctx)
		if err == nil {
			err = writeArray(filepath.Join(folder, "K.npy"), k)
		}
		if err != nil {
			return err
		}
	}
	kernel, values := map[string]any{}, map[string]any{}
	settings := map[string]any{
		"kernel": g.Kernel().Name(), "n": g.N(), "m": min(f.m, g.N()), "seed": seed, "params": values}
	if text, err := json.Marshal(g.Kernel()); err == nil {
		json.Unmarshal(text, &kernel) // a kernel without parameters is not an object
	}
	for name, value := range kernel {
		settings[strings.ToLower(name)] = value
	}
	for i, p := range f.Params()[1:] {
		name := f.description.Params[i].Name
		if values[name] = p.Value(); p.Choices != nil {
			values[name] = p.Format(p.Value())
		}
	}
	text, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "settings.json"), text, 0o600)
}

// writeArray writes a matrix as NumPy does: a header of 128 bytes, and the numbers row by row.
func writeArray(path string, a mat.Matrix) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<16)
	n, d := a.Dims()
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, d)
	fmt.Fprintf(out, "\x93NUMPY\x01\x00\x76\x00%-117s\n", header)
	for i := range n {
		binary.Write(out, binary.LittleEndian, mat.Row(nil, i, a)) // Flush returns the error
	}
	return out.Flush()
}

// result is what a program may say in result.json.
type result struct {
	Warnings []string
	Entries  int64
	Seconds  *float64
}

// result returns what the program says, with a warning of what its seconds are.
func (f *fitter) result(folder string) (*result, error) {
	said := &result{}
	file, _, err := f.open(folder, "result.json")
	if err != nil {
		return nil, err
	}
	if file != nil {
		defer file.Close()
		err := json.NewDecoder(io.LimitReader(file, 1<<16)).Decode(said)
		if err != nil || said.Entries < 0 || said.Seconds != nil && !(*said.Seconds >= 0) || len(said.Warnings) > 20 {
			return nil, f.fail("result.json (%v), expected at most 20 warnings, entries ≥ 0, seconds ≥ 0 and 65536 bytes", err)
		}
	}
	for i, text := range said.Warnings {
		said.Warnings[i] = fmt.Sprintf("%.80s", text)
	}
	source := "wall time of the program less that of an empty start"
	if said.Seconds != nil {
		source = "those that the program says"
	}
	said.Warnings = append(said.Warnings, "seconds are "+source)
	return said, nil
}

// read checks what the program wrote, and makes K̃ of it.
func (f *fitter) read(ctx context.Context, folder string, g *model.Gram, warnings []string) (*form.Factor, error) {
	var files [3]*mat.Dense
	for i, name := range []string{"landmarks.npy", "factor.npy", "map.npy"} {
		var err error
		if files[i], err = f.array(ctx, folder, name, g); err != nil {
			return nil, err
		}
	}
	factor, mapped := files[1], files[2]
	rows, weights, err := f.landmarks(files[0], g.N())
	if err != nil {
		return nil, err
	}
	n, q := factor.Dims()
	r, m := mapped.Dims()
	switch {
	case rows == nil && n == 0:
		return nil, f.fail("neither landmarks.npy nor factor.npy, expected one in the folder that is its last argument")
	case r > 0 && (rows == nil || n == 0):
		return nil, f.fail("map.npy, expected landmarks.npy and factor.npy beside it")
	case n > 0 && n != g.N():
		return nil, f.fail("factor.npy has the shape %d×%d, expected %d rows", n, q, g.N())
	case r > 0 && (r != q || m != len(rows)):
		return nil, f.fail("map.npy has the shape %d×%d, expected %d×%d: factor's columns × landmarks", r, m, q, len(rows))
	case n == 0:
		a, err := form.ProjectedOn(ctx, g, rows, 0, warnings)
		if err != nil || weights == nil {
			return a, err
		}
		return a.WithColumns(rows, weights), nil // they cancel in K̃
	case r == 0:
		return form.NewFactor(g, factor, rows, warnings).ExtendedBy(func(context.Context) (model.Part, error) {
			return model.Part{}, fmt.Errorf("%w: factor.npy needs landmarks.npy and map.npy beside it, "+
				"see gramscope help own", model.ErrUnextended)
		}), nil
	}
	part := form.OnLandmarks(g.X(), rows, form.Chain{{Dense: mat.DenseCopyOf(mapped.T())}}, q)
	return form.OfMap(g, factor, part, rows, warnings), nil
}

// landmarks returns distinct numbers of rows, from 0, and perhaps their weights.
func (f *fitter) landmarks(a *mat.Dense, n int) (rows []int, weights []float64, err error) {
	count, d := a.Dims()
	if count > n || d > 2 {
		return nil, nil, f.fail("landmarks.npy has the shape %d×%d, expected at most %d numbers of rows, perhaps with "+
			"weights in a second column", count, d, n)
	}
	seen := map[float64]bool{}
	for i := range count {
		v := a.At(i, 0)
		if v != math.Trunc(v) || v < 0 || v >= float64(n) || seen[v] {
			return nil, nil, f.fail("landmarks.npy has %v at %d, expected distinct whole numbers from 0 to %d", v, i, n-1)
		}
		if d == 2 && !(a.At(i, 1) > 0) {
			return nil, nil, f.fail("landmarks.npy has the weight %v at %d, expected weights above 0", a.At(i, 1), i)
		}
		seen[v], rows = true, append(rows, int(v))
	}
	if d == 2 {
		weights = mat.Col(nil, 1, a)
	}
	return rows, weights, nil
}

// open opens a regular file that the program wrote; nil if there is none. No link leads out of the folder.
func (f *fitter) open(folder, name string) (file *os.File, bytes int64, err error) {
	path := filepath.Join(folder, name)
	info, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return nil, 0, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = f.fail("%s is no regular file (%v), expected a file, and no link", name, info.Mode().Type())
	}
	if err == nil {
		bytes = info.Size()
		file, err = os.Open(path)
	}
	return file, bytes, err
}

// array reads a matrix of finite numbers; an empty one if there is no file. It first asks for the memory.
func (f *fitter) array(ctx context.Context, folder, name string, g *model.Gram) (*mat.Dense, error) {
	file, bytes, err := f.open(folder, name)
	if file == nil {
		return &mat.Dense{}, err
	}
	defer file.Close()
	n, d := g.X().Dims()
	remedies := remedy.Change(remedy.Lower, model.TrainRowsName, model.BudgetName)
	if err := g.Afford(f.memory(n, d, max(f.m, int(bytes/8)/n), bytes), "for "+name, remedies); err != nil {
		return nil, err
	}
	table, err := data.ReadTable(ctx, file, name, data.Options{OneRow: true})
	if err == nil {
		var chosen *data.File
		if chosen, err = table.File(data.Choice{Target: "none", Columns: table.ColumnNames()}); err == nil {
			return chosen.Range(0, table.Rows).X, nil
		}
	}
	return nil, f.fail("%v", err)
}
