//go:build long

package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gramscope/ui/terminaltest"
)

// TestShellsComplete types the beginnings of command lines and the tab key into real shells, and
// looks at what becomes of them.
func TestShellsComplete(t *testing.T) {
	t.Parallel()
	plants, err := filepath.Abs(plants)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	for _, sh := range shellsTried {
		t.Run(sh.name, func(t *testing.T) {
			if _, err := exec.LookPath(sh.name); err != nil {
				t.Skip(sh.name + " is not installed")
			}
			if _, err := os.Stat("/usr/share/bash-completion/bash_completion"); err != nil && sh.name == "bash" {
				t.Skip("bash-completion is not installed")
			}
			folder := t.TempDir()
			write(t, folder, "plants.csv", string(rows))
			write(t, folder, "odd.csv", "a b$(date),c\n1,2\n3,4\n")
			x := startShell(t, sh, folder)
			for _, c := range []struct{ typed, want string }{
				{"gramscope sw", "sweep "},
				{"gramscope complet", "completion "},
				{"gramscope completion powe", "powershell "},
				{"gramscope help col", "columns "},
				{"gramscope methods kme", "kmeans-nystrom "},
				{"gramscope lesson sco", "scores "},
				{"gramscope reproduce bach-n", "bach-newton "},
				{"gramscope sweep fri", "friedman "},
				{"gramscope sweep --kern", "--kernel "},
				{"gramscope sweep --kernel pol", "polynomial "},
				{"gramscope sweep --kernel=pol", "--kernel=polynomial "},
				{"gramscope sweep --methods nystrom,gau", "nystrom,gaussian-sketch"},
				{"gramscope sweep --figures error,rmse_test_e", "error,rmse_test_exact"},
				{"gramscope sweep --over gam", "gamma="},
				{"gramscope data decay:del", "decay:delta="},
				{"gramscope predict plan", "plants.csv "},
				{"gramscope fit --out=plan", "--out=plants.csv "},
				{"gramscope reproduce --data fol", "folder/"},
				{"gramscope tune plants.csv --target we", "weight_g "},
				{"gramscope tune plants.csv --columns age,lea", "age,leaf_cm"},
				{"gramscope tune odd.csv --target a", sh.quoted + " "},
			} {
				want := c.typed[:strings.LastIndex(c.typed, " ")+1] + c.want
				if got := x.line(t, c.typed+"\t"); got != want {
					t.Errorf("%q becomes %q, want %q", c.typed, got, want)
				}
			}
		})
	}
}

// shell is one that `gramscope completion` has a script for.
type shell struct {
	name   string
	args   []string
	set    string // the lines that load the script and make ctrl+g write the command line to $LINE
	quoted string // "a b$(date)" after tab
	list   string // what follows a completed name in a list
}

var shellsTried = []shell{
	{"bash", []string{"--norc", "--noprofile", "-i"},
		`source /usr/share/bash-completion/bash_completion; source <(gramscope completion bash); dump() { printf %s "$READLINE_LINE" >"$LINE.new"; mv "$LINE.new" "$LINE"; }; bind -x '"\C-g": dump'`,
		`a\ b\$\(date\)`, ""},
	{"zsh", []string{"-f", "-i"},
		`autoload -Uz compinit; compinit -u -D; source <(gramscope completion zsh); dump() { print -rn -- "$BUFFER" >$LINE.new; mv $LINE.new $LINE }; zle -N dump; bindkey '^G' dump`,
		`a\ b\$\(date\)`, ""},
	{"fish", []string{"--no-config", "-i"},
		`gramscope completion fish | source; function dump; commandline >$LINE.new; mv $LINE.new $LINE; end; bind \cg dump`,
		`a\ b\$\(date\)`, " "},
}

// shellSession is a shell on a terminal.
type shellSession struct {
	*terminaltest.Terminal
	path string // where ctrl+g writes the command line
}

// startShell starts a shell in a folder, with this program on its PATH.
func startShell(t *testing.T, sh shell, folder string) *shellSession {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	write(t, programs, "gramscope", fmt.Sprintf("#!/bin/sh\nGRAMSCOPE_TEST_RUNS_ARGS=1 exec '%s' \"$@\"\n", self))
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	x := &shellSession{terminaltest.New(t, 200, 40), filepath.Join(t.TempDir(), "line")}
	cmd := exec.Command(sh.name, sh.args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+programs+":"+os.Getenv("PATH"), "TERM=xterm", "LC_ALL=C.UTF-8", "HOME="+
		t.TempDir(), "LINE="+x.path)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = x.TTY, x.TTY, x.TTY
	x.Lead(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	x.Press(sh.set + "; echo rea''dy\r")
	x.WaitFor("ready")
	return x
}

func write(t *testing.T, folder, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o777); err != nil {
		t.Fatal(err)
	}
}

// line types keys and returns the command line that they give, which is then cleared.
func (x *shellSession) line(t *testing.T, keys string) string {
	t.Helper()
	x.Press(keys + "\x07")
	for range 600 {
		if text, err := os.ReadFile(x.path); err == nil {
			os.Remove(x.path)
			x.Press("\x05\x15") // to the end, and all of the line is gone
			return strings.TrimSuffix(string(text), "\n")
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("no command line after %q:\n%s", keys, x.Shown())
	return ""
}
