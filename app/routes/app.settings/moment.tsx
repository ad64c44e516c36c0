/** Server and browser must write the same text, and only one of them knows the merchant's time zone: so UTC. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{sayMoment(iso)}</time>;
}

export function sayMoment(iso: string): string {
  const text = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${text.format(new Date(iso))} UTC`;
}
