// Command beam is DISQUEAK and regression on Apache Beam, for data that do not fit on one machine. It reads a table in
// parts, selects landmarks by a dictionary merged over all of them, fits a ridge regression on these, or a logistic
// regression if the target is classes, and writes the model file that gramscope predict reads:
//
//	go run . --input 'part-*.csv.gz' --target y --m 500 --gamma 0.1 --mu 1 --output model.json
//
// runs on Beam's embedded runner, Prism. --runner and --endpoint, Beam's own flags, name a cluster.
//
// Each pass reads all parts anew and sends on only what it has summed up of them. The passes are: columns;
// moments, bad rows and a sample; the dictionary; the normal equations, or a pass for each step of logistic
// regression; the errors. One worker reads a part from its beginning to its end: there should be several
// times as many parts as workers, of similar size.
//
// If the rows fit in memory use gramscope fit, which reads them once.
package main

import (
	"context"
	"flag"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"gramscope/approx/beam/passes"
	"gramscope/data/legible"
)

func main() {
	s := passes.Flags(flag.CommandLine)
	flag.CommandLine.SetOutput(&legible.Writer{To: os.Stderr})
	logged := flag.Bool("log", false, "write the log of the runner to standard error, too")
	flag.Parse()
	stderr := os.Stderr
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil && !*logged {
		os.Stderr = null // the runner logs there, an error several times with all stages and types
	}
	beam.Init()
	os.Exit(passes.Report(passes.Run(context.Background(), s, flag.Args(), beamx.Run), stderr))
}
