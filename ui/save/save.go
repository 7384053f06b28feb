// Package save writes the explorer's files and asks for their names. Its methods return requests to the explorer.
package save

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model/job"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Saver writes one file at a time, and asks for its name.
type Saver struct {
	Field widget.Field // the name being typed
	Last  string       // the menu's entry that was written last, at which the menu opens; "" for none

	folder  string   // the folder of the file written last, "" for the working directory
	what    string   // the menu's entry that was chosen
	ending  string   // the ending of its suggested name
	others  []string // endings of the other entries
	path    string
	content Content
}

// The messages of the job that writes a file.
type (
	// Saved is posted when the file is written.
	Saved struct{ Path string }
	// exists is posted if the file exists. It was not changed.
	exists struct{ path string }
)

// Ask opens the menu of files to write. It is an error while a file is being written.
func (s *Saver) Ask(busy bool, shown Shown) []screen.Do {
	if busy {
		return []screen.Do{screen.Complain{Err: fmt.Errorf("%s is still being written; try again in a moment", s.path)}}
	}
	files := shown.Files()
	var items []widget.Item
	s.others = []string{".gz"} // no file is compressed
	for _, f := range files {
		items = append(items, f.Item)
		s.others = append(s.others, filepath.Ext(f.Suggested))
	}
	title := "write"
	if s.Last != "" {
		title = "write (last: " + s.Last + ")"
	}
	menu := widget.NewMenu(title, items, s.Last)
	return screen.Ask(menu, func(name string) []screen.Do {
		f := files[slices.IndexFunc(files, func(f File) bool { return f.Name == name })]
		if f.Unmet != "" {
			return []screen.Do{screen.Complain{Err: errors.New(f.Unmet)}}
		}
		s.what, s.content, s.ending = f.Name, f.Content(), filepath.Ext(f.Suggested)
		s.Field.Start(filepath.Join(s.folder, f.Suggested))
		return nil
	})
}

// Render draws the field in a box of at most w×h cells.
func (s *Saver) Render(w, h int, l *look.Look) []string {
	hint := l.Dim.Render(l.Text("enter writes it, esc cancels"))
	lines := []string{"", " " + s.Field.Tail("", max(1, w-6), l), "", " " + hint}
	return widget.Box(l, "write "+s.what+" to", lines[:max(0, min(len(lines), h-2))], -1, w)
}

// Typed starts writing to the name that was typed. If it exists, Saver asks whether to replace it.
func (s *Saver) Typed() []screen.Do {
	path := chooser.Home(s.Field.Text())
	if path == "" {
		return screen.Say("type the name of a file; esc cancels")
	}
	if ending := strings.ToLower(filepath.Ext(path)); ending != s.ending && slices.Contains(s.others, ending) {
		const form = "%s: a name of such a file ends in %s, not in %s; or esc, and w chooses another kind"
		return screen.Say(fmt.Sprintf(form, s.what, s.ending, ending))
	}
	s.path = path
	return s.save(false)
}

func (s *Saver) save(overwrite bool) []screen.Do {
	s.Field.Stop()
	to := atomicfile.Destination{
		Path: s.path, Overwrite: overwrite, What: "the file",
		Another: remedy.Do("choose another name with w"), Replace: remedy.Do("answer replace"),
	}
	content := s.content
	write := func(_ context.Context, post func(any)) error {
		err := to.Write(content)
		switch {
		case err == nil:
			post(Saved{to.Path})
		case errors.Is(err, fs.ErrExist):
			post(exists{to.Path})
			return nil
		}
		return err
	}
	return []screen.Do{screen.Note("writing " + s.path), screen.Launch{Kind: job.Write, Work: write}}
}

// Update handles the result of writing.
func (s *Saver) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case Saved:
		s.Last, s.folder = s.what, filepath.Dir(b.Path)
		return []screen.Do{screen.ClearNote{}, screen.Note(s.what + " written: " + b.Path)}
	case exists:
		const leave, replace, another = "leave it", "replace", "another name"
		menu := widget.Menu{Title: b.path + " exists already", Items: []widget.Item{
			{Name: leave, Note: "the file stays as it is"}, {Name: replace, Note: "write over it"},
			{Name: another, Note: "type one"},
		}}
		return append([]screen.Do{screen.ClearNote{}}, screen.Ask(menu, func(name string) []screen.Do {
			switch name {
			case replace:
				return s.save(true)
			case another:
				s.Field.Start(s.path)
			}
			return nil
		})...)
	}
	if err := job.Error(msg); err != nil {
		return []screen.Do{screen.Complain{Err: err}}
	}
	return nil
}
