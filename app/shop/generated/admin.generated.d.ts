/* eslint-disable eslint-comments/disable-enable-pair */
/* eslint-disable eslint-comments/no-unlimited-disable */
/* eslint-disable */
import type * as AdminTypes from './admin.types.js';

export type InstallationQueryVariables = AdminTypes.Exact<{ [key: string]: never; }>;


export type InstallationQuery = { shop: Pick<AdminTypes.Shop, 'id'> };

interface GeneratedQueryTypes {
  "#graphql\n      query installation { shop { id } }\n    ": {return: InstallationQuery, variables: InstallationQueryVariables},
}

interface GeneratedMutationTypes {
}
declare module '@shopify/admin-api-client' {
  type InputMaybe<T> = AdminTypes.InputMaybe<T>;
  interface AdminQueries extends GeneratedQueryTypes {}
  interface AdminMutations extends GeneratedMutationTypes {}
}
