/** The codes of an error, of its cause, of the cause of that, and so on, such as the SQLSTATE of a database error. Codes that are no text are left out. */
export function errorCodes(error: unknown): string[] {
  const codes: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') codes.push(cause.code)
  return codes
}
