import { Form, useNavigate } from "@remix-run/react";
import { Box, Icon, InlineGrid, Select, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useState } from "react";

/** What the address says is looked for. */
export type Asked = { query: string; category: string; show: string };

/** Search, category, and how far products are. What is chosen stands in the address. */
export function Filters({ asked, categories }: { asked: Asked; categories: string[] }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState(asked.query);
  const go = (change: Partial<Asked>) => {
    navigate(addressOf({ ...asked, query, ...change }));
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
            label="Search the catalogue"
            labelHidden
            placeholder="Name, brand or SKU"
            prefix={<Icon source={SearchIcon} />}
            autoComplete="off"
            value={query}
            onChange={setQuery}
            clearButton
            onClearButtonClick={() => {
              setQuery("");
              go({ query: "" });
            }}
          />
          <Select
            label="Category"
            labelHidden
            options={[
              { label: "All categories", value: "" },
              ...categories.map((category) => ({ label: category, value: category })),
            ]}
            value={asked.category}
            onChange={(category) => {
              go({ category });
            }}
          />
          <Select
            label="Show"
            labelHidden
            options={[
              { label: "All products", value: "all" },
              { label: "In your shop", value: "imported" },
              { label: "Being imported", value: "importing" },
              { label: "Not imported", value: "skipped" },
            ]}
            value={asked.show}
            onChange={(show) => {
              go({ show });
            }}
          />
        </InlineGrid>
      </Form>
    </Box>
  );
}

/** The page that shows what is asked for, beginning anew or beside a product. */
export function addressOf({ query, category, show }: Asked, place: Record<string, string> = {}): string {
  const filled = Object.entries({ query, category, show: show === "all" ? "" : show, ...place });
  return `?${new URLSearchParams(filled.filter(([, value]) => value !== "")).toString()}`;
}
