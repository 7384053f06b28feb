package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// instruction is one of the disassembly: its line in the assembly, its text in ARM's syntax, and by how
// many instructions it branches, or 0.
type instruction struct {
	line   int
	text   string
	branch int
}

// name is the instruction's name, and operands what follows.
func (in instruction) name() string     { name, _, _ := strings.Cut(in.text, " "); return name }
func (in instruction) operands() string { _, rest, _ := strings.Cut(in.text, " "); return rest }

var (
	instructionLine = regexp.MustCompile(`^  kernels\.s:(\d+)\s+0x[0-9a-f]+\s+[0-9a-f]{8}\s+(.*?)\s*// (.*?)\s*(\[.*R_.*)?$`)
	branchTarget    = regexp.MustCompile(`(-?\d+)\(PC\)$`)
)

// disassemble assembles the kernels and disassembles them again, by function.
func disassemble(t *testing.T) map[string][]instruction {
	t.Helper()
	dir := t.TempDir()
	source, object := filepath.Join(dir, "kernels.s"), filepath.Join(dir, "kernels.o")
	if err := os.WriteFile(source, assembly(kernels()), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(command ...string) []byte {
		t.Helper()
		cmd := exec.Command("go", command...)
		cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOFLAGS=")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", command, err, stderr.Bytes())
		}
		return out
	}
	root := strings.TrimSpace(string(run("env", "GOROOT")))
	run("tool", "asm", "-p", "linalg", "-I", filepath.Join(root, "pkg", "include"), "-o", object, source)
	lists, name := map[string][]instruction{}, ""
	for _, line := range strings.Split(string(run("tool", "objdump", "-gnu", object)), "\n") {
		if text, found := strings.CutPrefix(line, "TEXT linalg."); found {
			name, _, _ = strings.Cut(text, "(")
			continue
		}
		m := instructionLine.FindStringSubmatch(line)
		if m == nil {
			continue // what fills the space between functions
		}
		in := instruction{text: m[3]}
		in.line, _ = strconv.Atoi(m[1])
		if b := branchTarget.FindStringSubmatch(m[2]); b != nil && m[2][0] != 'A' { // not ADRP
			in.branch, _ = strconv.Atoi(b[1])
		}
		lists[name] = append(lists[name], in)
	}
	return lists
}
