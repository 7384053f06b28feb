package command

import (
	"fmt"
	"io"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model/fitted"
	"gramscope/model/sweep"
)

// landmarksPlace returns the destination of --landmarks-out.
func (s *fitSettings) landmarksPlace(stdout io.Writer) atomicfile.Destination {
	return atomicfile.Destination{Path: s.landmarksOut, Overwrite: s.replace, Stdout: stdout, What: "the landmarks",
		Another: remedy.By("name another", "landmarks-out", ""), Replace: remedy.By("replace it", "force", "")}
}

// writeLandmarks writes the landmarks of a trained model and returns a line for the user.
func writeLandmarks(to atomicfile.Destination, m *fitted.Model, t *sweep.Trained) (string, error) {
	err := to.Write(func(w io.Writer) error {
		return data.WriteLandmarks(w, m.Coding.Features(), m.Scaling, t.Landmarks)
	})
	count, _ := t.Landmarks.Dims()
	return fmt.Sprintf("%s: %d landmarks", to, count), err
}
