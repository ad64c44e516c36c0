import express, { type RequestHandler } from "express";
import { z } from "zod";

import { call } from "../control-call.ts";
import type { ShopBackend } from "../backend.ts";
import { triggers } from "./triggers.ts";

const switched = z.object({ shop: z.string(), trigger: z.string(), on: z.enum(["true", "false"]) });

/** The pages `/_flow`: a workflow per trigger with its switch, and the triggers that the app has sent, the newest first. */
export function flowPages(shop: ShopBackend): RequestHandler {
  const pages = express.Router();
  pages.use(express.urlencoded({ extended: false }));
  pages.get("/", (_request, response) => {
    response.send(page(shop.shops.map(section).join("")));
  });
  pages.post(
    "/",
    call(async (request, response) => {
      const { on, ...workflow } = switched.parse(request.body);
      const status = await shop.switchWorkflow({ ...workflow, on: on === "true" });
      if (status >= 200 && status < 300) response.redirect(303, "/_flow");
      else
        response
          .status(502)
          .send(page(`<p>The workflow stays as it was: the app answered ${String(status)}.</p>`));
    }),
  );
  return pages;
}

function section({ domain, flow }: ShopBackend["shops"][number]): string {
  const workflows = triggers.map(({ handle, name }) => {
    const isOn = flow.workflows.has(handle);
    return `<li>${escaped(name)}: ${isOn ? "on" : "off"}
      <form method="post"><input type="hidden" name="shop" value="${domain}"><input type="hidden" name="trigger" value="${handle}">
      <button name="on" value="${String(!isOn)}">Switch ${isOn ? "off" : "on"}</button></form></li>`;
  });
  const received = flow.received.toReversed().map(({ at, handle, payload, started }) => {
    const fields = Object.entries(payload).map(([key, value]) => `${escaped(key)}: ${shown(value)}`);
    return `<li>${at} ${handle}${started ? "" : " (no workflow)"}<br>${fields.join("<br>")}</li>`;
  });
  return `<h2>${domain}</h2><ul>${workflows.join("")}</ul>
    ${received.length === 0 ? "<p>No triggers yet.</p>" : `<ol>${received.join("")}</ol>`}`;
}

function shown(value: unknown): string {
  const text = escaped(String(value));
  return typeof value === "string" && /^https?:/.test(value) ? `<a href="${text}">${text}</a>` : text;
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Flow</title><h1>Shopify Flow</h1>${body}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${String(letter.codePointAt(0))};`);
}
