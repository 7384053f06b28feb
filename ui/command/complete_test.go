package command_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/kernel"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/model/sweep"
	"gramscope/ui/command"
)

// completed returns the hints and the candidates for the last word of a command line.
func completed(t *testing.T, line string) (hints string, candidates []string) {
	t.Helper()
	status, out, errs := execute(t, t.Context(), "", append([]string{"__complete"}, strings.Split(line, " ")...)...)
	if status != 0 || !strings.HasPrefix(errs, "Completion ended") {
		t.Fatalf("%q: status %d: %s", line, status, errs)
	}
	for text := range strings.Lines(out) {
		candidate, _, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\t")
		candidates = append(candidates, candidate)
	}
	last := len(candidates) - 1
	bits, err := strconv.Atoi(strings.TrimPrefix(candidates[last], ":"))
	if err != nil {
		t.Fatal(err)
	}
	hint := cobra.ShellCompDirective(bits)
	if hint&cobra.ShellCompDirectiveNoFileComp == 0 {
		hints = "files"
	}
	if hint&cobra.ShellCompDirectiveNoSpace != 0 {
		hints += "nospace"
	}
	return hints, candidates[:last]
}

func TestCandidates(t *testing.T) {
	plants, err := filepath.Abs(plants)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"odd.csv":  "plain,\"a,b\",\x1b[31mred,\"two\nlines\",tab\tbed,y\n1,2,3,4,5,6\n1,2,3,4,5,6\n",
		"bare.csv": "1,2\n3,4\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, hints, want string }{
		{"s", "files", "sweep spline"},
		{"sweep b", "files", "bimodal blobs"},
		{"sweep --n 100 b", "files", "bimodal blobs"},
		{"sweep --bounds b", "files", "bimodal blobs"}, // a boolean flag takes no value
		{"sweep --n ", "", ""},
		{"sweep -- --n", "files", ""},
		{"sweep --gam", "", "--gamma"},
		{"sweep --gamma 3 --met", "", "--methods --method-command"},
		{"sweep -n 20 -m", "", "-m"},
		{"tune --gam", "", "--gammas"}, // tune has no --gamma
		{"help re", "", "reproduce regression"},
		{"sweep --kernel=mat", "", "matern12 matern32 matern52"},
		{"sweep --standardize=", "", "true false"},
		{"sweep --sigma ", "", "median mean"},
		{"sweep --draw ", "", "uniform scores pilot norms"},
		{"sweep --methods a", "nospace", "accumulation als all"},
		{"sweep --methods als,a", "nospace", "als,accumulation"}, // neither als again nor all
		{"tune --methods ex", "nospace", "exact"},
		{"sweep --methods ex", "nospace", ""},
		{"fit --method ex", "", "exact"},
		{"sweep --figures error_s,rmse_test_e", "nospace", "error_s,rmse_test_exact"},
		{"sweep --over ga", "nospace", "gamma="},
		{"sweep --format ", "", "csv json table"},
		{"fit --out ", "files", ""},
		{"reproduce --data ", "files", ""},
		{"predict ", "files", ""},
		{"view a b c ", "files", ""},
		{"plot a b --svg ", "files", ""},
		{"plot a --bars ", "", "se sd quantiles none"},
		{"plot a --width ", "", "1col 2col"},
		{"plot a --x rank", "", "rank rank_used"},
		{"data decay:", "nospace", "decay:delta= decay:kappa= decay:noise="},
		{"data decay:delta=2,n", "nospace", "decay:delta=2,noise="},
		{"data blobs:", "", ""},
		{"tune PLANTS --target ", "", "kind height_cm leaf_cm age weight_g none"},
		{"tune PLANTS --n 20 --target=k", "", "kind"},
		{"tune PLANTS --columns age,", "nospace", "age,kind age,height_cm age,leaf_cm age,weight_g"},
		{"tune PLANTS --columns age,-k", "nospace", "age,-kind"},
		{"tune --target ", "", "none"},
		{"tune missing.csv --target n", "", "none"},
		{"tune . --target n", "", "none"},
		{"data odd.csv --target ", "", "plain two lines tab bed y none"}, // a command line can't hold the others
		{"data bare.csv --target ", "", "x1 x2 none"},
		{"completion ", "", "bash zsh fish powershell"},
		{"man pl", "", "plot"},
		{"comp", "files", "completion"},
	} {
		hints, list := completed(t, strings.ReplaceAll(c.line, "PLANTS", plants))
		if got := strings.Join(list, " "); hints != c.hints || got != c.want {
			t.Errorf("%q: %q, %q, want %q, %q", c.line, hints, got, c.hints, c.want)
		}
	}
}

// TestCandidatesAreAll: every name that the program knows is offered where it may stand.
func TestCandidatesAreAll(t *testing.T) {
	var methods, sets, papers []string
	for _, m := range approx.Methods() {
		methods = append(methods, m.Name)
	}
	for _, g := range synthetic.Generators() {
		sets = append(sets, g.Name())
	}
	for _, e := range paper.All() {
		papers = append(papers, e.Name)
	}
	for line, want := range map[string][]string{
		"methods ": methods, "sweep --methods ": append(methods, "all"), "data ": sets, "reproduce ": papers,
		"lesson ": lesson.Names(), "sweep --kernel ": kernel.Names(),
	} {
		if _, got := completed(t, line); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for _, line := range []string{"sweep --figures ", "sweep --figures error,"} {
		_, figures := completed(t, line)
		if len(figures) < 40 {
			t.Errorf("%q offers %q only", line, figures)
		}
		for _, list := range figures {
			if _, err := sweep.ParseFigures(list); err != nil {
				t.Errorf("%q is offered: %v", list, err)
			}
		}
	}
	for _, name := range command.CommandNames() {
		_, offered := completed(t, strings.TrimSpace(name+" --"))
		offered = slices.DeleteFunc(offered, func(flag string) bool { return flag == "--help" })
		if got, want := strings.ReplaceAll(strings.Join(offered, " "), "--", ""),
			strings.Join(flagsOf(t, name), " "); got != want {
			t.Errorf("%q offers the flags %q and has %q", name, got, want)
		}
	}
}

func TestBadCompletions(t *testing.T) {
	for _, line := range []string{"completion", "completion tcsh", "completion ../bash", "man page"} {
		if status, out, errs := execute(t, t.Context(), "", strings.Fields(line)...); status != 2 || out != "" {
			t.Errorf("%s: status %d, %.80q, %q", line, status, out, errs)
		}
	}
}

func TestVersionIsACommand(t *testing.T) {
	_, want, _ := execute(t, t.Context(), "", "--version")
	if status, got, errs := execute(t, t.Context(), "", "version"); status != 0 || got != want ||
		!strings.HasPrefix(got, "gramscope ") {
		t.Errorf("status %d, %q, %q, want %q", status, got, errs, want)
	}
}
