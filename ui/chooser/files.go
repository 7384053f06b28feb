package chooser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Messages of the jobs that read files, besides the request screen.Use.
type (
	FolderListed struct {
		Path  string
		Items []widget.Item // a folder's name ends in a separator
		At    string        // the name of the file to point at; "" for the first
	}
	Completed struct {
		Of    string
		Paths []string
	}
	ReadSoFar struct{ Percent int }
	TableRead struct{ Table *data.Table }
)

// listAround lists the folder of a file, and points at the file.
func listAround(file string) job.Work { return listAt(filepath.Dir(file), filepath.Base(file)) }

// listAt lists the folders and the files of data formats in the folder path, and points at the file at; "" for none.
func listAt(path, at string) job.Work {
	return func(_ context.Context, post func(any)) error {
		entries, err := os.ReadDir(path)
		if err != nil {
			return fmt.Errorf("%w; choose another folder", err)
		}
		const separator = string(filepath.Separator)
		list := []widget.Item{{Group: "files", Name: ".." + separator, Note: "the folder above " + path}}
		var files []widget.Item
		for _, e := range entries {
			name := e.Name()
			switch {
			case strings.HasPrefix(name, "."):
			case e.IsDir():
				list = append(list, widget.Item{Group: "files", Name: name + separator})
			case data.HasDataEnding(name), name == at:
				it := widget.Item{Group: "files", Name: name}
				if info, err := e.Info(); err == nil {
					it.Note = model.Bytes(info.Size())
				}
				files = append(files, it)
			}
		}
		post(FolderListed{path, append(list, files...), at})
		return nil
	}
}

// Home replaces a leading ~ by the home folder.
func Home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}

// Complete finds the paths that begin with a text.
func Complete(text string) job.Work {
	return func(_ context.Context, post func(any)) error {
		dir, base := filepath.Split(text)
		entries, err := os.ReadDir(filepath.Join(Home(dir), "."))
		if err != nil {
			return err
		}
		done := Completed{Of: text}
		for _, e := range entries {
			name := e.Name()
			if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") {
				continue
			}
			if e.IsDir() {
				name += string(filepath.Separator)
			}
			done.Paths = append(done.Paths, dir+name)
		}
		post(done)
		return nil
	}
}

// readFile reads a kernel matrix or a table, or lists the folder if the path is one. A square array is a kernel
// matrix if it can be one.
func readFile(path string, opts data.Options) job.Work {
	return func(ctx context.Context, post func(any)) error {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return listAt(path, "")(ctx, post)
		}
		if strings.EqualFold(filepath.Ext(path), ".npy") && readTable(path, opts, true)(ctx, post) == nil {
			return nil
		}
		return readTable(path, opts, false)(ctx, post)
	}
}

// readTable reads a table of points or a kernel matrix. It posts how much of the file is read, the listing of its
// folder, and the table.
func readTable(path string, opts data.Options, matrix bool) job.Work {
	return func(ctx context.Context, post func(any)) error {
		last := -1
		opts.Progress = func(done, total int64) {
			if total <= 0 {
				return
			}
			if percent := int(100 * done / total); percent != last {
				last = percent
				post(ReadSoFar{percent})
			}
		}
		var table *data.Table
		var err error
		if matrix {
			table, err = data.OpenMatrix(ctx, path, nil, data.Choice{}, opts, false)
		} else {
			table, err = data.Open(ctx, path, nil, opts)
		}
		if err != nil {
			return err
		}
		_ = listAround(path)(ctx, post) // the columns can be shown without a listing
		post(TableRead{table})
		return nil
	}
}

// makeFile makes data from a table and a choice of columns, with the landmarks of the choice. With rest it leaves out
// what can't be used.
func (c *Chooser) makeFile(from ColumnChoice, rest bool) job.Work {
	loading := c.loading
	return func(ctx context.Context, post func(any)) error {
		choice := from.choice()
		file, err := from.table.File(choice)
		if usable, ok := data.Rest(err, choice); ok && rest {
			file, err = from.table.File(usable)
		} else if ok {
			err = fmt.Errorf("%w: r does so", err)
		}
		if err != nil {
			return err
		}
		made := screen.Use{Source: file, Notes: file.Notes()}
		if from.landmarks != "" {
			var notes []remedy.Note
			if made.Source, notes, err = data.WithLandmarks(ctx, file, from.landmarks, loading); err != nil {
				return err
			}
			made.Notes = append(made.Notes, notes...)
		}
		post(made)
		return nil
	}
}
