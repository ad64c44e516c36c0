import { Form, useNavigate } from "@remix-run/react";
import { Box, Button, Icon, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";
import type { OrderGroup } from "../../orders/states/order-group.ts";

/** The search in the page's address. */
export type Wanted = { show: OrderGroup | "all"; query: string };

/** Searches orders. The address holds the search. */
export function Search({ wanted }: { wanted: Wanted }) {
  const t = useT();
  const navigate = useNavigate();
  const [query, setQuery] = useState(wanted.query);
  const search = (words: string) => {
    navigate(addressOf({ ...wanted, query: words.trim() }));
  };
  return (
    <Box padding="300">
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(query);
        }}
      >
        <TextField
          label={t("orders.search")}
          labelHidden
          placeholder={t("orders.search.placeholder")}
          prefix={<Icon source={SearchIcon} />}
          autoComplete="off"
          maxLength={100}
          value={query}
          onChange={setQuery}
          connectedRight={<Button submit>{t("orders.search.submit")}</Button>}
          clearButton
          onClearButtonClick={() => {
            setQuery("");
            search("");
          }}
        />
      </Form>
    </Box>
  );
}

/** Returns the address of the list, at its beginning or beside an order. */
export function addressOf({ show, query }: Wanted, place: Record<string, string> = {}): string {
  const filled = Object.entries({ show: show === "all" ? "" : show, query, ...place });
  return `?${new URLSearchParams(filled.filter(([, value]) => value !== "")).toString()}`;
}
