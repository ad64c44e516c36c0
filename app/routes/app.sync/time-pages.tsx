import { ListPages } from "../../components/list-pages.tsx";

type Props = {
  /** The address's other parameters. */
  params: Record<string, string>;
  page: { newer: string | null; older: string | null };
  /** Prefix of this list's parameters, if a page has several lists (app/lib/http/keyset-page.ts). */
  prefix?: string;
};

/** Links to newer and older entries, if there is more than one page. */
export function TimePages({ params, page: { newer, older }, prefix = "" }: Props) {
  const names = { before: `${prefix}newer-than`, after: `${prefix}older-than` };
  return <ListPages params={params} before={newer} after={older} names={names} />;
}
