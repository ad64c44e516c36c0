import { BlockStack, Card, Link, List, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import { useT } from "../../messages/use-t.ts";
import type { ShownOrder } from "./shown.ts";

/** Shows the rules that allowed the order's automatic request, with the facts that they were applied to. */
export function RulesCard({ rules }: { rules: NonNullable<ShownOrder["rules"]> }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("rules.passed.title")}
        </Text>
        <Text as="p">
          <Moment iso={rules.at}>
            {(at) =>
              rules.version === 0
                ? t("rules.passed.by-default", { at })
                : t("rules.passed.by", { at, version: rules.version })
            }
          </Moment>
        </Text>
        <List>
          {rules.passed.map((each) => (
            <List.Item key={each.code}>{t(each)}</List.Item>
          ))}
        </List>
        <Link url="/app/rules">{t("rules.title")}</Link>
      </BlockStack>
    </Card>
  );
}
