import { useFetcher } from "@remix-run/react";

/** Imports products, and whether that is being requested. */
export function useImport(): { start: (ids: string[]) => void; busy: boolean } {
  const fetcher = useFetcher();
  return {
    busy: fetcher.state === "submitting",
    start: (ids) => {
      const form = new FormData();
      form.set("intent", "import");
      for (const id of ids) form.append("id", id);
      fetcher.submit(form, { method: "post", action: "/app/catalog" });
    },
  };
}
