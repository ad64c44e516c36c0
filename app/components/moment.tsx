import { useT } from "../messages/use-t.ts";

/** How the month is written: out, or in three letters where there is little room. */
type Month = "long" | "medium";

/** A moment (ISO) in the page's language. */
export function Moment({ iso, month = "long" }: { iso: string; month?: Month }) {
  const t = useT();
  return <time dateTime={iso}>{t(`moment.${month}`, { at: iso })}</time>;
}
