import type { Tone } from "../../activity/tone.ts";
import type { Message } from "../../messages/message.ts";

/** Summarizes a run for the activity; null if it changed nothing. */
export function summaryOf(run: {
  kind: "delist" | "restore" | "unlink";
  products: string | null;
  done: number;
  failed: number;
  drafts: number;
}): { kind: `catalog.${string}`; tone: Tone; message: Message } | null {
  const { kind, done, failed } = run;
  if (done + failed === 0) return null;
  const rejected = { code: "catalog.activity.rejected", count: failed } as const;
  const message =
    failed === 0
      ? doneMessage(run)
      : done === 0
        ? rejected
        : ({ code: "catalog.activity.partly-done", done: doneMessage(run), rejected } as const);
  return { kind: KINDS[kind], tone: failed > 0 ? "warning" : "info", message };
}

const KINDS = {
  delist: "catalog.delisted",
  restore: "catalog.restored",
  unlink: "catalog.unlinked",
} as const;

function doneMessage({ kind, products, done: count, drafts }: Parameters<typeof summaryOf>[0]): Message {
  if (kind === "unlink") return { code: "catalog.activity.unlinked", count };
  if (kind === "restore")
    return drafts === 0
      ? { code: "catalog.activity.restored", count }
      : { code: "catalog.activity.restored-drafts", count, drafts };
  return { code: products === "draft" ? "catalog.activity.drafted" : "catalog.activity.stock-zeroed", count };
}
