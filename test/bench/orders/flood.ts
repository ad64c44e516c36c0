import { setTimeout as pause } from "node:timers/promises";

import { atMost, type Figure } from "../figure.ts";
import { forgetPeak, residentMb } from "../memory.ts";
import { percentile } from "../statistics.ts";
import { openPoster, sendAtRate } from "./poster.ts";
import { requestBytes, webhookBytes } from "./webhook.ts";
import type { World } from "./world.ts";

/** Half a minute of it: what it takes does not grow after the first seconds. */
const SECONDS = 30;
const BAD = (50_000 / 60) * SECONDS;
const SCALE = `${String(BAD)} in ${String(SECONDS)} s`;
const LEGITIMATE_A_SECOND = 20;
const CONNECTIONS = 100;
const ANNOUNCED = 1024 * 1024;
const FALSELY_SIGNED = "x".repeat(8 * 1024);

/** Webhooks that are not Shopify's, in masses, and legitimate ones among them. */
export async function measureFlood(world: World): Promise<Figure[]> {
  await world.renew();
  const app = await world.startApp({ LOG_LEVEL: "silent" });
  const strangers = [openPoster(app.url, CONNECTIONS), openPoster(app.url, CONNECTIONS)] as const;
  const shopify = openPoster(app.url, 10);
  try {
    await fetch(`${app.url}/readyz`);
    await pause(3000);
    const idle = await residentMb(app.pid);
    await forgetPeak(app.pid);
    const perSecond = BAD / 2 / SECONDS;
    const [unsigned, falselySigned] = [unsignedBytes(), falselySignedBytes()];
    const [none, wrong, right] = await Promise.all([
      sendAtRate(strangers[0], { requests: Array.from({ length: BAD / 2 }, () => unsigned), perSecond }),
      sendAtRate(strangers[1], { requests: Array.from({ length: BAD / 2 }, () => falselySigned), perSecond }),
      sendAtRate(shopify, { requests: legitimate(world), perSecond: LEGITIMATE_A_SECOND }),
    ]);
    const peak = await residentMb(app.pid, "VmHWM");
    const letIn = [...none, ...wrong].filter(({ status }) => status >= 200 && status < 300).length;
    return [
      atMost(200, {
        figure: "flood of 50,000 a minute: legitimate webhooks, p99",
        value: percentile(
          right.map(({ ms }) => ms),
          0.99,
        ),
        unit: "ms",
        scale: SCALE,
      }),
      atMost(0, {
        figure: "flood of 50,000 a minute: legitimate webhooks not acknowledged",
        value: right.filter(({ status }) => status !== 200).length,
        unit: "webhooks",
        scale: SCALE,
      }),
      atMost(0, { figure: "flood of 50,000 a minute: let in", value: letIn, unit: "webhooks", scale: SCALE }),
      atMost(100, {
        figure: "flood of 50,000 a minute: memory above idle",
        value: peak - idle,
        unit: "MB",
        scale: SCALE,
      }),
    ];
  } finally {
    for (const poster of [...strangers, shopify]) poster.close();
    await app.end();
  }
}

const HEADERS = {
  "content-type": "application/json",
  "x-shopify-topic": "orders/paid",
  "x-shopify-shop-domain": "shop-1.myshopify.com",
};

function unsignedBytes(): Buffer {
  return requestBytes("/webhooks", "", HEADERS, ANNOUNCED);
}

function falselySignedBytes(): Buffer {
  const signature = Buffer.alloc(32, "x").toString("base64");
  return requestBytes("/webhooks", FALSELY_SIGNED, { ...HEADERS, "x-shopify-hmac-sha256": signature });
}

function legitimate({ shops, secret }: World): Buffer[] {
  return Array.from({ length: LEGITIMATE_A_SECOND * SECONDS }, (_, index) =>
    webhookBytes(secret, {
      shop: shops[index % shops.length] ?? "",
      topic: "products/update",
      body: { admin_graphql_api_id: `gid://shopify/Product/${String(1000 + index)}` },
    }),
  );
}
