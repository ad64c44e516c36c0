import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Reloads the page's data every `afterMs` milliseconds while the page is visible. Pass null if nothing is in
 * progress.
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
