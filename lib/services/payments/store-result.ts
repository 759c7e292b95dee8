import 'server-only'
import { gzipSync } from 'node:zlib'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { commitAs, type Durability, durable, givenRows, mayBeLost } from '#lib/adapters/durability'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import type { Claim } from '#lib/services/payments/claim-payment'
import { voidPayment } from '#lib/services/payments/close-payment'
import { countFailedPayment } from '#lib/services/payments/failed-payments'
import { journalBatcher } from '#lib/services/payments/journal-batcher'
import type { Answer, BountyOrder, PaymentContext, PurchaseInput } from '#lib/services/payments/types'

/** Longer than our facilitator waits for a block. */
export const settleSeconds = 30

/**
 * claimed → settling: computes and stores the result of the purchase, an answer or an order. From then on the money may move,
 * and every later request with the same payment is answered with that result.
 *
 * @param args.isPaid the money moved before
 * @returns the answer of a look-up; `ordered` for an order, whose answer is made from its bounty; `undefined` when another
 * request took the claim
 * @throws the refusal of the answer; then nothing is charged, and the claim is void
 */
export async function storeResult(args: {
  ctx: PaymentContext
  input: PurchaseInput
  claim: Claim
  isPaid: boolean
}): Promise<Answer | 'ordered' | undefined> {
  const { ctx, input, claim, isPaid } = args
  const { sale } = input
  if (sale.flow === 'upfront') {
    const order = await orVoid(args, async () => sale.order())
    return (await storeOrder({ ctx, input: { ...claim, order } })) ? 'ordered' : undefined
  }
  const answer = await orVoid(args, sale.produce)
  // Money that moved before is not sent back once this is stored, so it must survive a crash.
  const isFlushedLater = ctx.facilitator.commitsBeforeSending && !isPaid
  return (await storeAnswer({ ctx, input: { ...claim, answer, isFlushedLater } })) ? answer : undefined
}

async function orVoid<Value>(
  { ctx, input, claim }: { ctx: PaymentContext; input: PurchaseInput; claim: Claim },
  compute: () => Promise<Value>,
): Promise<Value> {
  try {
    return await compute()
  } catch (error) {
    const reason = error instanceof CairnError ? error.code : 'internal'
    await voidPayment({ ctx, input: { ...claim, reason } })
    if (error instanceof CairnError && statusOf(error) < 500)
      await countFailedPayment(ctx, paymentKeyOf(input.payment).payer)
    throw error
  }
}

type StoredAnswer = Claim & { answer: Answer }
const store = {
  now: journalBatcher((sql, answers: readonly StoredAnswer[]) => storeAnswers(sql, answers, durable)),
  withNextFlush: journalBatcher((sql, answers: readonly StoredAnswer[]) =>
    storeAnswers(
      sql,
      answers,
      mayBeLost('the facilitator commits durably before it sends, and that flushes this too'),
    ),
  ),
}

/**
 * claimed → settling, with the answer of a look-up. False when another request took the claim.
 *
 * @param args.input.isFlushedLater a durable write follows before the money can move
 */
export function storeAnswer(args: {
  ctx: Pick<Context, 'sql'>
  input: StoredAnswer & { isFlushedLater: boolean }
}): Promise<boolean> {
  return store[args.input.isFlushedLater ? 'withNextFlush' : 'now'](args.ctx.sql, args.input)
}

async function storeAnswers(
  sql: Sql,
  answers: readonly StoredAnswer[],
  durability: Durability,
): Promise<boolean[]> {
  const rows = answers.map(({ id, attempt, answer }) => ({
    id,
    attempt,
    status: answer.status,
    body: gzipSync(answer.body, { level: 1 }).toString('base64'),
    headers: answer.headers ?? null,
  }))
  const columns = sql`id bigint, attempt int, status smallint, body text, headers jsonb`
  const stored = await sql<{ id: string }[]>`
    with ${givenRows(sql, { rows, columns, durability })}, moved as (
      update payment
      set state = 'settling', claimed_until = now() + make_interval(secs => ${settleSeconds})
      from given
      where payment.id = given.id and payment.attempt = given.attempt and payment.state = 'claimed'
      returning payment.id, given.status, given.body, given.headers
    )
    insert into payment_answer (payment_id, status, body, headers)
    select id, status, decode(body, 'base64'), headers from moved
    on conflict (payment_id) do update
    set status = excluded.status, body = excluded.body, headers = excluded.headers
    returning payment_id as id`
  const ids = new Set(stored.map((row) => Number(row.id)))
  return answers.map(({ id }) => ids.has(id))
}

/** Stores the order of a bounty and moves its payment from `claimed` to `settling`. False if another request took the claim. */
export async function storeOrder(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { order: BountyOrder }
}): Promise<boolean> {
  const { sql } = args.ctx
  const { id, attempt, order } = args.input
  // An earlier attempt with the same payment may have left its order, which is for the same request.
  const stored = await sql`
    with moved as (
      update payment
      set state = 'settling', claimed_until = now() + make_interval(secs => ${settleSeconds})
      where id = ${id} and attempt = ${attempt} and state = 'claimed'
      returning id
    )
    insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days, webhook_url)
    select id, ${order.title}, ${order.brief}, ${order.amountUsdc}, ${order.deadlineDays}, ${order.webhookUrl ?? null} from moved
    on conflict (payment_id) do update
      set title = excluded.title, brief = excluded.brief, amount_usdc = excluded.amount_usdc,
          deadline_days = excluded.deadline_days, webhook_url = excluded.webhook_url
    returning payment_id, ${commitAs(sql, durable)}`
  return stored.length === 1
}
