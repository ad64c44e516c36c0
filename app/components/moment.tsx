import { useT } from "../messages/use-t.ts";

/** The month in full, or in three letters for narrow places. */
type Month = "long" | "medium";

/** A moment (ISO) in the page's language. */
export function Moment({ iso, month = "long" }: { iso: string; month?: Month }) {
  const t = useT();
  return <time dateTime={iso}>{t(`moment.${month}`, { at: iso })}</time>;
}
