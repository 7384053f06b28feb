package session

import (
	"fmt"
	"path/filepath"

	"gramscope/data"
	"gramscope/model"
)

// Data identifies the data: a built-in set, or a file and the choice of its columns and rows.
type Data struct {
	Set  string `json:"set,omitempty"`
	File string `json:"file,omitempty"` // an absolute path; "-" for standard input
	data.Choice
	data.Dialect
	Landmarks string `json:"landmarks,omitempty"` // the absolute path of their file
}

// DataOf describes the source of the data, which was read by these options.
func DataOf(source data.Source, opts data.Options) Data {
	landmarks := ""
	if l := source.Landmarks(); l != nil {
		landmarks = fromRoot(l.Path)
	}
	file, ok := source.(*data.File)
	if !ok {
		return Data{Set: source.Name(), Landmarks: landmarks}
	}
	path, choice := file.Origin()
	if path != "-" {
		path = fromRoot(path)
	}
	if file.Table.TargetPath != "" && file.HasTarget() && choice.Target != "" {
		choice.Target = fromRoot(choice.Target)
	}
	return Data{File: path, Choice: choice, Dialect: opts.Dialect, Landmarks: landmarks}
}

// fromRoot returns the absolute path of a file, or the path as it is if that can't be determined.
func fromRoot(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// check returns an error for a spec that is not valid with these methods, or for data of no kind; how these are to be
// read is not looked at. It rounds integer parameters as sweep.Spec.Check does.
func (s *Session) check(methods []model.Method) error {
	if len(s.Spec.Over) != 1 {
		return edited(fmt.Sprintf("spec.over: %d swept parameters, not one", len(s.Spec.Over)))
	}
	if err := s.Spec.Check(methods); err != nil {
		return misread("spec", err)
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		return edited("data: neither a built-in set nor a file")
	}
	return nil
}
