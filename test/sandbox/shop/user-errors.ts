/** A refusal inside a mutation's payload. Types without a `code` simply do not offer the field. */
export interface UserError {
  field: string[] | null;
  message: string;
  code: string | null;
}

export function userError(field: string[] | null, message: string, code: string | null = null): UserError {
  return { field, message, code };
}
