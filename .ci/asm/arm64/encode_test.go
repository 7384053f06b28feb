package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/words.golden by objdump of binutils-aarch64-linux-gnu")

// samples are words of all encoders, with each of the bits of each register 0 and 1.
func samples() []word {
	var out []word
	for _, r := range [][3]vector{{0, 0, 0}, {31, 0, 0}, {0, 31, 0}, {0, 0, 31}, {21, 10, 12}, {10, 21, 19}} {
		d, n, m := r[0], r[1], r[2]
		for _, encode := range []func(d, n, m vector) word{fadd, fsub, fmul, fdiv, fmax, fmin, fminnm, cmtst} {
			out = append(out, encode(d, n, m))
		}
		for _, encode := range []func(d, n, m vector, i int) word{fmlaBy, fmlsBy, fmulBy} {
			out = append(out, encode(d, n, m, 0), encode(d, n, m, 1))
		}
		for _, encode := range []func(d, n vector) word{fsqrt, fneg, fcvtzs, faddp, halve} {
			out = append(out, encode(d, n))
		}
	}
	return out
}

// TestWordsAgainstObjdump compares words and their texts with what GNU's disassembler has made of the bits.
func TestWordsAgainstObjdump(t *testing.T) {
	const golden = "testdata/words.golden"
	var got strings.Builder
	for _, w := range samples() {
		fmt.Fprintf(&got, "%08x %s\n", w.bits, w.text)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(objdump(t)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wants, gots := strings.SplitAfter(string(want), "\n"), strings.SplitAfter(got.String(), "\n")
	if len(wants) != len(gots) {
		t.Fatalf("%d words, but %d in %s", len(gots)-1, len(wants)-1, golden)
	}
	for i := range gots {
		if gots[i] != wants[i] {
			t.Errorf("word %d is %q, the disassembler says %q", i, gots[i], wants[i])
		}
	}
}

// objdump returns the samples' bits with the disassembler's text for each.
func objdump(t *testing.T) string {
	t.Helper()
	var binary []byte
	for _, w := range samples() {
		binary = append(binary, byte(w.bits), byte(w.bits>>8), byte(w.bits>>16), byte(w.bits>>24))
	}
	file := filepath.Join(t.TempDir(), "words")
	if err := os.WriteFile(file, binary, 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("aarch64-linux-gnu-objdump", "-D", "-z", "-b", "binary", "-m", "aarch64",
		file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var out strings.Builder
	for _, m := range regexp.MustCompile(`(?m)^ *[0-9a-f]+:\t([0-9a-f]{8}) \t(.*)$`).FindAllStringSubmatch(string(text),
		-1) {
		fmt.Fprintf(&out, "%s %s\n", m[1], strings.Replace(m[2], "\t", " ", 1))
	}
	return out.String()
}

// TestAssemblyAgainstDisassembler compares the text beside each word of the whole assembly with what Go's
// disassembler makes of the bits.
func TestAssemblyAgainstDisassembler(t *testing.T) {
	lines := strings.Split(string(assembly(kernels())), "\n")
	words := 0
	for _, list := range disassemble(t) {
		for _, in := range list {
			source := strings.TrimSpace(lines[in.line-1])
			if !strings.HasPrefix(source, "WORD") {
				continue
			}
			words++
			_, want, _ := strings.Cut(source, "// ")
			if in.text != want {
				t.Errorf("line %d, %s: the disassembler says %q", in.line, source, in.text)
			}
		}
	}
	if want := strings.Count(strings.Join(lines, "\n"), "WORD $0x"); words != want || want == 0 {
		t.Errorf("%d of %d words were disassembled", words, want)
	}
}
