import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { z } from "zod";

import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { readInShop } from "../../lib/database/db.server.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { writtenLanguage } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { findShippingCharges } from "../../orders/views/shipping-charges.server.ts";
import { namedCountries } from "../../shop/countries.ts";
import { loadRates } from "../../shipping/load-rates.server.ts";
import { ratesForm } from "../../shipping/rates-form.ts";
import { removeRates, saveRates } from "../../shipping/save-rates.server.ts";
import { wakeProfile } from "../../shipping/shipping-store.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { RatesEditor } from "./rates-editor.tsx";
import { type Answer, PROBLEMS } from "./shown-rates.ts";

export const meta = pageTitle((t) => t("shipping.title"));

const typedRates = jsonField.pipe(ratesForm);
const version = z.coerce.number().int().min(0);

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), form: typedRates, version }),
  z.object({ intent: z.literal("remove"), version }),
  z.object({ intent: z.literal("retry") }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const language = writtenLanguage(request);
  const loaded = await loadRates(shop, language);
  if (loaded.kind === "unreadable") return loaded;
  return readInShop(shop, async (tx, now) => ({
    ...loaded,
    charges: await findShippingCharges(tx, shop),
    countries: namedCountries(language),
    connection: await findStateIn(tx, { shop, now }),
  }));
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const sent = await readForm(request, submitted);
  switch (sent.intent) {
    case "save": {
      const saved = await saveRates(shop, sent);
      if (saved.kind === "saved") return { notice: null, problems: {} };
      if (saved.kind === "stale") return { notice: STALE, problems: {} };
      return { notice: PROBLEMS, problems: saved.problems };
    }
    case "remove":
      return { notice: (await removeRates(shop, sent.version)) ? null : STALE, problems: {} };
    case "retry":
      await wakeProfile(shop);
      return { notice: null, problems: {} };
  }
}

const STALE: Notice = {
  tone: "warning",
  title: { code: "shipping.stale.title" },
  text: { code: "shipping.stale" },
};

export default function ShippingRates() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "rates") return <RatesEditor loaded={loaded} />;
  return (
    <Page title={t("shipping.title")}>
      <NoticeBanner
        notice={{ tone: "warning", title: { code: "shipping.unreadable.title" }, text: loaded.problem }}
      />
    </Page>
  );
}
