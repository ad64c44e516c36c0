import type { ImportOptions } from "../../app/catalog/import/import-options.ts";
import { importAddress } from "../../app/catalog/import/runs/selection.ts";
import { launchAddress } from "./admin/launch-address.ts";

/** A merchant's browser without a screen: opens the app's pages and submits their forms, as the admin's frame would. */
export type Merchant = {
  /** A page's HTML, as the frame first loads it. */
  open: (page: string) => Promise<{ status: number; html: string }>;
  /** Returns the data of a page's loader, as the frame requests it while navigating. */
  read: <Data>(page: string, route: string) => Promise<Data>;
  /** Returns the reply of a page's action to a form. */
  submit: <Data>(page: string, route: string, fields: Record<string, string>) => Promise<Data>;
  /**
   * Opens an order's page and presses a button there. The form names the version of the order that the page has
   * shown.
   */
  press: <Data>(orderId: string, intent: string) => Promise<Data>;
  /** Opens the preview of an import of these products, and starts the import if the preview offers it. */
  importProducts: (ids: string[]) => Promise<void>;
};

const IMPORT_PAGE = "routes/app.catalog_.import";
const ORDER_PAGE = "routes/app.orders.$id";

/** The SDK turns away what does not look like a browser. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** `app` is the address the frame shows; `token` mints a session token, as App Bridge would. */
export function merchant({
  app,
  shop,
  token,
}: {
  app: string;
  shop: string;
  token: () => Promise<string>;
}): Merchant {
  const it: Merchant = {
    open: async (path) => {
      const address = launchAddress({ appOrigin: app, path, shop, token: await token(), now: new Date() });
      const response = await fetch(address, { headers: { "user-agent": USER_AGENT, accept: "text/html" } });
      return { status: response.status, html: await response.text() };
    },
    read: async (page, route) => answer(await fetch(dataAddress(page, route), { headers: await signed() })),
    submit: async (page, route, fields) =>
      answer(
        await fetch(dataAddress(page, route), {
          method: "POST",
          headers: await signed(),
          body: new URLSearchParams(fields),
        }),
      ),
    press: async (orderId, intent) => {
      const page = `/app/orders/${orderId}`;
      const { order } = await it.read<{ order: { version: number } }>(page, ORDER_PAGE);
      return it.submit(page, ORDER_PAGE, { intent, version: String(order.version) });
    },
    importProducts: async (ids) => {
      const page = importAddress(ids);
      const preview = await it.read<{ kind: string; options?: ImportOptions }>(page, IMPORT_PAGE);
      if (preview.kind !== "preview") return;
      await it.submit(page, IMPORT_PAGE, { options: JSON.stringify(preview.options) });
    },
  };
  return it;

  function dataAddress(page: string, route: string): URL {
    const address = new URL(page, app);
    address.searchParams.set("_data", route);
    return address;
  }

  async function signed() {
    return { "user-agent": USER_AGENT, authorization: `Bearer ${await token()}` };
  }
}

async function answer<Data>(response: Response): Promise<Data> {
  const text = await response.text();
  const { pathname } = new URL(response.url);
  if (!response.ok) throw new Error(`${pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  // An action that leads to another page answers with its address alone.
  return (response.status === 204 ? null : JSON.parse(text)) as Data;
}
