/* eslint-disable eslint-comments/disable-enable-pair */
/* eslint-disable eslint-comments/no-unlimited-disable */
/* eslint-disable */
import type * as AdminTypes from './admin.types.js';

export type AccessScopesQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type AccessScopesQuery = { currentAppInstallation: { accessScopes: Array<Pick<AdminTypes.AccessScope, 'handle'>> } };

export type InstallationQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type InstallationQuery = { shop: Pick<AdminTypes.Shop, 'id'> };

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

export type UnrequestedFulfillmentOrdersQueryVariables = AdminTypes.Exact<{
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type UnrequestedFulfillmentOrdersQuery = { assignedFulfillmentOrders: { nodes: Array<(
      Pick<AdminTypes.FulfillmentOrder, 'createdAt' | 'status' | 'orderId'>
      & { order: Pick<AdminTypes.Order, 'createdAt' | 'cancelledAt' | 'displayFinancialStatus'> }
    )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } };

export type AcceptedFulfillmentOrdersQueryVariables = AdminTypes.Exact<{
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type AcceptedFulfillmentOrdersQuery = { assignedFulfillmentOrders: { nodes: Array<Pick<AdminTypes.FulfillmentOrder, 'id' | 'orderId' | 'orderName'>>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } };

export type SubmitFulfillmentRequestMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type SubmitFulfillmentRequestMutation = { fulfillmentOrderSubmitFulfillmentRequest?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type FulfillmentRequestStatusQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type FulfillmentRequestStatusQuery = { fulfillmentOrder?: AdminTypes.Maybe<Pick<AdminTypes.FulfillmentOrder, 'requestStatus'>> };

export type RequestableOrderQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type RequestableOrderQuery = { order?: AdminTypes.Maybe<(
    Pick<AdminTypes.Order, 'name' | 'cancelledAt' | 'displayFinancialStatus'>
    & { fulfillmentOrders: { nodes: Array<(
        Pick<AdminTypes.FulfillmentOrder, 'id' | 'status' | 'requestStatus'>
        & { assignedLocation: { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }, merchantRequests: { nodes: Array<Pick<AdminTypes.FulfillmentOrderMerchantRequest, 'id'>> } }
      )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } }
  )> };

export type FulfillmentServicesQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type FulfillmentServicesQuery = { shop: { fulfillmentServices: Array<(
      Pick<AdminTypes.FulfillmentService, 'id' | 'serviceName' | 'type' | 'callbackUrl'>
      & { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }
    )> } };

export type CreateFulfillmentServiceMutationVariables = AdminTypes.Exact<{
  name: AdminTypes.Scalars['String']['input'];
}>;


export type CreateFulfillmentServiceMutation = { fulfillmentServiceCreate?: AdminTypes.Maybe<{ fulfillmentService?: AdminTypes.Maybe<(
      Pick<AdminTypes.FulfillmentService, 'id'>
      & { location?: AdminTypes.Maybe<Pick<AdminTypes.Location, 'id'>> }
    )>, userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type SetFulfillmentServiceCallbackMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  callbackUrl: AdminTypes.Scalars['URL']['input'];
}>;


export type SetFulfillmentServiceCallbackMutation = { fulfillmentServiceUpdate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type CreateFulfillmentMutationVariables = AdminTypes.Exact<{
  fulfillment: AdminTypes.FulfillmentInput;
}>;


export type CreateFulfillmentMutation = { fulfillmentCreate?: AdminTypes.Maybe<{ fulfillment?: AdminTypes.Maybe<Pick<AdminTypes.Fulfillment, 'id'>>, userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type UpdateTrackingMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  tracking: AdminTypes.FulfillmentTrackingInput;
  notifyCustomer: AdminTypes.Scalars['Boolean']['input'];
}>;


export type UpdateTrackingMutation = { fulfillmentTrackingInfoUpdate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type CloseFulfillmentOrderMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  message?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type CloseFulfillmentOrderMutation = { fulfillmentOrderClose?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type ShippableLinesQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type ShippableLinesQuery = { fulfillmentOrder?: AdminTypes.Maybe<(
    Pick<AdminTypes.FulfillmentOrder, 'status' | 'requestStatus'>
    & { lineItems: { nodes: Array<(
        Pick<AdminTypes.FulfillmentOrderLineItem, 'id' | 'remainingQuantity'>
        & { lineItem: Pick<AdminTypes.LineItem, 'id'> }
      )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } }
  )> };

export type ShippedFulfillmentsQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
  after?: AdminTypes.InputMaybe<AdminTypes.Scalars['String']['input']>;
}>;


export type ShippedFulfillmentsQuery = { fulfillmentOrder?: AdminTypes.Maybe<{ fulfillments: { nodes: Array<(
        Pick<AdminTypes.Fulfillment, 'id' | 'status'>
        & { trackingInfo: Array<Pick<AdminTypes.FulfillmentTrackingInfo, 'company' | 'number' | 'url'>>, fulfillmentLineItems: { nodes: Array<(
            Pick<AdminTypes.FulfillmentLineItem, 'quantity'>
            & { lineItem: Pick<AdminTypes.LineItem, 'id'> }
          )> } }
      )>, pageInfo: Pick<AdminTypes.PageInfo, 'hasNextPage' | 'endCursor'> } }> };

export type ActivateStockMutationVariables = AdminTypes.Exact<{
  inventoryItemId: AdminTypes.Scalars['ID']['input'];
  locationId: AdminTypes.Scalars['ID']['input'];
  available?: AdminTypes.InputMaybe<AdminTypes.Scalars['Int']['input']>;
  key: AdminTypes.Scalars['String']['input'];
}>;


export type ActivateStockMutation = { inventoryActivate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type SetAvailableMutationVariables = AdminTypes.Exact<{
  input: AdminTypes.InventorySetQuantitiesInput;
  key: AdminTypes.Scalars['String']['input'];
}>;


export type SetAvailableMutation = { inventorySetQuantities?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.InventorySetQuantitiesUserError, 'code' | 'message'>> }> };

export type DeactivateStockMutationVariables = AdminTypes.Exact<{
  inventoryLevelId: AdminTypes.Scalars['ID']['input'];
}>;


export type DeactivateStockMutation = { inventoryDeactivate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

export type OrderCancelledQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type OrderCancelledQuery = { order?: AdminTypes.Maybe<Pick<AdminTypes.Order, 'cancelledAt'>> };

export type CancelledOrdersQueryVariables = AdminTypes.Exact<{
  ids: Array<AdminTypes.Scalars['ID']['input']> | AdminTypes.Scalars['ID']['input'];
}>;


export type CancelledOrdersQuery = { nodes: Array<AdminTypes.Maybe<Pick<AdminTypes.Order, 'id' | 'cancelledAt'>>> };

export type ProductStatusQueryVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type ProductStatusQuery = { product?: AdminTypes.Maybe<Pick<AdminTypes.Product, 'status'>> };

export type MakeDraftMutationVariables = AdminTypes.Exact<{
  id: AdminTypes.Scalars['ID']['input'];
}>;


export type MakeDraftMutation = { productUpdate?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

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

export type UnlinkShopProductMutationVariables = AdminTypes.Exact<{
  metafields: Array<AdminTypes.MetafieldIdentifierInput> | AdminTypes.MetafieldIdentifierInput;
}>;


export type UnlinkShopProductMutation = { metafieldsDelete?: AdminTypes.Maybe<{ userErrors: Array<Pick<AdminTypes.UserError, 'message'>> }> };

interface GeneratedQueryTypes {
  "#graphql\n      query accessScopes { currentAppInstallation { accessScopes { handle } } }\n    ": {return: AccessScopesQuery, variables: AccessScopesQueryVariables},
  "#graphql\n        query installation { shop { id } }\n      ": {return: InstallationQuery, variables: InstallationQueryVariables},
  "#graphql\n      query requestedFulfillmentOrders($status: FulfillmentOrderAssignmentStatus!, $after: String) {\n        assignedFulfillmentOrders(assignmentStatus: $status, first: 50, after: $after) {\n          nodes { id orderId orderName }\n          pageInfo { hasNextPage endCursor }\n        }\n      }\n    ": {return: RequestedFulfillmentOrdersQuery, variables: RequestedFulfillmentOrdersQueryVariables},
  "#graphql\n      query fulfillmentOrder($id: ID!, $after: String) {\n        fulfillmentOrder(id: $id) {\n          orderId\n          orderName\n          status\n          requestStatus\n          assignedLocation { location { id } }\n          order { displayFinancialStatus }\n          destination {\n            firstName lastName company address1 address2 city province zip countryCode phone email\n          }\n          lineItems(first: 50, after: $after) {\n            nodes {\n              id\n              remainingQuantity\n              productTitle\n              variantTitle\n              sku\n              variant { id sku inventoryItem { unitCost { amount currencyCode } } }\n              lineItem {\n                id\n                currentQuantity\n                discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }\n              }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: FulfillmentOrderQuery, variables: FulfillmentOrderQueryVariables},
  "#graphql\n      query unrequestedFulfillmentOrders($after: String) {\n        assignedFulfillmentOrders(\n          assignmentStatus: FULFILLMENT_UNSUBMITTED, sortKey: ID, reverse: true, first: 50, after: $after\n        ) {\n          nodes { createdAt status orderId order { createdAt cancelledAt displayFinancialStatus } }\n          pageInfo { hasNextPage endCursor }\n        }\n      }\n    ": {return: UnrequestedFulfillmentOrdersQuery, variables: UnrequestedFulfillmentOrdersQueryVariables},
  "#graphql\n      query acceptedFulfillmentOrders($after: String) {\n        assignedFulfillmentOrders(\n          assignmentStatus: FULFILLMENT_ACCEPTED, sortKey: ID, first: 50, after: $after\n        ) {\n          nodes { id orderId orderName }\n          pageInfo { hasNextPage endCursor }\n        }\n      }\n    ": {return: AcceptedFulfillmentOrdersQuery, variables: AcceptedFulfillmentOrdersQueryVariables},
  "#graphql\n      query fulfillmentRequestStatus($id: ID!) {\n        fulfillmentOrder(id: $id) { requestStatus }\n      }\n    ": {return: FulfillmentRequestStatusQuery, variables: FulfillmentRequestStatusQueryVariables},
  "#graphql\n      query requestableOrder($id: ID!, $after: String) {\n        order(id: $id) {\n          name\n          cancelledAt\n          displayFinancialStatus\n          fulfillmentOrders(first: 20, after: $after) {\n            nodes {\n              id\n              status\n              requestStatus\n              assignedLocation { location { id } }\n              merchantRequests(first: 1) { nodes { id } }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: RequestableOrderQuery, variables: RequestableOrderQueryVariables},
  "#graphql\n      query fulfillmentServices {\n        shop { fulfillmentServices { id serviceName type callbackUrl location { id } } }\n      }\n    ": {return: FulfillmentServicesQuery, variables: FulfillmentServicesQueryVariables},
  "#graphql\n      query shippableLines($id: ID!, $after: String) {\n        fulfillmentOrder(id: $id) {\n          status\n          requestStatus\n          lineItems(first: 100, after: $after) {\n            nodes { id remainingQuantity lineItem { id } }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: ShippableLinesQuery, variables: ShippableLinesQueryVariables},
  "#graphql\n      query shippedFulfillments($id: ID!, $after: String) {\n        fulfillmentOrder(id: $id) {\n          fulfillments(first: 5, after: $after) {\n            nodes {\n              id\n              status\n              trackingInfo(first: 20) { company number url }\n              fulfillmentLineItems(first: 50) { nodes { quantity lineItem { id } } }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: ShippedFulfillmentsQuery, variables: ShippedFulfillmentsQueryVariables},
  "#graphql\n      query orderCancelled($id: ID!) {\n        order(id: $id) { cancelledAt }\n      }\n    ": {return: OrderCancelledQuery, variables: OrderCancelledQueryVariables},
  "#graphql\n      query cancelledOrders($ids: [ID!]!) {\n        nodes(ids: $ids) {\n          ... on Order { id cancelledAt }\n        }\n      }\n    ": {return: CancelledOrdersQuery, variables: CancelledOrdersQueryVariables},
  "#graphql\n      query productStatus($id: ID!) { product(id: $id) { status } }\n    ": {return: ProductStatusQuery, variables: ProductStatusQueryVariables},
  "#graphql\n      query shopCurrency { shop { currencyCode } }\n    ": {return: ShopCurrencyQuery, variables: ShopCurrencyQueryVariables},
  "#graphql\n      query shopProduct($identifier: ProductIdentifierInput!, $first: Int!, $after: String) {\n        productByIdentifier(identifier: $identifier) {\n          id\n          variants(first: $first, after: $after) {\n            nodes {\n              id\n              selectedOptions { name value }\n              supplierVariantId: metafield(namespace: \"$app\", key: \"supplier_variant_id\") { value }\n              inventoryItem {\n                id\n                inventoryLevels(first: 4) {\n                  nodes { id location { id } quantities(names: [\"available\"]) { quantity } }\n                }\n              }\n            }\n            pageInfo { hasNextPage endCursor }\n          }\n        }\n      }\n    ": {return: ShopProductQuery, variables: ShopProductQueryVariables},
}

interface GeneratedMutationTypes {
  "#graphql\n      mutation acceptFulfillment($id: ID!) {\n        fulfillmentOrderAcceptFulfillmentRequest(id: $id) { userErrors { message } }\n      }\n    ": {return: AcceptFulfillmentMutation, variables: AcceptFulfillmentMutationVariables},
  "#graphql\n      mutation rejectFulfillment($id: ID!, $message: String) {\n        fulfillmentOrderRejectFulfillmentRequest(id: $id, reason: OTHER, message: $message) {\n          userErrors { message }\n        }\n      }\n    ": {return: RejectFulfillmentMutation, variables: RejectFulfillmentMutationVariables},
  "#graphql\n      mutation acceptCancellation($id: ID!) {\n        fulfillmentOrderAcceptCancellationRequest(id: $id) { userErrors { message } }\n      }\n    ": {return: AcceptCancellationMutation, variables: AcceptCancellationMutationVariables},
  "#graphql\n      mutation rejectCancellation($id: ID!, $message: String) {\n        fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { userErrors { message } }\n      }\n    ": {return: RejectCancellationMutation, variables: RejectCancellationMutationVariables},
  "#graphql\n      mutation submitFulfillmentRequest($id: ID!) {\n        fulfillmentOrderSubmitFulfillmentRequest(id: $id) { userErrors { message } }\n      }\n    ": {return: SubmitFulfillmentRequestMutation, variables: SubmitFulfillmentRequestMutationVariables},
  "#graphql\n      mutation createFulfillmentService($name: String!) {\n        fulfillmentServiceCreate(\n          name: $name\n          inventoryManagement: false\n          trackingSupport: false\n          requiresShippingMethod: true\n        ) {\n          fulfillmentService { id location { id } }\n          userErrors { message }\n        }\n      }\n    ": {return: CreateFulfillmentServiceMutation, variables: CreateFulfillmentServiceMutationVariables},
  "#graphql\n      mutation setFulfillmentServiceCallback($id: ID!, $callbackUrl: URL!) {\n        fulfillmentServiceUpdate(id: $id, callbackUrl: $callbackUrl) { userErrors { message } }\n      }\n    ": {return: SetFulfillmentServiceCallbackMutation, variables: SetFulfillmentServiceCallbackMutationVariables},
  "#graphql\n      mutation createFulfillment($fulfillment: FulfillmentInput!) {\n        fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } }\n      }\n    ": {return: CreateFulfillmentMutation, variables: CreateFulfillmentMutationVariables},
  "#graphql\n      mutation updateTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notifyCustomer: Boolean!) {\n        fulfillmentTrackingInfoUpdate(\n          fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notifyCustomer\n        ) { userErrors { message } }\n      }\n    ": {return: UpdateTrackingMutation, variables: UpdateTrackingMutationVariables},
  "#graphql\n      mutation closeFulfillmentOrder($id: ID!, $message: String) {\n        fulfillmentOrderClose(id: $id, message: $message) { userErrors { message } }\n      }\n    ": {return: CloseFulfillmentOrderMutation, variables: CloseFulfillmentOrderMutationVariables},
  "#graphql\n      mutation activateStock($inventoryItemId: ID!, $locationId: ID!, $available: Int, $key: String!) {\n        inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId, available: $available)\n        @idempotent(key: $key) {\n          userErrors { message }\n        }\n      }\n    ": {return: ActivateStockMutation, variables: ActivateStockMutationVariables},
  "#graphql\n        mutation setAvailable($input: InventorySetQuantitiesInput!, $key: String!) {\n          inventorySetQuantities(input: $input) @idempotent(key: $key) {\n            userErrors { code message }\n          }\n        }\n      ": {return: SetAvailableMutation, variables: SetAvailableMutationVariables},
  "#graphql\n      mutation deactivateStock($inventoryLevelId: ID!) {\n        inventoryDeactivate(inventoryLevelId: $inventoryLevelId) { userErrors { message } }\n      }\n    ": {return: DeactivateStockMutation, variables: DeactivateStockMutationVariables},
  "#graphql\n      mutation makeDraft($id: ID!) {\n        productUpdate(product: { id: $id, status: DRAFT }) { userErrors { message } }\n      }\n    ": {return: MakeDraftMutation, variables: MakeDraftMutationVariables},
  "#graphql\n      mutation setProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {\n        productSet(identifier: $identifier, input: $input, synchronous: true) {\n          product { id }\n          userErrors { message }\n        }\n      }\n    ": {return: SetProductMutation, variables: SetProductMutationVariables},
  "#graphql\n        mutation unlinkShopProduct($metafields: [MetafieldIdentifierInput!]!) {\n          metafieldsDelete(metafields: $metafields) { userErrors { message } }\n        }\n      ": {return: UnlinkShopProductMutation, variables: UnlinkShopProductMutationVariables},
}
declare module '@shopify/admin-api-client' {
  type InputMaybe<T> = AdminTypes.InputMaybe<T>;
  interface AdminQueries extends GeneratedQueryTypes {}
  interface AdminMutations extends GeneratedMutationTypes {}
}
