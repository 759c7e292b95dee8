import { z } from 'zod'

/** Refuses the value that a `transform` of a schema reads: `return refuse(check, 'must be …')`. */
export function refuse(check: Pick<z.RefinementCtx, 'addIssue'>, message: string): never {
  check.addIssue({ code: 'custom', message })
  return z.NEVER
}
