import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";

import { requestCancellation } from "../../app/orders/canceling/request-cancellation.server.ts";
import { confirmNotOrdered, confirmOrdered } from "../../app/orders/doubt/confirm-order.server.ts";
import { reviewRequest } from "../../app/orders/ingest/review-request.server.ts";
import type { OrderState } from "../../app/orders/states/order-state.ts";
import { readUpdate } from "../../app/orders/tracking/read-update.server.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import { emptyTables } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";
import {
  pressRetry,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
} from "./shop-world.ts";

/**
 * One order through random commands and random answers of the supplier: the real code, on a real database and over real
 * HTTP, beside a model that fits on a page. After each command the two must agree, and so must the supplier's own ledger.
 */

openQueue();

afterEach(() => {
  wholesale.setFault("placeOrder", "500", 0);
});

/** The order as the app knows it, and as it really is. */
type Model = {
  state: OrderState;
  /** The order's real state with the supplier. */
  there: "nothing" | "alive" | "sent" | "dead";
  /** The shop's request. */
  request:
    | "SUBMITTED"
    | "ACCEPTED"
    | "CANCELLATION_REQUESTED"
    | "CANCELLATION_REJECTED"
    | "REJECTED"
    | "withdrawn"
    | "ended";
  /** True after the shop's request was answered, or found to be gone. */
  isAnswered: boolean;
  isToBeCanceled: boolean;
  /** Doubts with no success between them: after three the whole shop waits, which is another test's affair. */
  doubts: number;
};

type Real = { world: SellingShop; order: RequestedOrder };
type Command = fc.AsyncCommand<Model, Real>;

/** The supplier's possible replies to an order, and their results. */
const TO_AN_ORDER: { fault: FaultName | null; leads: OrderState; takes: boolean }[] = [
  { fault: null, leads: "placed", takes: true },
  ...(["400", "422"] as const).map((fault) => ({ fault, leads: "held" as const, takes: false })),
  ...(["429", "unauthorized"] as const).map((fault) => ({ fault, leads: "ready" as const, takes: false })),
  ...([402, 403, 404, 409, 410, 421, 423, 424, 425, 451, 499, 500, 503] as const).flatMap((status) => [
    { fault: `${status}` as const, leads: "in_doubt" as const, takes: false },
    { fault: `${status}-after-commit` as const, leads: "in_doubt" as const, takes: true },
  ]),
  ...(["reset", "html", "redirect"] as const).map((fault) => ({
    fault,
    leads: "in_doubt" as const,
    takes: false,
  })),
  { fault: "truncated", leads: "in_doubt", takes: true },
];

const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom(...TO_AN_ORDER).map((answer) =>
    command(`an hour passes; an order is answered ${answer.fault ?? "well"}`, {
      may: ({ doubts }) => answer.leads !== "in_doubt" || doubts < 2,
      model: (model) => {
        afterAnHour(model, answer);
      },
      real: async ({ order }) => {
        wholesale.setFault("placeOrder", answer.fault ?? "500", answer.fault === null ? 0 : 1);
        await order.process(3700);
      },
    }),
  ),
  fc.constant(
    command("the merchant presses Try again", {
      may: ({ state }) => state === "held" || state === "ready",
      model: (model) => {
        Object.assign(model, { state: "ready", isToBeCanceled: false });
      },
      real: async ({ world, order }) => {
        await pressRetry(world.shop, order.id);
      },
    }),
  ),
  fc.constant(
    command("the merchant cancels on the page", {
      may: ({ state }) => !["canceled", "rejected", "shipped"].includes(state),
      model: (model) => {
        model.isToBeCanceled = true;
      },
      real: async ({ world, order }) => {
        await requestCancellation(world.shop, { orderId: order.id });
      },
    }),
  ),
  fc.constant(
    command("the merchant takes the request back in the shop", {
      may: ({ request }) => request === "SUBMITTED" || request === "ACCEPTED",
      model: (model) => {
        if (model.request === "SUBMITTED") {
          model.request = "withdrawn";
          return;
        }
        model.request = "CANCELLATION_REQUESTED";
        if (model.state !== "canceled") model.isToBeCanceled = true;
      },
      real: async ({ world, order }) => {
        shopify.merchant.cancelFulfillment(order.name, world.shop);
        await world.ingestRequests();
        await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      },
    }),
  ),
  fc.constant(
    command("the shop repeats what it has said", {
      may: () => true,
      model: () => undefined,
      real: async ({ world, order }) => {
        await world.ingestRequests();
        await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
      },
    }),
  ),
  fc.constant(
    command("a person looks at the supplier's, and says what is there", {
      may: ({ state }) => state === "in_doubt",
      model: (model) => {
        if (model.there === "alive") place(model);
        else model.state = "ready";
      },
      real: async ({ world, order }) => {
        const attempt = (await order.attempts()).at(-1);
        const id = { shop: world.shop, orderId: order.id, attemptId: attempt?.id ?? "" };
        const found = order.bought().find(({ status }) => status === "received");
        // No worker looks before the call is over.
        await timePasses(world.shop, 300);
        const said = found
          ? confirmOrdered(id, { number: found.id as SupplierOrderId, certain: false })
          : confirmNotOrdered(id, { certain: false });
        expect(await said).toEqual({ kind: "confirmed" });
      },
    }),
  ),
  fc.constant(
    command("the supplier sends all of it, and an update is read", {
      may: ({ state, there }) => state === "placed" && there === "alive",
      model: (model) => {
        Object.assign(model, { state: "shipped", there: "sent" });
      },
      real: async ({ world, order }) => {
        const [found] = order.bought().filter(({ status }) => status === "received");
        wholesale.supplier.ledger.ship(found?.id ?? "", { carrier: "DHL", trackingNumber: "1" });
        await timePasses(world.shop, 3700);
        await readUpdate({ shop: world.shop, orderId: order.id });
      },
    }),
  ),
];

/** Advances the model by an hour: to the one step that is due. */
function afterAnHour(model: Model, { leads, takes }: (typeof TO_AN_ORDER)[number]): void {
  switch (model.state) {
    case "held":
    case "ready":
      if (model.isToBeCanceled) {
        model.state = "canceled";
        if (model.request === "SUBMITTED") model.request = "REJECTED";
      } else if (model.request === "withdrawn") model.state = "canceled";
      // A rejected order waits for a person.
      else if (model.state === "ready") {
        if (takes) model.there = "alive";
        if (leads === "placed") {
          place(model);
          answer(model);
        } else model.state = leads;
        if (leads === "in_doubt") model.doubts += 1;
      }
      return;
    case "in_doubt":
      // A missing order proves nothing: the contract does not say when a lookup is reliable.
      if (model.there === "alive") place(model);
      return;
    case "placed":
    case "shipped":
      if (model.isToBeCanceled) cancelThere(model);
      else if (!model.isAnswered) answer(model);
      return;
    default:
      if (model.request === "ACCEPTED") model.request = "ended";
  }
}

/** Accepts an open request. If the request is no longer open, the order is to be canceled. */
function answer(model: Model): void {
  model.isAnswered = true;
  if (model.request === "SUBMITTED") model.request = "ACCEPTED";
  else model.isToBeCanceled = true;
}

function place(model: Model): void {
  Object.assign(model, { state: "placed", doubts: 0 });
}

function cancelThere(model: Model): void {
  model.isToBeCanceled = false;
  if (model.there === "sent") {
    if (model.request === "CANCELLATION_REQUESTED") model.request = "CANCELLATION_REJECTED";
    return;
  }
  Object.assign(model, { state: "canceled", there: "dead" });
  if (model.request === "SUBMITTED") model.request = "REJECTED";
  if (model.request === "CANCELLATION_REQUESTED") model.request = "ended";
}

/** A command, and the look at both sides that follows each. */
function command(
  name: string,
  {
    may,
    model: tell,
    real: act,
  }: {
    may: (model: Readonly<Model>) => boolean;
    model: (model: Model) => void;
    real: (real: Real) => Promise<void>;
  },
): Command {
  return {
    toString: () => name,
    check: (model) => may(model),
    run: async (model, real) => {
      tell(model);
      await act(real);
      await compare(model, real);
    },
  };
}

async function compare(model: Model, { order, world }: Real): Promise<void> {
  const { state } = await order.row();
  const alive = order.bought().filter(({ status }) => status !== "cancelled");
  const request = world.look(order.name).fulfillmentOrders.find(({ id }) => id === order.fulfillmentOrderId);
  expect({ state, alive: alive.length }).toEqual({
    state: model.state,
    alive: model.there === "alive" || model.there === "sent" ? 1 : 0,
  });
  if (OPEN.includes(model.request)) expect(request).toMatchObject({ requestStatus: model.request });
}

const OPEN = ["SUBMITTED", "ACCEPTED", "CANCELLATION_REJECTED", "REJECTED"];

describe("an order", () => {
  it("always has the state that a small model predicts, after any sequence of events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 12 }), async (cmds) => {
        await fc.asyncModelRun(async () => {
          // Doubts of several shops pause all of them, so other tests' shops would count.
          await emptyTables(databaseUrl);
          const world = await sellingShop();
          const order = await requestedOrder(world);
          const model: Model = {
            state: "ready",
            there: "nothing",
            request: "SUBMITTED",
            doubts: 0,
            isAnswered: false,
            isToBeCanceled: false,
          };
          return { model, real: { world, order } };
        }, cmds);
      }),
      // Every run needs a shop of its own, and there are fifty.
      { numRuns: 15, endOnFailure: true },
    );
  });

  it("ends after the supplier's rejection once the merchant cancels the request", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "400", 1);
    await order.process(3700);
    expect(await order.row()).toMatchObject({ state: "held", reason: "rejected" });
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "canceled" });
    expect(order.bought()).toEqual([]);
  });
});
