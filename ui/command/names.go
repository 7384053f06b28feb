package command

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Names returns the names of all flags and of the columns of figures, which no parameter of a new method can have.
func Names(methods []model.Method) (names []string) {
	p := &program{methods: methods, stdout: io.Discard, stderr: io.Discard}
	root := p.root().Command
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	}
	for _, c := range sweep.AllColumns() {
		names = append(names, string(c.Name))
	}
	return append(names, "help")
}
