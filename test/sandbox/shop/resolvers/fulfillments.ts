import { numberIn } from "../ids.ts";
import { findFulfillmentOrder } from "../orders/fulfillment-orders.ts";
import {
  addEvent,
  cancelFulfillment,
  createFulfillment,
  updateTracking,
  type EventInput,
  type FulfillmentInput,
  type TrackingInput,
} from "../orders/fulfillments.ts";
import type { Fulfillment } from "../orders/order.ts";
import { mayWrite } from "../orders/visibility.ts";
import type { ShopState } from "../state.ts";
import { userError } from "../user-errors.ts";
import { describeEvent, describeFulfillment } from "./fulfillment-order-descriptions.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";

export const fulfillmentResolvers: Resolvers = {
  QueryRoot: {
    fulfillment: (_source, { id }: { id: string }, { shop }) => {
      const found = findFulfillment(shop, id);
      return found ? describeFulfillment(shop, found) : null;
    },
  },
  Mutation: {
    fulfillmentCreate: (_source, { fulfillment: input }: { fulfillment: FulfillmentInput }, context) => {
      const { fulfillment, userErrors } = createFulfillment(context, input, (id) => {
        const order = findFulfillmentOrder(context.shop, numberIn("FulfillmentOrder", id));
        return order && mayWrite(context.grant, order) ? order : undefined;
      });
      return { fulfillment: fulfillment && describeFulfillment(context.shop, fulfillment), userErrors };
    },
    fulfillmentTrackingInfoUpdate: (
      _source,
      { fulfillmentId, trackingInfoInput }: { fulfillmentId: string; trackingInfoInput: TrackingInput },
      context,
    ) => {
      const found = findOwn(context, fulfillmentId);
      // Messages here and below as recorded in airhorns/shopify-draft-proxy, fulfillment-unknown-not-found.
      if (!found) return refuse(["fulfillmentId"], "Fulfillment does not exist.");
      updateTracking(context, found, trackingInfoInput);
      return { fulfillment: describeFulfillment(context.shop, found), userErrors: [] };
    },
    fulfillmentEventCreate: (
      _source,
      { fulfillmentEvent: input }: { fulfillmentEvent: EventInput },
      context,
    ) => {
      const found = findOwn(context, input.fulfillmentId);
      // As recorded in airhorns/shopify-draft-proxy, fulfillment-event-create-validation.
      if (!found) {
        const problem = userError(["fulfillmentEvent", "fulfillmentId"], "Fulfillment does not exist.");
        return { fulfillmentEvent: null, userErrors: [problem] };
      }
      return { fulfillmentEvent: describeEvent(addEvent(context, found, input)), userErrors: [] };
    },
    fulfillmentCancel: (_source, { id }: { id: string }, context) => {
      const found = findOwn(context, id);
      if (!found) return refuse(["id"], "Fulfillment not found.");
      cancelFulfillment(context, found);
      return { fulfillment: describeFulfillment(context.shop, found), userErrors: [] };
    },
  },
};

export function findFulfillment(shop: ShopState, id: string): Fulfillment | undefined {
  const number = numberIn("Fulfillment", id);
  return shop.orders.flatMap(({ fulfillments }) => fulfillments).find((each) => each.id === number);
}

/** Finds a fulfillment whose fulfillment orders the app may change. */
function findOwn({ shop, grant }: AdminContext, id: string): Fulfillment | undefined {
  const found = findFulfillment(shop, id);
  return found?.lines.every(({ fulfillmentOrder }) => mayWrite(grant, fulfillmentOrder)) ? found : undefined;
}

function refuse(field: string[], message: string) {
  return { fulfillment: null, userErrors: [userError(field, message)] };
}
