import { useEffect, useMemo, useState } from "react";

import type { Clock } from "../messages/describe-moment.ts";

/** Interval at which times such as "5 minutes ago" are computed again. */
const TICK_MS = 30_000;

/**
 * Returns the present time for a page, and the shop's time zone.
 *
 * The clock starts with the server's time, so that the browser's first render equals the server's. It then adds the
 * elapsed time, because the browser's own clock may be wrong.
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
