import { findKey } from "../connection/connection-store.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callPlatform } from "../wholesale/platform.server.ts";
import type { Page, Product } from "../wholesale/resources.ts";

const PAGE_SIZE = 20;

/** A page of the platform's products, live; or why there is none, with a sentence for the merchant. */
export type ListedProducts =
  | { kind: "page"; page: Page<Product> }
  | { kind: "not-connected" }
  | { kind: "unavailable"; why: "not-offered" | "refused" | "failed"; title: string; text: string };

/** Reads one page of products with the shop's key. `cursor` is the platform's own, null for the first page. */
export async function listProducts(shop: ShopDomain, cursor: string | null): Promise<ListedProducts> {
  const key = await findKey(shop);
  if (key === null) return { kind: "not-connected" };
  try {
    const page = await callPlatform("listProducts", {
      input: { pageSize: PAGE_SIZE, cursor },
      credential: key.apiKey,
    });
    return { kind: "page", page };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unavailable", ...sayWhy(error) };
  }
}

/** That there is a product list at all is assumed, so its absence is nobody's mistake and says so. */
function sayWhy(failure: Failure): {
  why: "not-offered" | "refused" | "failed";
  title: string;
  text: string;
} {
  if (failure.status === 404 || failure.status === 405 || failure.status === 501) {
    return {
      why: "not-offered",
      title: "The catalogue is not available on this platform",
      text: `You are connected, but the platform has no product list where Stockbridge looks for one (it answered ${String(failure.status)}). The platform's documents do not show where it is, so Stockbridge assumes a place. Ask whoever runs Stockbridge for you to adapt it.`,
    };
  }
  if (failure.code === "unauthorized") {
    return {
      why: "refused",
      title: "The platform refuses your key",
      text: "Test the connection on the settings page. If the key was deleted on the platform, disconnect there and connect again.",
    };
  }
  return { why: "failed", title: "The catalogue could not be read just now", text: failure.publicMessage };
}
