package lab

import "strings"

// InKeys words a message of the command line for somebody at the screen: the
// remedies name keys and knobs where the screen has them, and say of a flag
// that it is for the start where it has not.
func InKeys(text string) string {
	return strings.NewReplacer(
		"--drop-missing leaves out", "m leaves out",
		"with --categorical ", "with c on ",
		"drop them with --columns -NAME", "leave them out in the data chooser (d)",
		"drop the columns with gaps by --columns -NAME; `gramscope data FILE` lists them", "leave out the columns with gaps with space",
		"with --columns -", "with space on ",
		"choose another target (--target none) or drop fewer --columns", "choose another target with t, or more features with space",
		"choose one with --columns", "choose one in the data chooser (d)",
		"keep fewer with --columns", "leave some out in the data chooser (d)",
		"use --header no", "start with --header no",
		"allow more with --max-memory", "start with a larger --max-memory",
		"lower --n or --m,", "lower n or m,", "lower --n, --m or --test,", "lower n or m, or start with a smaller --test,",
		"lower --n, --m or --workers,", "lower n or m, or start with fewer --workers,",
		"lower --n, raise --clusters,", "lower n, raise clusters,", "lower --n, --m or --rank,", "lower n, m or rank,",
		"or raise --max-memory", "or start with a larger --max-memory",
		"use --n ", "set n to ",
		"use --standardize", "start with --standardize",
		"take --budget ridge", "set budget to ridge",
		"`gramscope data` lists the built-in sets", "the built-in sets stand first in this list",
	).Replace(text)
}
