package command

import (
	"context"
	"embed"
)

//go:embed shell
var shellFiles embed.FS

// shells lists the shells that there are scripts for.
func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// completion writes the script that completes command lines in a shell. The script asks
// `gramscope complete` for candidates, which come from the same descriptors as help and flags.
func (p *program) completion(_ context.Context, c command, args []string) error {
	f := newFlags(c)
	name, helped, err := f.read(args, "SHELL", p.stdout,
		"SHELL is bash, zsh, fish or powershell. The tab key then completes commands, flags, methods, kernels, built-in sets, figures, columns of DATA,\n"+
			"papers, lessons and files. To try it, or in the shell's start-up file:",
		"    bash        source <(gramscope completion bash)\n"+
			"    zsh         source <(gramscope completion zsh), after compinit\n"+
			"    fish        gramscope completion fish | source\n"+
			"    powershell  gramscope completion powershell | Out-String | Invoke-Expression")
	if helped || err != nil {
		return err
	}
	script, err := shellFiles.ReadFile("shell/" + name)
	if name == "" || err != nil {
		return unknown("shell", name, shells())
	}
	_, err = p.stdout.Write(script)
	return err
}
