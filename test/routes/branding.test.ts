import { describe, expect, it } from "vitest";

import { findBranding } from "../../app/branding/branding-store.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { wholesale } from "../support/world.ts";

openQueue();

const RECT = '<rect width="80" height="30" fill="#0a5c36"/>';

async function connectedShop(): Promise<ShopDomain> {
  const shop = await installedShop();
  await connect(shop, wholesale.account);
  return shop;
}

/** Presses a button of the branding page, with a logo of these elements. */
function press(intent: "save" | "publish", shop: ShopDomain, inside: string) {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inside}</svg>`;
  const fields = {
    intent,
    seen: "live",
    brandName: "Größe & Söhne",
    logo: `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`,
    primaryColor: "",
    packingSlipMessage: "",
    returnAddress: "",
    supportEmail: "",
    supportPhone: "",
  };
  return submitted(["/app/branding", "routes/app.branding"], fields, shop);
}

describe("the branding page", () => {
  it("saves an SVG logo as a PNG", async () => {
    const shop = await connectedShop();
    expect(await press("save", shop, RECT)).toEqual({ status: 200, answer: { notice: null, problems: {} } });
    const { draft } = await findBranding(shop);
    expect(draft?.branding.logo).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });

  it("publishes an SVG logo to the supplier as a PNG", async () => {
    const shop = await connectedShop();
    expect(await press("publish", shop, `${RECT}<script>alert(1)</script>`)).toMatchObject({
      answer: { notice: { tone: "success" }, problems: {} },
    });
    expect(wholesale.supplier.branding.read().logo).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });

  it("rejects an SVG logo that contains text, with a message at the field, and saves and publishes nothing", async () => {
    const shop = await connectedShop();
    wholesale.supplier.branding.write({ ...wholesale.supplier.branding.read(), logo: null });
    for (const intent of ["save", "publish"] as const) {
      expect(await press(intent, shop, `${RECT}<text y="40">Größe</text>`)).toEqual({
        status: 200,
        answer: { notice: null, problems: { logo: { code: "branding.problem.logo.text" } } },
      });
    }
    expect(await findBranding(shop)).toMatchObject({ draft: null, published: null, open: null });
    expect(wholesale.supplier.branding.read().logo).toBeNull();
  });

  it("shows each published version, and none to another shop", async () => {
    const [shop, stranger] = [await connectedShop(), await connectedShop()];
    await press("publish", shop, RECT);
    const page = async (reader: ShopDomain, version: string) => {
      const { status, html } = await renderedPage(`/app/branding?version=${version}`, {
        shop: reader,
        locale: "en",
      });
      expect(status).toBe(200);
      return html;
    };
    expect(await page(shop, "1")).toContain("Branding version 1");
    expect(await page(shop, "1")).toContain("Größe &amp; Söhne");
    for (const version of ["2", "0", "x", "99999999999"])
      expect(await page(shop, version), version).not.toContain("Branding version");
    expect(await page(stranger, "1")).not.toContain("Branding version");
  });
});
