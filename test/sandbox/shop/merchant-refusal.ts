/**
 * A wish that the shop cannot fulfill: 400 if the wish is wrong, 404 if its object does not exist, 422 if that is not
 * for sale.
 */
export class MerchantRefusal extends Error {
  readonly status: 400 | 404 | 422;

  constructor(status: 400 | 404 | 422, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export function refuse(status: 400 | 404 | 422, sentence: string): never {
  throw new MerchantRefusal(status, sentence);
}
