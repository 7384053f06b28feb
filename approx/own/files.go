package own

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data"
	"gramscope/model"
)

// write makes the files from which a program reads the problem.
func (f *Fitter) write(ctx context.Context, folder string, g *model.Gram, seed int64) error {
	if err := writeArray(filepath.Join(folder, "X.npy"), g.X()); err != nil {
		return err
	}
	if f.Needs.K {
		k, err := g.Symmetric(ctx)
		if err != nil {
			return err
		}
		if err := writeArray(filepath.Join(folder, "K.npy"), k); err != nil {
			return err
		}
	}
	kernel, values := map[string]any{}, map[string]any{}
	if text, err := json.Marshal(g.Kernel()); err == nil {
		json.Unmarshal(text, &kernel) // a kernel without parameters is no object
	}
	settings := map[string]any{"kernel": g.Kernel().Name(), "n": g.N(), "m": min(f.m, g.N()), "seed": seed, "params": values}
	for name, value := range kernel {
		settings[strings.ToLower(name)] = value
	}
	for _, p := range f.Params()[1:] {
		if values[string(p.Name)] = p.Value(); p.Choices != nil {
			values[string(p.Name)] = p.Format(p.Value())
		}
	}
	text, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "settings.json"), text, 0o600)
}

// writeArray writes a matrix as NumPy does: a header of 128 bytes, and the numbers row by row.
func writeArray(path string, a mat.Matrix) (err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	out, row := bufio.NewWriterSize(file, 1<<16), []byte(nil)
	n, d := a.Dims()
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, d)
	fmt.Fprintf(out, "\x93NUMPY\x01\x00\x76\x00%-117s\n", header)
	for i := range n {
		row = row[:0]
		for j := range d {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(a.At(i, j)))
		}
		out.Write(row) // Flush returns the error
	}
	if err = out.Flush(); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// result is what a program may say in result.json.
type result struct {
	Warnings []string
	Entries  int64
	Seconds  *float64
}

// read checks what the program wrote, and makes K̃ of it.
func (f *Fitter) read(ctx context.Context, folder string, g *model.Gram) (*form.Factor, *result, error) {
	said, err := f.result(folder)
	if err != nil {
		return nil, nil, err
	}
	rows, weights, err := f.landmarks(ctx, folder, g.N())
	if err != nil {
		return nil, nil, err
	}
	factor, err := f.array(ctx, folder, "factor.npy", g.N(), max(20000, g.N()))
	if err != nil {
		return nil, nil, err
	}
	mapped, err := f.array(ctx, folder, "map.npy", max(1, width(factor)), len(rows))
	if err != nil {
		return nil, nil, err
	}
	if err := f.together(rows, factor, mapped); err != nil {
		return nil, nil, err
	}
	g.Charge(said.Entries)
	switch {
	case factor == nil:
		a, err := onLandmarks(ctx, g, rows, weights, said.Warnings)
		return a, said, err
	case mapped == nil:
		return form.NewFactor(factor, rows, said.Warnings).ExtendedOnAll(g), said, nil
	}
	part := form.OnLandmarks(g.X(), rows, form.Chain{{Dense: mat.DenseCopyOf(mapped.T())}}, width(factor))
	return form.OfMap(g, factor, part, rows, said.Warnings), said, nil
}

// together checks that the files belong together.
func (f *Fitter) together(rows []int, factor, mapped *mat.Dense) error {
	switch {
	case rows == nil && factor == nil:
		return f.fail("it wrote neither landmarks.npy nor factor.npy", "one of them, in the folder that is its last argument")
	case mapped == nil:
		return nil
	case rows == nil || factor == nil:
		return f.fail("map.npy", "landmarks.npy and factor.npy beside it")
	}
	if r, m := mapped.Dims(); r != width(factor) || m != len(rows) {
		return f.fail(fmt.Sprintf("map.npy has the shape %d×%d", r, m), fmt.Sprintf("%d×%d: columns of factor.npy × landmarks", width(factor), len(rows)))
	}
	return nil
}

func width(a *mat.Dense) int {
	if a == nil {
		return 0
	}
	_, q := a.Dims()
	return q
}

// onLandmarks returns K̃ = C·W⁺·Cᵀ on the given rows. Weights cancel in it, and are those of the sketch S.
func onLandmarks(ctx context.Context, g *model.Gram, rows []int, weights []float64, warnings []string) (*form.Factor, error) {
	columns, w, err := form.Core(ctx, g, rows)
	if err != nil {
		return nil, err
	}
	b, q, err := form.Projection(ctx, w, 0)
	if err != nil {
		return nil, err
	}
	a, err := form.OnRows(ctx, columns, rows, b, q, warnings)
	if err != nil || weights == nil {
		return a, err
	}
	return a.WithSketch(func() *mat.Dense {
		s := mat.NewDense(g.N(), len(rows), nil)
		for j, i := range rows {
			s.Set(i, j, weights[j])
		}
		return s
	}), nil
}

// open opens a regular file that the program wrote; nil if there is none. No link leads out of the folder.
func (f *Fitter) open(folder, name string) (*os.File, error) {
	path := filepath.Join(folder, name)
	info, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return nil, nil
	case err != nil:
		return nil, f.fail(err.Error(), "")
	case !info.Mode().IsRegular():
		return nil, f.fail(fmt.Sprintf("%s is no regular file (%v)", name, info.Mode().Type()), "a file, and no link")
	}
	return os.Open(path)
}

func (f *Fitter) result(folder string) (*result, error) {
	file, err := f.open(folder, "result.json")
	said := &result{}
	if file == nil {
		return said, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1<<16))
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(text, said)
	if err != nil || said.Entries < 0 || said.Seconds != nil && *said.Seconds < 0 || len(said.Warnings) > 20 {
		return nil, f.fail(fmt.Sprintf("result.json (%v): %q", err, clip(string(text))), "an object with warnings, entries ≥ 0 and seconds ≥ 0, of at most 65536 bytes")
	}
	for i, text := range said.Warnings {
		said.Warnings[i] = clip(text)
	}
	return said, nil
}

// array reads a matrix of finite numbers with the given rows and at most so many columns; nil if there is none.
func (f *Fitter) array(ctx context.Context, folder, name string, rows, most int) (*mat.Dense, error) {
	file, err := f.open(folder, name)
	if file == nil {
		return nil, err
	}
	defer file.Close()
	table, err := data.ReadTable(ctx, file, name, data.Options{OneRow: true})
	if err != nil {
		return nil, f.fail(err.Error(), "")
	}
	if n, d := table.Rows, table.Width(); table.Format != "NumPy array" || name == "factor.npy" && (n != rows || d > most) {
		return nil, f.fail(fmt.Sprintf("%s is a %s of the shape %d×%d", name, table.Format, n, d), fmt.Sprintf("a NumPy array of %d rows and at most %d columns", rows, most))
	}
	all := make([]string, table.Width())
	for j := range all {
		all[j] = table.Column(j).Name
	}
	chosen, err := table.File(data.Choice{Target: "none", Columns: all})
	if err != nil {
		return nil, f.fail(err.Error(), "")
	}
	return chosen.Range(0, table.Rows).X, nil
}

// landmarks reads distinct numbers of rows, from 0, and perhaps their weights.
func (f *Fitter) landmarks(ctx context.Context, folder string, n int) (rows []int, weights []float64, err error) {
	a, err := f.array(ctx, folder, "landmarks.npy", 0, 2)
	if a == nil {
		return nil, nil, err
	}
	count, d := a.Dims()
	if count > n || d > 2 {
		return nil, nil, f.fail(fmt.Sprintf("landmarks.npy has the shape %d×%d", count, d), fmt.Sprintf("at most %d numbers of rows, perhaps with weights in a second column", n))
	}
	seen := map[int]bool{}
	for i := range count {
		v := a.At(i, 0)
		if v != math.Trunc(v) || v < 0 || v >= float64(n) || seen[int(v)] {
			return nil, nil, f.fail(fmt.Sprintf("landmarks.npy has %v at %d", v, i), fmt.Sprintf("distinct whole numbers from 0 to %d", n-1))
		}
		if d == 2 && !(a.At(i, 1) > 0) {
			return nil, nil, f.fail(fmt.Sprintf("landmarks.npy has the weight %v at %d", a.At(i, 1), i), "weights above 0")
		}
		seen[int(v)] = true
		rows = append(rows, int(v))
		if d == 2 {
			weights = append(weights, a.At(i, 1))
		}
	}
	return rows, weights, nil
}
