import { parser } from "@prometheus-io/lezer-promql";

/** A selector of an expression: a metric, with its required labels. */
export type Selector = { metric: string; labels: string[] };

/** Labels that Prometheus itself puts on what it scrapes, or that belong to a histogram's form. */
const ALWAYS = ["instance", "job", "le"];

/**
 * Returns the metrics and labels that a PromQL expression names. A label that it groups by is looked for on each metric.
 *
 * @throws Error where it is no PromQL.
 */
export function selectorsIn(expression: string): Selector[] {
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  parser.parse(expression).iterate({
    enter(node) {
      const text = expression.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`No PromQL at ${String(node.from)}: ${expression}`);
      if (node.name === "Identifier" && node.node.parent?.name === "VectorSelector")
        selectors.push({ metric: text, labels: [] });
      if (node.name !== "LabelName") return;
      const isGrouped = node.node.parent?.name === "GroupingLabels";
      if (isGrouped) grouped.push(text);
      else selectors.at(-1)?.labels.push(text);
    },
  });
  return selectors.map(({ metric, labels }) => ({
    metric,
    labels: [...labels, ...grouped].filter((label) => !ALWAYS.includes(label)),
  }));
}

/** Returns the names of the labels of each metric on a page that Prometheus reads. */
export function labelsByMetric(page: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of page.split("\n")) {
    const [, metric, labels = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (metric === undefined) continue;
    const known = found.get(metric) ?? new Set<string>();
    for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label ?? "");
    found.set(metric, known);
  }
  return found;
}
