package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"gramscope/data/remedy"
)

// TestPublishWithoutLinks: on file systems that have no links, too, a name that is taken
// stays as it is, be it a link to nowhere, and one that is free is used. They are stood for
// by drafts that os.Link fails on: one that is not there, and a folder.
func TestPublishWithoutLinks(t *testing.T) {
	folder := t.TempDir()
	file, dangling, free := filepath.Join(folder, "theirs"), filepath.Join(folder, "link"), filepath.Join(folder, "free")
	if err := os.WriteFile(file, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("gone", dangling); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, dangling} {
		if err := rename(filepath.Join(folder, "no draft"), path, false); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	draft := filepath.Join(folder, "draft") // a folder can't be linked to, but renamed
	if err := os.Mkdir(draft, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := rename(draft, file, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "theirs" {
		t.Errorf("the file holds %q: %v", content, err)
	}
	if err := rename(draft, free, false); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(free); err != nil || !info.IsDir() {
		t.Errorf("a free name: %v", err)
	}
}

// TestPublishReplacesWhereAsked: the file that was there is gone, and so is the draft's
// name.
func TestPublishReplacesWhereAsked(t *testing.T) {
	folder := t.TempDir()
	file, draft := filepath.Join(folder, "old"), filepath.Join(folder, "draft")
	for path, text := range map[string]string{file: "old", draft: "new"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := rename(draft, file, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("unasked: %v", err)
	}
	if err := rename(draft, file, true); err != nil {
		t.Error(err)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "new" {
		t.Errorf("the file holds %q: %v", content, err)
	}
	if _, err := os.Lstat(draft); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the draft is there still: %v", err)
	}
}

// TestStandardOutputAsDestination: "-" is written to standard output, or refused where
// there is none, and never the name of a file.
func TestStandardOutputAsDestination(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, "content")
		return err
	}
	var out bytes.Buffer
	to := Destination{Path: "-", Stdout: &out, What: "the model"}
	if err := errors.Join(to.Check(), to.Write(write)); err != nil || out.String() != "content" ||
		to.String() != "standard output" {
		t.Errorf("%s holds %q: %v", to, &out, err)
	}
	none := Destination{Path: "-", Overwrite: true, What: "the model", Another: remedy.Do("name another")}
	for _, err := range []error{none.Check(), none.Write(write)} {
		if err == nil || err.Error() != "the model can't be written to standard output (-); name another" {
			t.Errorf("without standard output: %v", err)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
}
