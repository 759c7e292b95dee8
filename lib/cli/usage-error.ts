/** Wrong usage of a command (exit status 2); the message names the argument or variable and says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
