/* eslint-disable eslint-comments/disable-enable-pair */
/* eslint-disable eslint-comments/no-unlimited-disable */
/* eslint-disable */
import type * as AdminTypes from './admin.types.js';

export type RequestedFulfillmentOrdersQueryVariables = AdminTypes.Exact<{
  status: AdminTypes.FulfillmentOrderAssignmentStatus;
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type RequestedFulfillmentOrdersQuery = { assignedFulfillmentOrders: { nodes: Array<Pick<AdminTypes.FulfillmentOrder, 'id' | 'orderId' | 'orderName'>>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } };

export type AcceptFulfillmentMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type AcceptFulfillmentMutation = { fulfillmentOrderAcceptFulfillmentRequest?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type RejectFulfillmentMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  message?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type RejectFulfillmentMutation = { fulfillmentOrderRejectFulfillmentRequest?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type AcceptCancellationMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type AcceptCancellationMutation = { fulfillmentOrderAcceptCancellationRequest?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type RejectCancellationMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  message?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type RejectCancellationMutation = { fulfillmentOrderRejectCancellationRequest?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type FulfillmentOrderQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type FulfillmentOrderQuery = { fulfillmentOrder?: AdminTypes.Maybe<(
    Pick<AdminTypes.FulfillmentOrder, 'orderId' | 'orderName' | 'status' | 'requestStatus'>
    & { assignedLocation: { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }, order: Pick<AdminTypes.Order, 'displayFinancialStatus'>, destination?: AdminTypes.Maybe<Pick<AdminTypes.FulfillmentOrderDestination, 'firstName' | 'lastName' | 'company' | 'address1' | 'address2' | 'city' | 'province' | 'zip' | 'countryCode' | 'phone' | 'email'>>, lineItems: { nodes: Array<(
        Pick<AdminTypes.FulfillmentOrderLineItem, 'id' | 'remainingQuantity' | 'productTitle' | 'variantTitle' | 'sku'>
        & { variant?: AdminTypes.Maybe<(
          Pick<AdminTypes.ProductVariant, 'id' | 'sku'>
          & { inventoryItem: { unitCost?: AdminTypes.Maybe<Pick<AdminTypes.MoneyV2, 'amount' | 'currencyCode'>> } }
        )>, lineItem: (
          Pick<AdminTypes.LineItem, 'id' | 'currentQuantity'>
          & { discountedUnitPriceAfterAllDiscountsSet: { shopMoney: Pick<AdminTypes.MoneyV2, 'amount' | 'currencyCode'> } }
        ) }
      )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } }
  )> };

export type FulfillmentServicesQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type FulfillmentServicesQuery = { shop: { fulfillmentServices: Array<(
      Pick<AdminTypes.FulfillmentService, 'id' | 'serviceName' | 'type'>
      & { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }
    )> } };

export type CreateFulfillmentServiceMutationVariables = AdminTypes.Exact<{
  name: AdminTypes.Scalars['String']['input'];
}>;


export type CreateFulfillmentServiceMutation = { fulfillmentServiceCreate?: AdminTypes.Maybe<{ fulfillmentService?: AdminTypes.Maybe<(
      Pick<AdminTypes.FulfillmentService, 'id'>
      & { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }
    )>, userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type InstallationQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type InstallationQuery = { shop: Pick<AdminTypes.Shop, 'id'> };

export type StockAtMutationVariables = AdminTypes.Exact<{
  inventoryItemId: AdminTypes.Scalars['ID']['input'];
  locationId: AdminTypes.Scalars['ID']['input'];
  available?: AdminTypes.InputMaybe<AdminTypes.Scalars['Int']['input']>;
  key: AdminTypes.Scalars['String']['input'];
}>;


export type StockAtMutation = { inventoryActivate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type SetAvailableMutationVariables = AdminTypes.Exact<{
  input: AdminTypes.InventorySetQuantitiesInput;
  key: AdminTypes.Scalars['String']['input'];
}>;


export type SetAvailableMutation = { inventorySetQuantities?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.InventorySetQuantitiesUserError, 'code' | 'message'>> }> };

export type UnstockMutationVariables = AdminTypes.Exact<{
  inventoryLevelId: AdminTypes.Scalars['ID']['input'];
}>;


export type UnstockMutation = { inventoryDeactivate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type OrderCancelledQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type OrderCancelledQuery = { order?: AdminTypes.Maybe<Pick<AdminTypes.Order, 'cancelledAt'>> };

export type ShopCurrencyQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type ShopCurrencyQuery = { shop: Pick<AdminTypes.Shop, 'currencyCode'> };

export type ShopProductQueryVariables = AdminTypes.Exact<{
  identifier: AdminTypes.ProductIdentifierInput;
  first: AdminTypes.Scalars['Int']['input'];
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type ShopProductQuery = { productByIdentifier?: AdminTypes.Maybe<(
    Pick<AdminTypes.Product, 'id'>
    & { variants: { nodes: Array<(
        Pick<AdminTypes.ProductVariant, 'id'>
        & { selectedOptions: Array<Pick<AdminTypes.SelectedOption, 'name' | 'value'>>, supplierVariantId?: AdminTypes.Maybe<Pick<AdminTypes.Metafield, 'value'>>, inventoryItem: (
          Pick<AdminTypes.InventoryItem, 'id'>
          & { inventoryLevels: { nodes: Array<(
              Pick<AdminTypes.InventoryLevel, 'id'>
              & { location: Pick<AdminTypes.Location, 'id'>, quantities: Array<Pick<AdminTypes.InventoryQuantity, 'quantity'>> }
            )> } }
        ) }
      )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } }
  )> };

export type SetProductMutationVariables = AdminTypes.Exact<{
  identifier: AdminTypes.ProductSetIdentifiers;
  input: AdminTypes.ProductSetInput;
}>;


export type SetProductMutation = { productSet?: AdminTypes.Maybe<{ product?: AdminTypes.Maybe<Pick<AdminTypes.Product, 'id'>>, userErrors: Array<Pick<AdminTypes.ProductSetUserError, 'message'>> }> };

interface GeneratedQueryTypes {
  "#graphql\n      query requestedFulfillmentOrders($status: FulfillmentOrderAssignmentStatus!, $after: String) {\n        assignedFulfillmentOrders(assignmentStatus: $status, first: 50, after: $after) {\n          nodes { id orderId orderName }\n          pageInfo { hasNextPage endCursor }\n        }\n      }\n    ": {return: RequestedFulfillmentOrdersQuery, variables: RequestedFulfillmentOrdersQueryVariables},
  "#graphql\n      query fulfillmentOrder($id: ID!, $after: String) {\n        fulfillmentOrder(id: $id) {\n          orderId\n          orderName\n          status\n          requestStatus\n          assignedLocation { location { id } }\n          order { displayFinancialStatus }\n          destination {\n            firstName lastName company address1 address2 city province zip countryCode phone email\n          }\n          lineItems(first: 50, after: $after) {\n            nodes {\n              id\n              remainingQuantity\n              productTitle\n              variantTitle\n              sku\n              variant { id sku inventoryItem { unitCost { amount currencyCode } } }\n              lineItem {\n                id\n                currentQuantity\n                discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }\n              }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: FulfillmentOrderQuery, variables: FulfillmentOrderQueryVariables},
  "#graphql\n      query fulfillmentServices {\n        shop { fulfillmentServices { id serviceName type location { id } } }\n      }\n    ": {return: FulfillmentServicesQuery, variables: FulfillmentServicesQueryVariables},
  "#graphql\n        query installation { shop { id } }\n      ": {return: InstallationQuery, variables: InstallationQueryVariables},
  "#graphql\n      query orderCancelled($id: ID!) {\n        order(id: $id) { cancelledAt }\n      }\n    ": {return: OrderCancelledQuery, variables: OrderCancelledQueryVariables},
  "#graphql\n      query shopCurrency { shop { currencyCode } }\n    ": {return: ShopCurrencyQuery, variables: ShopCurrencyQueryVariables},
  "#graphql\n      query shopProduct($identifier: ProductIdentifierInput!, $first: Int!, $after: String) {\n        productByIdentifier(identifier: $identifier) {\n          id\n          variants(first: $first, after: $after) {\n            nodes {\n              id\n              selectedOptions { name value }\n              supplierVariantId: metafield(namespace: \"$app\", key: \"supplier_variant_id\") { value }\n              inventoryItem {\n                id\n                inventoryLevels(first: 4) {\n                  nodes { id location { id } quantities(names: [\"available\"]) { quantity } }\n                }\n              }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: ShopProductQuery, variables: ShopProductQueryVariables},
}

interface GeneratedMutationTypes {
  "#graphql\n      mutation acceptFulfillment($id: ID!) {\n        fulfillmentOrderAcceptFulfillmentRequest(id: $id) { userErrors { message } }\n      }\n    ": {return: AcceptFulfillmentMutation, variables: AcceptFulfillmentMutationVariables},
  "#graphql\n      mutation rejectFulfillment($id: ID!, $message: String) {\n        fulfillmentOrderRejectFulfillmentRequest(id: $id, reason: OTHER, message: $message) {\n          userErrors { message }\n        }\n      }\n    ": {return: RejectFulfillmentMutation, variables: RejectFulfillmentMutationVariables},
  "#graphql\n      mutation acceptCancellation($id: ID!) {\n        fulfillmentOrderAcceptCancellationRequest(id: $id) { userErrors { message } }\n      }\n    ": {return: AcceptCancellationMutation, variables: AcceptCancellationMutationVariables},
  "#graphql\n      mutation rejectCancellation($id: ID!, $message: String) {\n        fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { userErrors { message } }\n      }\n    ": {return: RejectCancellationMutation, variables: RejectCancellationMutationVariables},
  "#graphql\n      mutation createFulfillmentService($name: String!) {\n        fulfillmentServiceCreate(\n          name: $name\n          inventoryManagement: false\n          trackingSupport: false\n          requiresShippingMethod: true\n        ) {\n          fulfillmentService { id location { id } }\n          userErrors { message }\n        }\n      }\n    ": {return: CreateFulfillmentServiceMutation, variables: CreateFulfillmentServiceMutationVariables},
  "#graphql\n      mutation stockAt($inventoryItemId: ID!, $locationId: ID!, $available: Int, $key: String!) {\n        inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId, available: $available)\n        @idempotent(key: $key) {\n          userErrors { message }\n        }\n      }\n    ": {return: StockAtMutation, variables: StockAtMutationVariables},
  "#graphql\n        mutation setAvailable($input: InventorySetQuantitiesInput!, $key: String!) {\n          inventorySetQuantities(input: $input) @idempotent(key: $key) {\n            userErrors { code message }\n          }\n        }\n      ": {return: SetAvailableMutation, variables: SetAvailableMutationVariables},
  "#graphql\n      mutation unstock($inventoryLevelId: ID!) {\n        inventoryDeactivate(inventoryLevelId: $inventoryLevelId) { userErrors { message } }\n      }\n    ": {return: UnstockMutation, variables: UnstockMutationVariables},
  "#graphql\n      mutation setProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {\n        productSet(identifier: $identifier, input: $input, synchronous: true) {\n          product { id }\n          userErrors { message }\n        }\n      }\n    ": {return: SetProductMutation, variables: SetProductMutationVariables},
}
declare module '@shopify/admin-api-client' {
  type InputMaybe<T> = AdminTypes.InputMaybe<T>;
  interface AdminQueries extends GeneratedQueryTypes {}
  interface AdminMutations extends GeneratedMutationTypes {}
}
