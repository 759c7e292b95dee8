import 'server-only'
import type { Operation, RoutedOperation, UpfrontOperation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

// A request for an operation that is paid.

export type PaidOperation<Input, Output> =
  | (Operation<Input, Output> & Required<Pick<Operation<Input, Output>, 'payment'>>)
  | UpfrontOperation<Input, Output>

export type PaidRequest<Input, Output> = {
  ctx: PaymentContext
  operation: PaidOperation<Input, Output>
  /**
   * Parses the request; throws when its shape is wrong. Not called for a payment that was accepted before: it is answered even if
   * the request would exceed limits that were lowered since.
   */
  input: () => Input
  /** Path parameters. */
  params: Readonly<Record<string, string>>
  request: Request
  requestId: string
  bytes: Uint8Array
  /** Parses the body; throws when it is no JSON. */
  body: () => unknown
}

export function isPaid<Input, Output>(
  operation: RoutedOperation<Input, Output>,
): operation is PaidOperation<Input, Output> {
  return operation.payment !== undefined
}
