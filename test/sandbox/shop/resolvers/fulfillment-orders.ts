import { GraphQLError } from "graphql";
import { resourceNotFound } from "../admin-errors.ts";
import { numberIn } from "../ids.ts";
import { findFulfillmentOrder } from "../orders/fulfillment-orders.ts";
import { type HoldInput, placeHold, releaseHolds } from "../orders/holds.ts";
import { moveFulfillmentOrder } from "../orders/move.ts";
import type { FulfillmentOrder, FulfillmentOrderLine } from "../orders/order.ts";
import {
  acceptCancellation,
  acceptRequest,
  cancelFulfillmentOrder,
  closeFulfillmentRequest,
  rejectCancellation,
  rejectRequest,
  requestCancellation,
  submitRequest,
} from "../orders/requests.ts";
import { mayRead } from "../orders/visibility.ts";
import { findLocation } from "../stock/stock.ts";
import type { UserError } from "../user-errors.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeFulfillmentOrder, describeHold } from "./fulfillment-order-descriptions.ts";
import type { AdminContext, Resolver, Resolvers } from "./resolver.ts";
import { search, type SearchFields } from "./search-syntax.ts";

interface RequestArgs {
  id: string;
  message?: string | null;
}

/** Arguments of an answer, of which each mutation takes some. */
interface AnswerArgs extends RequestArgs {
  estimatedShippedAt?: string | null;
  reason?: string | null;
  lineItems?: { fulfillmentOrderLineItemId: string; message?: string | null }[] | null;
}

interface LineInput {
  id: string;
  quantity: number;
}

interface MoveArgs {
  id: string;
  newLocationId: string;
  fulfillmentOrderLineItems?: LineInput[] | null;
}

interface HoldArgs {
  id: string;
  fulfillmentHold: HoldInput;
}

interface SubmitArgs extends RequestArgs {
  fulfillmentOrderLineItems?: LineInput[] | null;
  notifyCustomer?: boolean | null;
}

type ListArgs = PageArgs & { sortKey?: string | null };

export const fulfillmentOrderResolvers: Resolvers = {
  QueryRoot: {
    fulfillmentOrder: (_source, { id }: { id: string }, context) => {
      const found = findFulfillmentOrder(context.shop, numberIn("FulfillmentOrder", id));
      return found && mayRead(context.grant, found) ? describeFulfillmentOrder(context.shop, found) : null;
    },
    fulfillmentOrders: (
      _source,
      args: ListArgs & { includeClosed?: boolean | null; query?: string | null },
      context,
    ) => {
      const listed = readable(context).filter(({ status }) => args.includeClosed || status !== "CLOSED");
      return page(context, search(listed, args.query, FIELDS), args);
    },
    assignedFulfillmentOrders: (
      _source,
      args: ListArgs & { assignmentStatus?: string | null; locationIds?: string[] | null },
      context,
    ) => {
      // airhorns/shopify-draft-proxy, fulfillment-top-level-reads: without a code, and the whole answer is null.
      if (!context.shop.services.some(({ apiKey }) => apiKey === context.app.apiKey))
        throw new GraphQLError('["The api_client is not associated with any fulfillment service."]');
      const { assignmentStatus, locationIds } = args;
      const locations = locationIds?.map((id) => numberIn("Location", id));
      const statuses = assignmentStatus && ASSIGNMENTS[assignmentStatus];
      const listed = readable(context).filter(
        ({ status, requestStatus, location }) =>
          status !== "CLOSED" &&
          location.service !== null &&
          (!statuses || statuses.includes(requestStatus)) &&
          (!locations || locations.includes(location.id)),
      );
      return page(context, listed, args);
    },
  },
  Mutation: {
    fulfillmentOrderSubmitFulfillmentRequest: (_source, args: SubmitArgs, context) => {
      const original = find(context, args.id);
      const answer = submitRequest(context, original, {
        ...findLines(original, args.fulfillmentOrderLineItems),
        message: args.message ?? null,
        notifyCustomer: args.notifyCustomer ?? null,
      });
      const refused = Array.isArray(answer);
      return {
        originalFulfillmentOrder: refused ? null : describe(context, original),
        submittedFulfillmentOrder: refused ? null : describe(context, answer.submitted),
        unsubmittedFulfillmentOrder: refused ? null : describe(context, answer.unsubmitted),
        userErrors: refused ? answer : [],
      };
    },
    fulfillmentOrderAcceptFulfillmentRequest: answering((context, order, args) => {
      const { message = null, estimatedShippedAt } = args;
      const at = estimatedShippedAt ? new Date(estimatedShippedAt) : null;
      return acceptRequest(context, order, { message, estimatedShippedAt: at });
    }),
    fulfillmentOrderRejectFulfillmentRequest: answering((context, order, args) => {
      const { message = null, reason = null } = args;
      const lineItems = (args.lineItems ?? []).map(
        ({ fulfillmentOrderLineItemId: id, message: why = null }) => ({
          line: lineOf(order, id),
          message: why,
        }),
      );
      return rejectRequest(context, order, { message, reason, lineItems });
    }),
    fulfillmentOrderAcceptCancellationRequest: answering(withMessage(acceptCancellation)),
    fulfillmentOrderRejectCancellationRequest: answering(withMessage(rejectCancellation)),
    fulfillmentOrderClose: answering(withMessage(closeFulfillmentRequest)),
    fulfillmentOrderSubmitCancellationRequest: (_source, { id, message }: RequestArgs, context) => {
      const order = find(context, id);
      const { requestStatus } = order;
      const userErrors = requestCancellation(context, order, message ?? null);
      // The payload still shows the former request status: airhorns/shopify-draft-proxy,
      // fulfillment-order-request-lifecycle.
      const fulfillmentOrder = { ...describeFulfillmentOrder(context.shop, order), requestStatus };
      return { fulfillmentOrder: userErrors.length > 0 ? null : fulfillmentOrder, userErrors };
    },
    fulfillmentOrderMove: (_source, { id, newLocationId, fulfillmentOrderLineItems }: MoveArgs, context) => {
      const original = find(context, id);
      const destination = findLocation(context.shop, numberIn("Location", newLocationId));
      const answer = moveFulfillmentOrder(context, original, {
        destination,
        ...findLines(original, fulfillmentOrderLineItems),
      });
      const refused = "message" in answer;
      return {
        movedFulfillmentOrder: refused ? null : describe(context, answer.moved),
        originalFulfillmentOrder: refused ? null : describe(context, original),
        remainingFulfillmentOrder: refused ? null : describe(context, answer.remaining),
        userErrors: refused ? [answer] : [],
      };
    },
    fulfillmentOrderHold: (_source, { id, fulfillmentHold: input }: HoldArgs, context) => {
      const original = find(context, id);
      const answer = placeHold(context, original, {
        input,
        ...findLines(original, input.fulfillmentOrderLineItems),
      });
      const refused = "message" in answer;
      return {
        fulfillmentHold: refused ? null : describeHold(answer.hold),
        fulfillmentOrder: refused ? null : describe(context, original),
        remainingFulfillmentOrder: refused ? null : describe(context, answer.remaining),
        userErrors: refused ? [answer] : [],
      };
    },
    fulfillmentOrderReleaseHold: (
      _source,
      { id, holdIds }: { id: string; holdIds?: string[] | null },
      context,
    ) => {
      const order = find(context, id);
      releaseHolds(
        context,
        order,
        holdIds?.map((hold) => numberIn("FulfillmentHold", hold)),
      );
      return { fulfillmentOrder: describe(context, order), userErrors: [] };
    },
    fulfillmentOrderCancel: (_source, { id }: { id: string }, context) => {
      const order = find(context, id);
      const answer = cancelFulfillmentOrder(context, order);
      const refused = Array.isArray(answer);
      return {
        fulfillmentOrder: refused ? null : describe(context, order),
        replacementFulfillmentOrder: refused ? null : describe(context, answer.replacement),
        userErrors: refused ? answer : [],
      };
    },
  },
};

/** Admin schema, FulfillmentOrderAssignmentStatus. */
const ASSIGNMENTS: Record<string, string[]> = {
  CANCELLATION_REQUESTED: ["CANCELLATION_REQUESTED"],
  FULFILLMENT_ACCEPTED: ["ACCEPTED", "CANCELLATION_REJECTED"],
  FULFILLMENT_REQUESTED: ["SUBMITTED"],
  FULFILLMENT_UNSUBMITTED: ["UNSUBMITTED"],
};

const FIELDS: SearchFields<FulfillmentOrder> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  assigned_location_id: ({ location }) => location.id,
  updated_at: ({ updatedAt }) => updatedAt,
};

/** Returns the resolver of a step that the service takes with one fulfillment order. */
function answering(
  step: (context: AdminContext, order: FulfillmentOrder, args: AnswerArgs) => UserError[],
): Resolver {
  return (_source, args: AnswerArgs, context) => {
    const order = find(context, args.id);
    const userErrors = step(context, order, args);
    return { fulfillmentOrder: userErrors.length > 0 ? null : describe(context, order), userErrors };
  };
}

function findLines(
  original: FulfillmentOrder,
  inputs: LineInput[] | null | undefined,
): { lines?: { line: FulfillmentOrderLine; quantity: number }[] } {
  if (!inputs?.length) return {};
  return { lines: inputs.map(({ id, quantity }) => ({ line: lineOf(original, id), quantity })) };
}

function withMessage(
  step: (context: AdminContext, order: FulfillmentOrder, message: string | null) => UserError[],
) {
  return (context: AdminContext, order: FulfillmentOrder, { message = null }: AnswerArgs) =>
    step(context, order, message);
}

function lineOf({ lines }: FulfillmentOrder, id: string): FulfillmentOrderLine {
  const number = numberIn("FulfillmentOrderLineItem", id);
  const line = lines.find((each) => each.id === number);
  if (!line) throw resourceNotFound(id);
  return line;
}

function readable({ shop, grant }: AdminContext): FulfillmentOrder[] {
  return shop.orders.flatMap(({ fulfillmentOrders }) =>
    fulfillmentOrders.filter((each) => mayRead(grant, each)),
  );
}

function page(context: AdminContext, listed: FulfillmentOrder[], args: ListArgs) {
  const order = ({ id, updatedAt }: FulfillmentOrder): number =>
    args.sortKey === "UPDATED_AT" ? updatedAt.getTime() : id;
  return connect(listed, args, (each) => describeFulfillmentOrder(context.shop, each), order);
}

/** Finds the fulfillment order that a mutation names, among those that the app may see. */
function find({ shop, grant }: AdminContext, id: string): FulfillmentOrder {
  const found = findFulfillmentOrder(shop, numberIn("FulfillmentOrder", id));
  if (!found || !mayRead(grant, found)) throw resourceNotFound(id);
  return found;
}

function describe({ shop }: AdminContext, order: FulfillmentOrder | null) {
  return order && describeFulfillmentOrder(shop, order);
}
