package points

import (
	"math/rand/v2"
	"slices"

	"gramscope/model/inspect"
)

// What the work posts, with all that takes a look at every point.
type (
	// Points are the points in the plane, and their clusters.
	Points struct {
		Cloud    *inspect.Cloud
		Clusters *inspect.Clusters
		Drawn    []int // the rows that are drawn, ascending
	}
	// Landmarks are those of a method, or why there are none.
	Landmarks struct {
		Method  string
		Rows    []int
		Hits    []int // how many are in each cluster
		Missing string
	}
	// Scores are the leverage scores by row, or why there are none.
	Scores struct {
		Values  []float64
		Mean    float64
		Order   []int // the rows, that of the highest score first
		Missing string
	}
)

// PointsOf are points in clusters.
func PointsOf(cloud *inspect.Cloud, clusters *inspect.Clusters) Points {
	return Points{cloud, clusters, drawn(clusters, mostDrawn)}
}

// LandmarksOf are the landmarks of a method.
func LandmarksOf(method string, rows []int, clusters *inspect.Clusters) Landmarks {
	hits := make([]int, len(clusters.Sizes))
	for _, i := range rows {
		hits[clusters.Owner[i]]++
	}
	return Landmarks{Method: method, Rows: rows, Hits: hits}
}

// ScoresOf are scores by row.
func ScoresOf(scores []float64) Scores {
	mean := 0.0
	for _, v := range scores {
		mean += v / float64(len(scores))
	}
	return Scores{Values: scores, Mean: mean, Order: inspect.ByScore(scores)}
}

const (
	mostDrawn   = 10000 // points drawn at most: a usual chart has fewer cells than that
	fewestDrawn = 200   // points drawn of a small cluster, so that it stays visible
)

// drawn are the rows that stand for all, always the same ones: of each cluster its share
// of most, or if that is little as many as fewestDrawn; all where there are no more than
// most.
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
