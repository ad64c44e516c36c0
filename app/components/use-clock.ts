import { useEffect, useMemo, useState } from "react";

import type { Clock } from "../messages/describe-moment.ts";

/** Interval at which recent times are computed again. */
const TICK_MS = 30_000;

/**
 * Returns the clock of a page. It begins with the server's time, so that the browser's first render equals the
 * server's, and then adds the time that has passed since, because the browser's own clock may be wrong.
 */
export function useClock({ now: loaded, timeZone }: Clock): Clock {
  const [shown, setShown] = useState({ loaded, now: loaded });
  if (shown.loaded !== loaded) setShown({ loaded, now: loaded });
  useEffect(() => {
    const loadedAt = Date.now();
    const timer = setInterval(() => {
      setShown({ loaded, now: new Date(Date.parse(loaded) + Date.now() - loadedAt).toISOString() });
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, [loaded]);
  return useMemo(() => ({ now: shown.now, timeZone }), [shown.now, timeZone]);
}
