package tune

import (
	"context"
	"time"
)

// clock measures and limits time. Tests have their own.
type clock struct {
	now    func() time.Time
	within func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

func wallClock() clock { return clock{time.Now, context.WithTimeout} }
