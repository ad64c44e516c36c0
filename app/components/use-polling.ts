import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * While something is under way the page follows it: it reads its data again after so many milliseconds, as long as
 * somebody can see it. Null: nothing is in progress.
 */
export function usePolling(afterMs: number | null): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (afterMs === null || state !== "idle") return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      revalidate();
    };
    const timer = setTimeout(() => {
      document.addEventListener("visibilitychange", look);
      look();
    }, afterMs);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [afterMs, state, revalidate]);
}
