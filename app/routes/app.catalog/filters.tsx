import { Form, useNavigate } from "@remix-run/react";
import { Box, Button, Icon, InlineGrid, Select, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";

/** What the merchant searches for, as the address says. */
export type Search = { query: string; category: string; show: string };

/** Search words, category, and the state of the import. The address holds what is chosen. */
export function Filters({ search, categories }: { search: Search; categories: string[] }) {
  const t = useT();
  const navigate = useNavigate();
  const [query, setQuery] = useState(search.query);
  const go = (change: Partial<Search>) => {
    navigate(addressOf({ ...search, query, ...change }));
  };
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          go({});
        }}
      >
        <InlineGrid columns={{ xs: 1, md: "1fr 240px 200px" }} gap="200">
          <TextField
            label={t("catalog.search")}
            labelHidden
            placeholder={t("catalog.search-by")}
            prefix={<Icon source={SearchIcon} />}
            autoComplete="off"
            value={query}
            onChange={setQuery}
            connectedRight={<Button submit>{t("catalog.search.submit")}</Button>}
            clearButton
            onClearButtonClick={() => {
              setQuery("");
              go({ query: "" });
            }}
          />
          <Select
            label={t("catalog.category")}
            labelHidden
            options={[
              { label: t("catalog.all-categories"), value: "" },
              ...categories.map((category) => ({ label: category, value: category })),
            ]}
            value={search.category}
            onChange={(category) => {
              go({ category });
            }}
          />
          <Select
            label={t("catalog.show")}
            labelHidden
            options={[
              { label: t("catalog.show.all"), value: "all" },
              { label: t("catalog.imported"), value: "imported" },
              { label: t("catalog.importing"), value: "importing" },
              { label: t("catalog.skipped"), value: "skipped" },
            ]}
            value={search.show}
            onChange={(show) => {
              go({ show });
            }}
          />
        </InlineGrid>
      </Form>
    </Box>
  );
}

/** The address of a search's first page, or of the page that a cursor leads to. */
export function addressOf({ query, category, show }: Search, cursor: Record<string, string> = {}): string {
  const filled = Object.entries({ query, category, show: show === "all" ? "" : show, ...cursor });
  return `?${new URLSearchParams(filled.filter(([, value]) => value !== "")).toString()}`;
}
