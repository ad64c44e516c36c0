import { Link, Text } from "@shopify/polaris";

import { productUrl } from "./product-url.ts";

type Props = { id: string; name: string; as?: "h3" | "p" };

/** Shows the name of a supplier's product, as a link to its page. */
export function ProductLink({ id, name, as = "p" }: Props) {
  return (
    <Text as={as} variant="bodyMd" fontWeight="semibold" breakWord>
      <Link url={productUrl(id)} removeUnderline monochrome>
        <bdi>{name}</bdi>
      </Link>
    </Text>
  );
}
