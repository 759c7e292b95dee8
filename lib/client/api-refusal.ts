import { withoutField } from '#lib/domain/errors'

/** A refusal of our own interface. `message` is written for people. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** For a payment that was not taken: why, as an x402 error reason. */
  readonly reason: string | undefined
  readonly requestId: string | undefined
  /** Seconds after which the request may be repeated (`Retry-After`), if the refusal says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(answer: {
    status: number
    code: string
    message: string
    field?: string
    reason?: string
    requestId?: string
    retryAfterSeconds?: number
  }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.field = answer.field
    this.reason = answer.reason
    this.requestId = answer.requestId
    this.retryAfterSeconds = answer.retryAfterSeconds
  }

  /** The message without the name of the member at its start: people see a page, not a request. */
  get text(): string {
    return withoutField(this.message, this.field)
  }
}
