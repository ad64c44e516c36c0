import type { CatalogProduct } from "../../catalog/search/read-products.server.ts";
import { marginText, priceText } from "../../components/price-text.ts";
import { webAddress } from "../../lib/http/web-address.ts";
import { adminProductUrl } from "../../shop/ids.ts";
import type { SellingPrice } from "../../catalog/search/price-products.server.ts";
import { productUrl } from "../../components/product-url.ts";
import { formatMoney } from "../../messages/format-money.ts";
import type { Locale, Translate } from "../../messages/translate.ts";

export type Row = ReturnType<typeof toRow>;

/** Returns a product's row. */
export function toRow(product: PricedProduct, { t, locale }: { t: Translate; locale: Locale }) {
  const { cost, price, priceDiffers, stock, image, discontinued, gone, link, ...rest } = product;
  const money = cost && formatMoney(cost, locale);
  const ended = gone ? t("catalog.gone") : discontinued ? t("catalog.discontinued") : null;
  return {
    ...rest,
    url: productUrl(product.id),
    image: webAddress(image),
    cost: money === null ? "" : cost?.differs ? t("catalog.cost-from", { cost: money }) : money,
    price: priceText(price, { t, locale, differs: priceDiffers }),
    ...marginText(price, t),
    stock: stock > 0 ? stock.toLocaleString(locale) : t("catalog.no-stock"),
    inStock: stock > 0,
    /** Reason why it can no longer be imported. */
    ended,
    /**
     * True if selecting the whole page selects it: a product in the shop is imported again only on purpose.
     */
    offered: ended === null && link?.state !== "imported" && link?.state !== "importing",
    link: link && {
      ...link,
      problem: link.problem && t(link.problem),
      url:
        link.state === "imported" && link.shopProductId !== null ? adminProductUrl(link.shopProductId) : null,
    },
  };
}

/** A product of the list with its cheapest variant's selling price. */
export type PricedProduct = Omit<CatalogProduct, "shopPrice"> & {
  price: SellingPrice | null;
  /** True if other variants have a higher selling price. */
  priceDiffers: boolean;
};
