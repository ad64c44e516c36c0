import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { chooseDefaultChannels } from "../catalog/import/default-channels.server.ts";
import { Failure } from "../lib/failure.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { listChannels } from "../shop/products/publications.server.ts";
import { authenticate } from "../shop/auth/shopify.server.ts";

const chosen = z.array(z.string().max(255)).max(50);

/** Returns the shop's sales channels for the dialog in Settings, or the reason why Shopify did not list them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  try {
    const { channels, onlineStore } = await listChannels(shopDomain.parse(session.shop));
    return { kind: "channels", channels, onlineStore } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation } as const;
  }
}

/** Stores the channels for new products. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const form = await request.formData();
  const [ids, seen] = [chosen.safeParse(form.getAll("id")), chosen.safeParse(form.getAll("seen"))];
  if (!ids.success || !seen.success) throw new Response(null, { status: 400 });
  try {
    const isStored = await chooseDefaultChannels(shopDomain.parse(session.shop), ids.data, seen.data);
    return { kind: isStored ? "stored" : "stale" } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation } as const;
  }
}
