// Package keep keeps explorations: the session and the results of the explorer, in a file of the user's state
// folder to which lines are added as results come. `gramscope --continue` opens the last one.
//
// An exploration has its own file, which one process writes. Its name has that process, until the
// exploration ends. An exploration that is continued keeps its file, which then bears the name of the new
// process; while its own process still runs, the results go to a new file.
package keep
