package points

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen"
)

// Work starts the work for the present setting unless its results exist or are being computed. Points, clusters and
// scores are reused if only the methods change.
func (s *Screen) Work() []screen.Do {
	names := s.names()
	p, ok := s.bench.PictureOf(names)
	ridge := s.bench.Setting.Value(model.ScoreRidge(nil))
	base := p.Key()
	key := fmt.Sprint(base, names)
	if !ok || key == s.Key {
		return nil
	}
	shown, _ := s.seen()
	s.Begin(key, base, *shown)
	spec := s.bench.Setting.Spec
	s.Now.Missing, s.Now.Rests = inspect.NoScores(spec.N, spec.ExactLimit), map[string]Landmarks{}
	count := int(s.bench.Setting.Value(model.Clusters(nil)))
	return []screen.Do{screen.Launch{Kind: Jobs, Work: work(s.bench.Limits, p, count, ridge)}}
}

// work computes the points, the landmarks, and then, within the limit on jobs of O(n³), the leverage scores.
func work(limits job.Limits, p lab.Picture, clusters int, ridge float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err == nil {
			err = showPoints(ctx, plan, clusters, post)
		}
		if err != nil || inspect.NoScores(plan.Cells[0].Draw.N, plan.Spec.ExactLimit) != "" {
			return err
		}
		return limits.Cubic.Limited(func(ctx context.Context, post func(any)) error {
			scores, err := inspect.LeverageScores(ctx, plan, plan.Cells[0], ridge)
			if err != nil {
				post(Scores{Missing: lab.Reason(err)})
				return nil
			}
			post(ScoresOf(scores))
			return nil
		})(ctx, post)
	}
}

func showPoints(ctx context.Context, plan *sweep.Plan, clusters int, post func(any)) error {
	cloud, err := inspect.CloudOf(ctx, plan, plan.Cells[0])
	if err != nil {
		return err
	}
	groups, err := inspect.ClustersOf(ctx, plan, plan.Cells[0], clusters)
	if err != nil {
		return err
	}
	post(PointsOf(cloud, groups))
	for _, c := range plan.Cells {
		rows, err := inspect.Landmarks(ctx, plan, c)
		found := LandmarksOf(c.Method.Name, rows, groups)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			found.Missing = c.Method.Name + ": " + lab.Reason(err)
		}
		post(found)
	}
	return nil
}

// Results that the work posts. Whatever needs a pass over all points is computed there.
type (
	// Points has the coordinates of the points, and their clusters.
	Points struct {
		Cloud    *inspect.Cloud
		Clusters *inspect.Clusters
		Drawn    []int // the rows to draw, ascending
	}
	// Landmarks has the landmarks of a method, none if it rests on no points, or the reason why they are missing.
	Landmarks struct {
		Method  string
		Rows    []int
		Hits    []int // the number in each cluster
		Missing string
	}
	// Scores has the leverage scores by row, or the reason why there are none.
	Scores struct {
		Values  []float64
		Mean    float64
		Order   []int // the rows by descending score
		Missing string
	}
)

// PointsOf returns points in clusters.
func PointsOf(cloud *inspect.Cloud, clusters *inspect.Clusters) Points {
	return Points{cloud, clusters, drawn(clusters, mostDrawn)}
}

// LandmarksOf returns the landmarks of a method.
func LandmarksOf(method string, rows []int, clusters *inspect.Clusters) Landmarks {
	hits := make([]int, len(clusters.Sizes))
	for _, i := range rows {
		hits[clusters.Owner[i]]++
	}
	return Landmarks{Method: method, Rows: rows, Hits: hits}
}

// ScoresOf returns scores by row.
func ScoresOf(scores []float64) Scores {
	return Scores{Values: scores, Mean: stat.Mean(scores, nil), Order: inspect.ByScore(scores)}
}

const (
	mostDrawn   = 10000 // points drawn at most: a usual chart has fewer cells than that
	fewestDrawn = 200   // points drawn of a small cluster, so that it stays visible
)

// drawn returns the rows to draw if there are more than most: of each cluster its share of most, but at least
// fewestDrawn. The choice is always the same.
func drawn(c *inspect.Clusters, most int) []int {
	n := len(c.Owner)
	rows := rand.New(rand.NewPCG(1, 2)).Perm(n)
	if n > most {
		left := make([]int, len(c.Sizes))
		for s, size := range c.Sizes {
			left[s] = max(int(float64(size)/float64(n)*float64(most)), min(size, fewestDrawn, most/len(c.Sizes)))
		}
		rows = slices.DeleteFunc(rows, func(i int) bool {
			left[c.Owner[i]]--
			return left[c.Owner[i]] < 0
		})
	}
	slices.Sort(rows)
	return rows
}
