import { resourceNotFound } from "../admin-errors.ts";
import { numberIn } from "../ids.ts";
import { findFulfillmentOrder } from "../orders/fulfillment-orders.ts";
import type { FulfillmentOrder } from "../orders/order.ts";
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
import type { UserError } from "../user-errors.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeFulfillmentOrder } from "./fulfillment-order-descriptions.ts";
import type { AdminContext, Resolver, Resolvers } from "./resolver.ts";
import { search, type SearchFields } from "./search-syntax.ts";

interface AnswerArgs {
  id: string;
  message?: string | null;
}

interface SubmitArgs extends AnswerArgs {
  fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
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
      const lines = args.fulfillmentOrderLineItems?.map(({ id, quantity }) => {
        const number = numberIn("FulfillmentOrderLineItem", id);
        const line = original.lines.find((each) => each.id === number);
        if (!line) throw resourceNotFound(id);
        return { line, quantity };
      });
      const answer = submitRequest(context, original, {
        ...(lines?.length ? { lines } : {}),
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
    fulfillmentOrderAcceptFulfillmentRequest: answering(acceptRequest),
    fulfillmentOrderRejectFulfillmentRequest: answering(rejectRequest),
    fulfillmentOrderAcceptCancellationRequest: answering(acceptCancellation),
    fulfillmentOrderRejectCancellationRequest: answering(rejectCancellation),
    fulfillmentOrderClose: answering(closeFulfillmentRequest),
    fulfillmentOrderSubmitCancellationRequest: (_source, { id, message }: AnswerArgs, context) => {
      const order = find(context, id);
      const { requestStatus } = order;
      const userErrors = requestCancellation(context, order, message ?? null);
      // The payload still shows the request status of before: airhorns/shopify-draft-proxy,
      // fulfillment-order-request-lifecycle.
      const fulfillmentOrder = { ...describeFulfillmentOrder(context.shop, order), requestStatus };
      return { fulfillmentOrder: userErrors.length > 0 ? null : fulfillmentOrder, userErrors };
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

/** Steps that the service takes: one fulfillment order, a message, and what became of it. */
function answering(
  step: (context: AdminContext, order: FulfillmentOrder, message: string | null) => UserError[],
): Resolver {
  return (_source, { id, message }: AnswerArgs, context) => {
    const order = find(context, id);
    const userErrors = step(context, order, message ?? null);
    return { fulfillmentOrder: userErrors.length > 0 ? null : describe(context, order), userErrors };
  };
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

/** The one a mutation is about; what the app may not see is not there. */
function find({ shop, grant }: AdminContext, id: string): FulfillmentOrder {
  const found = findFulfillmentOrder(shop, numberIn("FulfillmentOrder", id));
  if (!found || !mayRead(grant, found)) throw resourceNotFound(id);
  return found;
}

function describe({ shop }: AdminContext, order: FulfillmentOrder | null) {
  return order && describeFulfillmentOrder(shop, order);
}
