import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, Banner, BlockStack, InlineStack, Layout, Page } from "@shopify/polaris";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import { findProduct } from "../../catalog/sync/views/find-product.server.ts";
import { HistoryCard } from "../../components/history-card.tsx";
import { pageTitle } from "../../components/page-locale.ts";
import { ProblemText } from "../../components/problem-text.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { adminProductUrl } from "../../shop/ids.ts";
import { authenticate } from "../../shopify.server.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { DescriptionCard } from "./description-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { PicturesCard } from "./pictures-card.tsx";
import { VariantsCard } from "./variants-card.tsx";

export const meta: MetaFunction = pageTitle((t) => t("product.one"));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const id = (params["id"] ?? "").replaceAll("\0", "") as SupplierProductId;
  const product = await findProduct(shopDomain.parse(session.shop), id);
  if (product === null) throw new Response(null, { status: 404 });
  return { product };
}

const BADGES = {
  importing: { tone: "info", code: "catalog.importing" },
  imported: { tone: "success", code: "catalog.imported" },
  skipped: { tone: "critical", code: "catalog.skipped" },
  "needs-linking": { tone: "attention", code: "catalog.needs-linking" },
} as const;

export default function ProductPage() {
  const { product } = useLoaderData<typeof loader>();
  const t = useT();
  const { name, link, gone, discontinued, history } = product;
  const isImporting = link?.state === "importing";
  usePolling(isImporting ? 2000 : null);
  const adminUrl =
    link?.state === "imported" && link.shopProductId !== null ? adminProductUrl(link.shopProductId) : null;
  const ended = gone ? "catalog.gone" : discontinued ? "catalog.discontinued" : null;
  return (
    <Page
      title={name}
      titleMetadata={
        <InlineStack gap="100" as="span">
          {ended !== null && <Badge>{t(ended)}</Badge>}
          {link && <Badge tone={BADGES[link.state].tone}>{t(BADGES[link.state].code)}</Badge>}
        </InlineStack>
      }
      backAction={{ content: t("catalog.title"), url: "/app/catalog" }}
      {...(ended === null && {
        primaryAction: {
          content: t(link?.state === "imported" ? "product.import-again" : "catalog.import"),
          loading: isImporting,
          url: importAddress([product.id]),
        },
      })}
      secondaryActions={adminUrl === null ? [] : [{ content: t("product.open-in-shopify"), url: adminUrl }]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {ended !== null && (
              <Banner tone="warning">
                <p>{t(gone ? "catalog.skip.not-listed" : "catalog.skip.discontinued")}</p>
              </Banner>
            )}
            {link?.problem && (
              <Banner tone={link.state === "importing" ? "info" : "warning"}>
                <ProblemText problem={link.problem} />
              </Banner>
            )}
            {product.waitingPrices > 0 && (
              <Banner
                tone="warning"
                title={t("sync.approvals.title", { count: product.waitingPrices })}
                action={{ content: t("sync.approvals.action"), url: "/app/sync?show=approvals" }}
              />
            )}
            <VariantsCard variants={product.variants} options={product.options} />
            <DescriptionCard html={product.descriptionHtml} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <PicturesCard images={product.images} name={name} />
            <FactsCard product={product} adminUrl={adminUrl} />
            {history.length > 0 && <HistoryCard title={t("product.history")} events={history} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}
