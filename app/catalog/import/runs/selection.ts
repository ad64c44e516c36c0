import { z } from "zod";

/** The products that a merchant chose: by their ids, one of them with some of its variants only, or all that a filter finds. */
export type Selection =
  | { kind: "products"; ids: string[] }
  | { kind: "variants"; id: string; variants: string[] }
  | { kind: "filter"; filter: ProductFilter };

/** What the catalog page filters by. */
export type ProductFilter = {
  query: string;
  category: string;
  show: "all" | "importing" | "imported" | "skipped";
};

const MAX_IDS = 250;
const id = z.string().min(1).max(255);
const ids = z.array(id).min(1).max(MAX_IDS);
const variants = z.array(id).min(1).max(2048);
const filter = z.object({
  query: z.string().max(200).catch(""),
  category: z.string().max(500).catch(""),
  show: z.enum(["all", "importing", "imported", "skipped"]).catch("all"),
});

/** What an address selects; null where it selects nothing. */
export function readSelection(params: URLSearchParams): Selection | null {
  if (params.get("all") === "1")
    return {
      kind: "filter",
      filter: filter.parse({
        query: params.get("query") ?? params.get("q") ?? "",
        category: params.get("category") ?? "",
        show: params.get("show") ?? "all",
      }),
    };
  const chosen = ids.safeParse(listIn(params, "ids"));
  if (!chosen.success) return null;
  const [only, ...others] = [...new Set(chosen.data)];
  const some = variants.safeParse(listIn(params, "variants"));
  if (only !== undefined && others.length === 0 && some.success)
    return { kind: "variants", id: only, variants: [...new Set(some.data)] };
  return { kind: "products", ids: [...new Set(chosen.data)] };
}

/** The ids of the products; null where a filter finds them. */
export function idsOf(selection: Selection): string[] | null {
  if (selection.kind === "filter") return null;
  return selection.kind === "products" ? selection.ids : [selection.id];
}

function listIn(params: URLSearchParams, name: string): string[] {
  return params
    .getAll(name)
    .flatMap((list) => list.split(","))
    .filter(Boolean);
}
