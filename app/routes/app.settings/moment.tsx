/** Server and browser must write the same text, and only one of them knows the merchant's time zone: so UTC. */
export function Moment({ iso, month = "long" }: { iso: string; month?: Month }) {
  return <time dateTime={iso}>{sayMoment(iso, month)}</time>;
}

/** How the month is written: out, or in three letters where there is little room. */
type Month = "long" | "medium";

export function sayMoment(iso: string, month: Month = "long"): string {
  const text = new Intl.DateTimeFormat("en-GB", { dateStyle: month, timeStyle: "short", timeZone: "UTC" });
  return `${text.format(new Date(iso))} UTC`;
}
