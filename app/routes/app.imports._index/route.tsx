import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Card,
  EmptySearchResult,
  InlineStack,
  Link,
  Page,
  Pagination,
  Text,
} from "@shopify/polaris";

import { listImports } from "../../catalog/import/runs/find-import.server.ts";
import { pageTitle } from "../../components/document.tsx";
import { Moment } from "../../components/moment.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { ImportBadge } from "./import-badge.tsx";

export const meta = pageTitle((t) => t("imports.title"));

const REFRESH_MS = 5000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  return listImports(shopDomain.parse(session.shop), placeIn(searchParamsOf(request)));
}

export default function Imports() {
  const { rows, newer, older } = useLoaderData<typeof loader>();
  const t = useT();
  const navigate = useNavigate();
  usePolling(rows.some(({ state }) => state === "running") ? REFRESH_MS : null);
  return (
    <Page title={t("imports.title")} backAction={{ content: t("catalog.title"), url: "/app/catalog" }}>
      <BlockStack gap="400">
        <Card padding="0">
          {rows.length === 0 && (
            <Box padding="400">
              <EmptySearchResult title={t("imports.none.title")} description={t("imports.none")} />
            </Box>
          )}
          {rows.map((row, index) => (
            <Box
              key={row.id}
              padding="400"
              borderBlockStartWidth={index > 0 ? "025" : "0"}
              borderColor="border"
            >
              <InlineStack align="space-between" blockAlign="center" gap="200">
                <BlockStack gap="100">
                  <Link url={`/app/imports/${row.id}`} monochrome removeUnderline>
                    <Text as="span" fontWeight="medium">
                      <Moment iso={row.requestedAt} />
                    </Text>
                  </Link>
                  <Text as="p" tone="subdued" variant="bodySm">
                    {[
                      t("imports.progress.bar", {
                        done: Math.min(row.imported + row.skipped, row.total),
                        total: row.total,
                      }),
                      ...(row.skipped > 0 ? [t("imports.progress.skipped", { count: row.skipped })] : []),
                    ].join(" · ")}
                  </Text>
                </BlockStack>
                <ImportBadge {...row} />
              </InlineStack>
            </Box>
          ))}
        </Card>
        {(newer !== null || older !== null) && (
          <InlineStack align="center">
            <Pagination
              accessibilityLabel={t("imports.pages")}
              hasPrevious={newer !== null}
              hasNext={older !== null}
              previousTooltip={t("imports.newer")}
              nextTooltip={t("imports.older")}
              onPrevious={() => {
                navigate(`?newer-than=${newer ?? ""}`);
              }}
              onNext={() => {
                navigate(`?older-than=${older ?? ""}`);
              }}
            />
          </InlineStack>
        )}
      </BlockStack>
    </Page>
  );
}
