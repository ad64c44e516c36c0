/** A wish that the shop cannot fulfil: 400 where the wish is wrong, 404 where its object is not there, 422 where it is not for sale. */
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
