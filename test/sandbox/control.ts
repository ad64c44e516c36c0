import express, { type RequestHandler } from "express";

import type { SandboxMail } from "./mail/mail-server.ts";
import type { ShopBackend } from "./shop/backend.ts";
import { flowPages } from "./shop/flow/pages.ts";
import type { WholesaleService } from "./wholesale/service.ts";

/** Puts the control calls before the admin's pages. */
export function openControl({
  admin,
  shop,
  wholesale,
  mail,
}: {
  admin: RequestHandler;
  shop: ShopBackend;
  wholesale: WholesaleService | null;
  mail: SandboxMail;
}): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.use("/_shop", shop.control);
  app.use("/_mail", mail.inbox);
  app.use("/_flow", flowPages(shop));
  app.use(
    "/_wholesale",
    wholesale?.control ??
      ((_, response) => {
        response
          .status(404)
          .json({ error: "A foreign supplier is in use: the sandbox cannot look into it." });
      }),
  );
  app.use(admin);
  return app;
}
