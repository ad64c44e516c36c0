import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { z } from "zod";

import { pageTitle } from "../../components/document.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { writtenLanguage } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { loadRules } from "../../orders/rules/load-rules.server.ts";
import { saveRulesForm } from "../../orders/rules/save-rules.server.ts";
import { rulesForm } from "../../orders/rules/rules-form.ts";
import { namedCountries } from "../../shop/countries.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { type Answer, RulesEditor } from "./rules-editor.tsx";

export const meta = pageTitle((t) => t("rules.title"));

const submitted = z.object({
  intent: z.literal("save"),
  form: jsonField.pipe(rulesForm),
  version: z.coerce.number().int().min(0),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const language = writtenLanguage(request);
  const loaded = await loadRules(shopDomain.parse(session.shop), language);
  return loaded.kind === "rules" ? { ...loaded, countries: namedCountries(language) } : loaded;
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const saved = await saveRulesForm(shopDomain.parse(session.shop), await readForm(request, submitted));
  if (saved.kind === "saved") return { notice: SAVED, problems: {} };
  if (saved.kind === "stale") return { notice: STALE, problems: {} };
  return { notice: PROBLEMS, problems: saved.problems };
}

const SAVED: Notice = {
  tone: "success",
  title: { code: "rules.saved.title" },
  text: { code: "rules.saved" },
};
const STALE: Notice = {
  tone: "warning",
  title: { code: "rules.stale.title" },
  text: { code: "rules.stale" },
};
const PROBLEMS: Notice = {
  tone: "critical",
  title: { code: "rules.problems.title" },
  text: { code: "rules.problems" },
};

export default function Rules() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "rules") return <RulesEditor loaded={loaded} />;
  return (
    <Page title={t("rules.title")}>
      <NoticeBanner
        notice={{ tone: "warning", title: { code: "rules.unreadable.title" }, text: loaded.problem }}
      />
    </Page>
  );
}
