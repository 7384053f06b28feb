// Command friedman writes rows of Friedman's function in parts, for runs that are to be measured:
//
//	go run ./testdata/friedman.go --rows 1000000 --parts 20 --to /tmp/friedman
//
// The same rows come of the same numbers. A part takes the memory of 10⁵ rows at most.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gramscope/data/synthetic"
)

func main() {
	rows := flag.Int("rows", 100_000, "rows in all parts")
	parts := flag.Int("parts", 10, "parts, of equal size")
	to := flag.String("to", "", "folder for them, made if need be")
	seed := flag.Uint64("seed", 1, "seed of the rows; parts have streams of their own")
	flag.Parse()
	if *to == "" || *parts < 1 || *rows < *parts {
		log.Fatal("name a folder with --to, and at least a row for each of the --parts")
	}
	if err := os.MkdirAll(*to, 0o777); err != nil {
		log.Fatal(err)
	}
	for p := range *parts {
		n := *rows*(p+1) / *parts - *rows*p / *parts
		path := filepath.Join(*to, fmt.Sprintf("part-%03d.csv", p))
		if err := write(path, n, rand.New(rand.NewPCG(*seed, uint64(p)))); err != nil {
			log.Fatal(err)
		}
	}
}

// write writes n rows to a file.
func write(path string, n int, rng *rand.Rand) error {
	g, _, err := synthetic.Find("friedman")
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for done := 0; done < n; {
		set, _, err := g.Draw(min(n-done, 100_000), 0, rng)
		if err != nil {
			return err
		}
		if done == 0 {
			fmt.Fprintf(out, "%s,%s\n", strings.Join(set.Columns, ","), set.Target)
		}
		var line []byte
		for i, y := range set.Y {
			line = line[:0]
			for _, v := range set.X.RawRowView(i) {
				line = append(strconv.AppendFloat(line, v, 'g', -1, 64), ',')
			}
			out.Write(append(strconv.AppendFloat(line, y, 'g', -1, 64), '\n'))
		}
		done += len(set.Y)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return file.Close()
}
