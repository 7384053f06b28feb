package lab

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// changes reports whether a selection is a method of a pointer to a variable.
func changes(s *types.Selection) bool {
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, toPointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	_, isPointer := s.Recv().(*types.Pointer)
	return toPointer && !isPointer
}

// TestStateIsOnlyRead: outside of package lab nobody writes to what belongs to a lab.State or a lab.Outcome. Screens
// get a State; who changes the experiment has its Bench.
func TestStateIsOnlyRead(t *testing.T) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", "gramscope/ui/...",
		"gramscope/model/flagtext").Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	exports, ours := map[string]string{}, []listed{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, "gramscope/") && p.ImportPath != "gramscope/model/lab" {
			ours = append(ours, p)
		}
	}
	fset, reads := token.NewFileSet(), 0
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	compiled := importer.ForCompiler(fset, "gc", open)
	for _, p := range ours {
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		if _, err := (&types.Config{Importer: compiled}).Check(p.ImportPath, fset, files, info); err != nil {
			t.Fatal(err)
		}
		isState := func(e ast.Expr) bool {
			name := strings.TrimPrefix(types.TypeString(info.TypeOf(e), nil), "*")
			return name == "gramscope/model/lab.State" || name == "gramscope/model/lab.Outcome"
		}
		written := func(e ast.Expr) {
			for e != nil {
				switch x := e.(type) {
				case *ast.SelectorExpr:
					if isState(x.X) {
						t.Errorf("%s writes to %s of a lab.State or a lab.Outcome", fset.Position(x.Pos()), x.Sel.Name)
					}
					e = x.X
				case *ast.IndexExpr:
					e = x.X
				default:
					e = nil
				}
			}
		}
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.AssignStmt:
					for _, e := range x.Lhs {
						written(e)
					}
				case *ast.IncDecStmt:
					written(x.X)
				case *ast.UnaryExpr:
					if x.Op == token.AND {
						written(x.X)
					}
				case *ast.SelectorExpr:
					if isState(x.X) {
						reads++
					}
					if changes(info.Selections[x]) {
						written(x.X)
					}
				}
				return true
			})
		}
	}
	if reads < 100 {
		t.Errorf("only %d places read a lab.State", reads)
	}
}
