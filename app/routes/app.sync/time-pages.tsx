import { ListPages } from "../../components/list-pages.tsx";

type Props = {
  /** What else the address names. */
  params: Record<string, string>;
  page: { newer: string | null; older: string | null };
  /** Of which of the page's lists, where there are several (app/lib/keyset-page.ts). */
  prefix?: string;
};

/** Leads to newer and older entries, where there is more than one page. */
export function TimePages({ params, page: { newer, older }, prefix = "" }: Props) {
  const names = { before: `${prefix}newer-than`, after: `${prefix}older-than` };
  return <ListPages params={params} before={newer} after={older} names={names} />;
}
