/** @jsxImportSource preact */
import { AskButton } from "../../shared/ask-button.tsx";
import { BlockFrame } from "../../shared/block-frame.tsx";
import { useBlock } from "../../shared/use-block.ts";
import { type Press, type Reply, type SupplierProduct, toReply } from "./read-product.ts";

/** Shows the supplier's stock and cost of the open product, and its fields that follow the supplier. */
export function ProductBlock() {
  const { translate } = shopify.i18n;
  const product = shopify.data.selected[0]?.id ?? "";
  const locale = translate("language");
  const address = `/api/product-block?${new URLSearchParams({ product, locale }).toString()}`;
  const { reading, notice, retry, press } = useBlock(address, { toReply, failed: translate("failed.press") });
  return (
    <BlockFrame
      reading={reading}
      notice={notice}
      retry={retry}
      summary={reading.kind === "read" ? (reading.reply.product?.label ?? "") : ""}
      translate={translate}
    >
      {reading.kind === "read" && (
        <Standing
          reply={reading.reply}
          press={(pressed) => {
            press(`/api/product-block?locale=${locale}`, { ...pressed, product });
          }}
        />
      )}
    </BlockFrame>
  );
}

type Pressed = (
  pressed: Press extends infer Each ? (Each extends Press ? Omit<Each, "product"> : never) : never,
) => void;

function Standing({ reply: { connected, product }, press }: { reply: Reply; press: Pressed }) {
  const { translate } = shopify.i18n;
  return (
    <s-stack gap="base">
      {!connected && (
        <s-paragraph>
          {translate("notConnected.text")}{" "}
          <s-link href="app:app/settings">{translate("notConnected.connect")}</s-link>
        </s-paragraph>
      )}
      {product === null && connected && (
        <s-paragraph color="subdued">
          {translate("nothing.text")} <s-link href="app:app/links">{translate("nothing.link")}</s-link>
        </s-paragraph>
      )}
      {product !== null && <Product product={product} press={press} />}
    </s-stack>
  );
}

function Product({ product, press }: { product: SupplierProduct; press: Pressed }) {
  const { translate } = shopify.i18n;
  const { label, tone, problem, isDue, variants, moreVariants, followed, own, page } = product;
  return (
    <s-stack gap="small">
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-badge tone={tone}>{label}</s-badge>
        {isDue && <s-text color="subdued">{translate("due")}</s-text>}
      </s-stack>
      {problem !== null && <s-banner tone="warning">{problem}</s-banner>}
      {variants.map(({ id, name, figures, margin, loss }) => (
        <s-stack key={id} gap="none">
          <s-text type="strong">{name}</s-text>
          <s-text>{figures}</s-text>
          {margin !== "" && (loss ? <s-text tone="critical">{margin}</s-text> : <s-text>{margin}</s-text>)}
        </s-stack>
      ))}
      {moreVariants > 0 && (
        <s-text color="subdued">{translate("moreVariants", { count: String(moreVariants) })}</s-text>
      )}
      {followed.length > 0 && (
        <s-paragraph>{translate("followed", { fields: followed.join(", ") })}</s-paragraph>
      )}
      {own.length > 0 && <s-paragraph>{translate("own", { fields: own.join(", ") })}</s-paragraph>}
      <Buttons can={product.can} press={press} />
      <s-link href={`app:${page.replace(/^\//, "")}`}>{translate("open")}</s-link>
    </s-stack>
  );
}

function Buttons({ can: { sync, stop, resume }, press }: { can: SupplierProduct["can"]; press: Pressed }) {
  const { translate } = shopify.i18n;
  if (!sync && !stop && !resume) return null;
  return (
    <s-stack direction="inline" gap="small">
      {sync && (
        <s-button
          onClick={() => {
            press({ intent: "sync" });
          }}
        >
          {translate("button.sync")}
        </s-button>
      )}
      {stop && (
        <>
          <AskButton
            label={translate("button.draft")}
            keep={translate("button.keep")}
            question={[translate("stop.draft")]}
            tone="critical"
            onConfirm={() => {
              press({ intent: "stop", how: "draft" });
            }}
          />
          <AskButton
            label={translate("button.zero")}
            keep={translate("button.keep")}
            question={[translate("stop.zero")]}
            tone="critical"
            onConfirm={() => {
              press({ intent: "stop", how: "zero" });
            }}
          />
        </>
      )}
      {resume && (
        <s-button
          onClick={() => {
            press({ intent: "resume" });
          }}
        >
          {translate("button.resume")}
        </s-button>
      )}
    </s-stack>
  );
}
