import { BlockStack, Box, Card, InlineStack, List, Text, TextField } from "@shopify/polaris";
import { type RefObject, useState } from "react";

import { AskFirst } from "./ask-first.tsx";
import type { ShownOrder } from "./shown.ts";

type Decision = { intent: "not-ordered" } | { intent: "ordered"; number: string };

/** What only a person can decide: whether the supplier has the order. Both answers say what follows if they are wrong. */
export function DoubtCard({
  order,
  reference,
  supplier,
  busy,
  page,
  submit,
}: {
  order: ShownOrder;
  reference: string;
  supplier: string;
  busy: boolean;
  page: RefObject<HTMLDivElement>;
  submit: (decision: Decision) => void;
}) {
  const [number, setNumber] = useState("");
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            Does the supplier have it?
          </Text>
          <Text as="p">
            Stockbridge began to order this and cannot tell whether the supplier took it. It does not order
            again until that is settled. If you do not want to wait, look yourself:
          </Text>
          <List type="number">
            <List.Item>{`Sign in on ${supplier} and open your orders.`}</List.Item>
            <List.Item>
              {"Look for the reference "}
              <Text as="span" fontWeight="semibold" breakWord>
                {reference}
              </Text>
              {"; where it shows none, for these pieces at that time."}
            </List.Item>
            <List.Item>Say here what you found.</List.Item>
          </List>
        </BlockStack>
        <InlineStack gap="200">
          <AskFirst
            label="It was ordered"
            title="Which number does it have at the supplier?"
            confirm="It was ordered"
            keep="Not yet"
            busy={busy}
            page={page}
            ready={number.trim() !== ""}
            onConfirm={() => {
              submit({ intent: "ordered", number });
            }}
          >
            <BlockStack gap="400">
              <TextField
                label="The supplier's number"
                autoComplete="off"
                maxLength={100}
                value={number}
                onChange={setNumber}
              />
              <Text as="p">
                Stockbridge goes on with that order and sends no other. If it is the wrong one, this order
                never leaves.
              </Text>
            </BlockStack>
          </AskFirst>
          <AskFirst
            label="It was not ordered"
            title={`Was ${order.orderName} surely not ordered?`}
            confirm="It was not ordered"
            keep="Not yet"
            destructive
            busy={busy}
            page={page}
            onConfirm={() => {
              submit({ intent: "not-ordered" });
            }}
          >
            <BlockStack gap="200">
              <Text as="p">
                {order.cancelRequestedAt === null
                  ? "Stockbridge orders it again, at once. If the supplier has the first one after all, it is ordered twice: you pay twice, and your customer gets two parcels."
                  : "Cancelling was asked for, so nothing is ordered again and this order ends. If the supplier has it after all, it leaves all the same and you pay for it."}
              </Text>
              <Box>
                <Text as="span">{"Look for the reference "}</Text>
                <Text as="span" fontWeight="semibold" breakWord>
                  {reference}
                </Text>
                <Text as="span">{` on ${supplier} first.`}</Text>
              </Box>
            </BlockStack>
          </AskFirst>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
