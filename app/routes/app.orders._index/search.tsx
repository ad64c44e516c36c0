import { Form, useNavigate } from "@remix-run/react";
import { Box, Icon, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useState } from "react";

import type { OrderGroup } from "../../orders/order-group.ts";

/** What the address says is looked for. */
export type Asked = { show: OrderGroup | "all"; query: string };

/** Looks orders up. What is looked for stands in the address. */
export function Search({ asked }: { asked: Asked }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState(asked.query);
  const lookFor = (words: string) => {
    navigate(addressOf({ ...asked, query: words.trim() }));
  };
  return (
    <Box padding="300">
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          lookFor(query);
        }}
      >
        <TextField
          label="Search orders"
          labelHidden
          placeholder="#1001, or the supplier's number"
          prefix={<Icon source={SearchIcon} />}
          autoComplete="off"
          maxLength={100}
          value={query}
          onChange={setQuery}
          clearButton
          onClearButtonClick={() => {
            setQuery("");
            lookFor("");
          }}
        />
      </Form>
    </Box>
  );
}

/** The page that shows what is asked for, beginning anew or beside an order. */
export function addressOf({ show, query }: Asked, place: Record<string, string> = {}): string {
  const filled = Object.entries({ show: show === "all" ? "" : show, query, ...place });
  return `?${new URLSearchParams(filled.filter(([, value]) => value !== "")).toString()}`;
}
