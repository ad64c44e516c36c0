/**
 * As `Promise.all`, but where one fails, it waits for the others as well: in a transaction they would go on sending behind its
 * ROLLBACK.
 *
 * @throws the failure of the first that failed, in their order.
 */
export async function allEnded<Parts extends readonly unknown[] | []>(
  parts: Parts,
): Promise<{ -readonly [At in keyof Parts]: Awaited<Parts[At]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
