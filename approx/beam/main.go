// Command beam is DISQUEAK and regression on Apache Beam: for data that do not fit one
// machine. It reads a table in parts, selects landmarks by a dictionary merged over all of them,
// fits a ridge regression on these, or a logistic one where the target is classes, and writes the
// model file that gramscope predict reads:
//
//	go run . --input 'part-*.csv.gz' --target y --m 500 --gamma 0.1 --mu 1 --output model.json
//
// runs on Beam's embedded runner, Prism; --runner and --endpoint, Beam's own flags, name a cluster.
//
// The passes, of which each reads the parts anew and sends on what it has summed up of a part:
// columns; moments, bad rows and a sample; the dictionary; the normal equations, or a pass for each
// step of logistic regression; the errors.
// A part is read by one worker from its beginning to its end: there should be several times
// as many parts as workers, of one size.
//
// It is the wrong choice where the rows fit in memory: gramscope fit reads them once.
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
	flag.CommandLine.SetOutput(legible.NewWriter(os.Stderr))
	flag.Parse()
	beam.Init()
	os.Exit(passes.Report(passes.Run(context.Background(), s, flag.Args(), beamx.Run), os.Stderr))
}
