import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { pageTitle } from "../../components/document.tsx";
import { type Notice, STALE_FORM } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { forgetDecision, listDecisions } from "../../orders/choices/attribute-store.server.ts";
import { findChoices, saveChoices, versionOfChoices } from "../../orders/choices/choice-store.server.ts";
import { choicesForm, readChoicesForm } from "../../orders/choices/choices-form.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { type Answer, ChoicesEditor } from "./choices-editor.tsx";

export const meta = pageTitle((t) => t("methods.title"));

const submission = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("forget"), product: z.string().max(200), name: z.string().max(1000) }),
  z.object({ intent: z.literal("save"), form: jsonField.pipe(choicesForm), seen: z.string().max(100) }),
]);

const SAVED: Notice = {
  tone: "success",
  title: { code: "methods.saved" },
  text: { code: "methods.saved.text" },
};
const FORGOTTEN: Notice = { tone: "success", title: { code: "methods.forgotten" } };
const PROBLEMS: Notice = { tone: "critical", title: { code: "methods.problems" } };

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const [settings, decisions] = await readInShop(shop, async (tx) => [
    await findChoices(tx, shop),
    await listDecisions(tx, shop),
  ]);
  const { shippingMethods: offered, noteLength, lineNoteLength } = abilities;
  return { settings, version: versionOfChoices(settings), decisions, offered, noteLength, lineNoteLength };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const submitted = await readForm(request, submission);
  if (submitted.intent === "forget") {
    await forgetDecision(shop, { shopProductId: submitted.product, name: submitted.name });
    return { notice: FORGOTTEN, problems: null };
  }
  const { form } = submitted;
  const { settings, problems } = readChoicesForm(form, abilities.shippingMethods);
  if (problems !== null) return { notice: PROBLEMS, problems };
  if (!(await saveChoices(shop, { ...settings, seen: submitted.seen })))
    return { notice: STALE_FORM, problems: null };
  return { notice: SAVED, problems: null };
}

export default function Methods() {
  const loaded = useLoaderData<typeof loader>();
  // Keeps the fetcher outside of `ChoicesEditor`, which remounts with each new version of the stored values. Remix
  // drops a fetcher's answer when no mounted component uses the fetcher.
  const fetcher = useFetcher<Answer>();
  const version = useTypedVersion(JSON.stringify(loaded.settings), {
    isStale: fetcher.data?.notice.title.code === STALE_FORM.title.code,
  });
  return <ChoicesEditor key={version} loaded={loaded} fetcher={fetcher} />;
}
