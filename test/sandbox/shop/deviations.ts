import { sign, type Envelope } from "./courier.ts";
import { gid } from "./ids.ts";

/** One way in which a real Shopify may differ from the sandbox. */
interface Deviation {
  /**
   * Replaces values in each answer of the Admin API, by their path, such as `data.shop.plan`. A path includes
   * positions in lists.
   */
  answer?: { at: RegExp; is: (value: never) => unknown };
  /** Changes a webhook; null: does not send it. */
  webhook?: (envelope: Envelope, appSecret: string) => Envelope | null;
  /** Allows what the sandbox refuses, if the refusal's sentence matches. */
  lets?: RegExp;
}

/** Each deviation breaks one of the rules that `npm run shop:check` compares (scripts/shop-check/rules.ts). */
const DEVIATIONS = {
  "assigned-elsewhere": {
    answer: {
      at: /\.assignedLocation$/,
      is: () => ({ name: "Shop location", location: { id: gid("Location", 1) } }),
    },
  },
  "callback-elsewhere": {
    answer: { at: /\.callbackUrl$/, is: (url: string | null) => url && "https://elsewhere.example/service" },
  },
  "cancellation-not-shown": {
    answer: {
      at: /\.merchantRequests\.nodes$/,
      is: (requests: { kind: string }[]) => requests.filter(({ kind }) => kind !== "CANCELLATION_REQUEST"),
    },
  },
  "customer-data-withheld": {
    answer: {
      at: /\.destination$/,
      is: (destination: object | null) =>
        destination && Object.fromEntries(Object.keys(destination).map((name) => [name, null])),
    },
  },
  "definition-of-another-type": {
    answer: {
      at: /^data\.(product|variant)\.nodes\.\d+\.type$/,
      is: () => ({ name: "single_line_text_field" }),
    },
  },
  "left-over-name-taken": {
    answer: {
      at: /^data\.namesake$/,
      is: () => ({ fulfillmentService: null, userErrors: [{ message: "Name has already been taken" }] }),
    },
  },
  "location-inactive": { answer: { at: /^data\.locations\.nodes$/, is: () => [] } },
  "no-online-store": { answer: { at: /^data\.publications\.nodes$/, is: () => [] } },
  "no-rates": { answer: { at: /\.rateDefinitionsCount$/, is: () => 0 } },
  "own-name-taken": {
    answer: {
      at: /^data\.renamed\.userErrors$/,
      is: () => [{ code: "TAKEN", message: "You already have a location with this name" }],
    },
  },
  "points-untold": { answer: { at: /^extensions\.cost\.throttleStatus$/, is: () => undefined } },
  "published-not-shown": { answer: { at: /\.resourcePublicationsV2\.nodes$/, is: () => [] } },
  "second-cancellation-refused": {
    answer: {
      at: /^data\.again\.userErrors$/,
      is: () => [{ message: "Cancellation request has already been rejected." }],
    },
  },
  "scope-not-granted": {
    answer: {
      at: /\.accessScopes$/,
      is: (scopes: { handle: string }[]) => scopes.filter(({ handle }) => handle !== "write_inventory"),
    },
  },
  "stale-stock-accepted": {
    answer: { at: /^data\.inventorySetQuantities\.userErrors$/, is: () => [] },
  },
  "stock-not-set": { answer: { at: /\.inventoryLevel\.quantities$/, is: () => [{ quantity: 0 }] } },
  "taken-product-id-accepted": { answer: { at: /^data\.metafieldsSet\.userErrors$/, is: () => [] } },
  "second-product-made": { lets: /^Value is already assigned/ },
  "taken-variant-id-accepted": {
    answer: { at: /^data\.productVariantsBulkCreate\.userErrors$/, is: () => [] },
  },
  "tracking-lost": { answer: { at: /\.trackingInfo$/, is: () => [] } },
  "variant-without-picture": {
    answer: { at: /^data\.pictured\.variants\.nodes\.0\.media\.nodes$/, is: () => [] },
  },
  "webhook-late": {
    webhook: (envelope) => {
      const triggeredAt = new Date(envelope.headers["X-Shopify-Triggered-At"] ?? "");
      const earlier = new Date(triggeredAt.getTime() - HOUR_MS).toISOString();
      return { ...envelope, headers: { ...envelope.headers, "X-Shopify-Triggered-At": earlier } };
    },
  },
  "webhook-missing": { webhook: (envelope) => (envelope.topic === "orders/paid" ? null : envelope) },
  "webhook-version-older": { answer: { at: /\.webhookApiVersion$/, is: () => "2026-04" } },
  "webhook-without-ids": {
    webhook: (envelope, appSecret) => signed({ ...envelope, body: "{}" }, appSecret),
  },
  "webhooks-signed-otherwise": { webhook: (envelope, appSecret) => signed(envelope, `not ${appSecret}`) },
  "zones-kept": {
    answer: {
      at: /^data\.deliveryProfile\.profileLocationGroups\.\d+\.locationGroupZones\.nodes$/,
      is: (zones: object[]) => [...zones, { zone: { id: gid("DeliveryZone", 1) } }],
    },
  },
} satisfies Record<string, Deviation>;

export type DeviationName = keyof typeof DEVIATIONS;

export const deviationNames = Object.keys(DEVIATIONS) as DeviationName[];

/** An answer of the Admin API as a shop with this deviation gives it. */
export function deviatingAnswer<Answer>(name: DeviationName | null, answer: Answer): Answer {
  const deviation: Deviation = name === null ? {} : DEVIATIONS[name];
  if (deviation.answer === undefined) return answer;
  const { at, is } = deviation.answer;
  const replace = (value: unknown, path: string): unknown => {
    if (at.test(path)) return is(value as never);
    if (typeof value !== "object" || value === null) return value;
    const below = (key: string | number, inner: unknown) =>
      replace(inner, path ? `${path}.${key}` : `${key}`);
    if (Array.isArray(value)) return value.map((inner, index) => below(index, inner));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, below(key, inner)]));
  };
  return replace(answer, "") as Answer;
}

/** A webhook as a shop with this deviation sends it; null when it sends none. */
export function deviatingWebhook(
  name: DeviationName | null,
  envelope: Envelope,
  appSecret: string,
): Envelope | null {
  const deviation: Deviation = name === null ? {} : DEVIATIONS[name];
  return deviation.webhook === undefined ? envelope : deviation.webhook(envelope, appSecret);
}

/** Returns the errors that remain in a shop with this deviation. */
export function deviatingErrors<Refusal extends { message: string }>(
  name: DeviationName | null,
  errors: Refusal[],
): Refusal[] {
  const { lets }: Deviation = name === null ? {} : DEVIATIONS[name];
  return lets === undefined ? errors : errors.filter(({ message }) => !lets.test(message));
}

const HOUR_MS = 3_600_000;

function signed(envelope: Envelope, secret: string): Envelope {
  const signature = sign(envelope.body, secret);
  return { ...envelope, headers: { ...envelope.headers, "X-Shopify-Hmac-Sha256": signature } };
}
