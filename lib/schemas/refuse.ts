import { z } from 'zod'
import { CairnError, type ErrorCode, withoutField } from '#lib/domain/errors'

/** Refuses the value that a `transform` of a schema reads: `return refuse(check, 'must be …')`. */
export function refuse(check: Pick<z.RefinementCtx, 'addIssue'>, message: string): never {
  check.addIssue({ code: 'custom', message })
  return z.NEVER
}

type Refused = { code: 'custom'; path: string[]; message: string; params: { errorCode: ErrorCode } }

/** A refusal of a member of the body, as an issue of its schema. */
export function issueOf({ code, field, message }: CairnError): Refused {
  const path = field?.split('.') ?? []
  return { code: 'custom', path, message: withoutField(message, field), params: { errorCode: code } }
}

/** The error code of an issue that a refusal became. */
export function errorCodeOf(issue: z.core.$ZodIssue): ErrorCode | undefined {
  return issue.code === 'custom' ? issue.params?.errorCode : undefined
}

/** For the `transform` of a member: the value that `read` returns, or what it throws as an issue with its code and its field. */
export function refuseAs<Value>(check: Pick<z.RefinementCtx, 'addIssue'>, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    const { path, ...issue } = issueOf(error)
    // The schema adds the name of the member.
    check.addIssue({ ...issue, path: path.slice(1) })
    return z.NEVER
  }
}
