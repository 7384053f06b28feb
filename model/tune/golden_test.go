package tune

import (
	"encoding/json"
	"os"
	"testing"
)

// readGolden reads testdata/model/NAME.
func readGolden(t *testing.T, name string, golden any) {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/model/" + name)
	if err == nil {
		err = json.Unmarshal(raw, golden)
	}
	if err != nil {
		t.Fatal(err)
	}
}
