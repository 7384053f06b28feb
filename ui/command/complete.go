package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gramscope/data/synthetic"
)

// shells are those that there are scripts for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// completion writes the script that completes command lines in a shell. The script asks the program.
func (p *program) completion() *flags {
	f := newFlags("completion SHELL", "write the script that completes command lines in bash, zsh, fish or powershell")
	f.arguments(oneOf(shells...))
	f.Long = "The tab key then completes commands, flags, methods, kernels, built-in sets, figures, columns of DATA, papers, lessons and files.\n" +
		"The script of bash needs the package bash-completion. To try it, or in the shell's start-up file:"
	f.Example = "source <(gramscope completion bash)        # bash, and zsh after compinit\n" +
		"gramscope completion fish | source\n" +
		"gramscope completion powershell | Out-String | Invoke-Expression"
	f.one("SHELL", func(_ context.Context, name string) error {
		root := f.Root()
		switch name {
		case "bash":
			var script strings.Builder
			if err := root.GenBashCompletionV2(&script, true); err != nil {
				return err
			}
			_, err := inLists.WriteString(p.stdout, script.String())
			return err
		case "zsh":
			return root.GenZshCompletion(p.stdout)
		case "fish":
			return root.GenFishCompletion(p.stdout, true)
		case "powershell":
			return root.GenPowerShellCompletionWithDesc(p.stdout)
		}
		return unknown("shell", name, shells)
	})
	return f
}

// inLists lets cobra's script of bash complete after a comma, which it expects with a backslash.
var inLists = strings.NewReplacer(`[[ $comp == "$cur"* ]]`, `[[ ${comp//\\,/,} == "$cur"* ]]`,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`, `printf -v COMPREPLY[0] %q "${COMPREPLY[0]%%$tab*}"; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`, `printf -v COMPREPLY[0] %q "${COMPREPLY[0]}"; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`)

// arguments says what completes the arguments of the command; the last is for all that follow if the usage ends with ...
func (f *flags) arguments(takes ...values) {
	f.ValidArgsFunction = func(_ *cobra.Command, before []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := len(before)
		if strings.HasSuffix(f.Use, "...") {
			at = min(at, len(takes)-1)
		}
		if at >= len(takes) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return takes[at].fill(before, typed)
	}
}

// register lets the shells complete the values of all flags. Cobra keeps such functions for good, so they are for a
// program that only completes.
func (f *flags) register() {
	f.Flags().VisitAll(func(flag *pflag.Flag) {
		if v := f.value(flag.Name); v != nil {
			_ = f.RegisterFlagCompletionFunc(flag.Name, func(_ *cobra.Command, before []string, typed string) ([]string, cobra.ShellCompDirective) {
				return v.takes.fill(before, typed)
			})
		}
	})
}

// fill returns what may stand for typed after other arguments.
func (v values) fill(before []string, typed string) (list []string, hint cobra.ShellCompDirective) {
	hint = v.paths | cobra.ShellCompDirectiveKeepOrder
	if _, isSet, _ := synthetic.Find(typed); isSet {
		hint |= neither
	}
	inList := ""
	if v.isList {
		inList = typed[:strings.LastIndex(typed, ",")+1]
		hint |= cobra.ShellCompDirectiveNoSpace
	}
	var words []candidate
	if v.words != nil {
		words = v.words(before, typed[len(inList):])
	}
	if inList == "" {
		words = append(words, v.also...)
	}
	given := strings.Split(inList, ",")
	for _, w := range words {
		if !strings.HasPrefix(inList+w.text, typed) || v.isList && slices.Contains(given, w.text) {
			continue
		}
		if strings.HasSuffix(w.text, "=") {
			hint |= cobra.ShellCompDirectiveNoSpace
		}
		list = append(list, cobra.CompletionWithDesc(inList+w.text, w.doc))
	}
	return list, hint
}
