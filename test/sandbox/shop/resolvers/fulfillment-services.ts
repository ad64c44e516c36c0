import { deleteService, type DeleteServiceArgs } from "../fulfillment/delete-service.ts";
import {
  createService,
  updateService,
  type FulfillmentService,
  type ServiceInput,
} from "../fulfillment/services.ts";
import { gid, numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { describeManual, describeService } from "./fulfillment-service-descriptions.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";

export const fulfillmentServiceResolvers: Resolvers = {
  QueryRoot: {
    fulfillmentService: (_source, { id }: { id: string }, { shop }) => {
      if (id === gid("FulfillmentService", "manual")) return describeManual(shop);
      const service = findService(shop, id);
      return service ? describeService(shop, service) : null;
    },
  },
  Mutation: {
    fulfillmentServiceCreate: (_source, input: ServiceInput, context) => {
      const { service, userErrors } = createService(context, context.app, input);
      return { fulfillmentService: service && describeService(context.shop, service), userErrors };
    },
    fulfillmentServiceUpdate: (_source, { id, ...input }: ServiceInput & { id: string }, context) => {
      const known = findOwn(context, id);
      const { service, userErrors } = updateService(context, context.app, { service: known, input });
      return { fulfillmentService: service && describeService(context.shop, service), userErrors };
    },
    fulfillmentServiceDelete: (_source, { id, ...args }: DeleteServiceArgs & { id: string }, context) => {
      const service = findOwn(context, id);
      const userErrors = deleteService(context, service, args);
      const deleted = service && userErrors.length === 0;
      return { deletedId: deleted ? gid("FulfillmentService", service.id) : null, userErrors };
    },
  },
};

/** Finds a service of the app's own: another app's cannot be changed. */
function findOwn({ shop, app }: AdminContext, id: string): FulfillmentService | undefined {
  const service = findService(shop, id);
  return service?.apiKey === app.apiKey ? service : undefined;
}

function findService(shop: ShopState, id: string): FulfillmentService | undefined {
  const number = numberIn("FulfillmentService", id);
  return shop.services.find((service) => service.id === number);
}
