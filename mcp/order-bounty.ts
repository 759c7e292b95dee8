import { z } from 'zod'
import { formatUsdc, wholeUsdc } from '../lib/domain/money/money.ts'
import {
  type Answer,
  callService,
  callUntilAnswered,
  messageOf,
  type ServiceRequest,
} from './call-service.ts'
import { createOrderId, isOpen, type Order, type Orders, withoutUndelivered } from './orders.ts'
import { type PaidReport, type Payer, quote, reportOf, sign } from './payer.ts'
import type { PaysDespite } from './pays-despite.ts'
import { Refusal } from './refusal.ts'

const tool = 'cairn_post_bounty'
/** The members of an order that this server reads; the service validates all of them. */
const orderBody = z.looseObject({ title: z.string(), amount_usdc: z.int() })
const created = z.looseObject({ bounty_id: z.string(), agent_token: z.string() })

/** The question to a person before money moves. */
export type Confirmation = {
  title: string
  brief: string
  /** How the service understood the order, from the `buys` of its price. */
  buys: string | undefined
  amountUsdc: string
  network: string
  payee: string
}
export type Posted = { bounty: Record<string, unknown>; report: PaidReport }
export type Resolution =
  | { outcome: 'done'; order: Order; posted: Posted }
  | { outcome: 'refused' | 'unknown'; order: Order; message: string }

/** The dependencies of the tools that order and change bounties. */
export type OrderContext = {
  payer: Payer
  orders: Orders
  /** Makes the request that posts a bounty. */
  request: (args: Record<string, unknown>) => ServiceRequest
  /** @throws Refusal unless the owner of the money agrees */
  confirm: (order: Confirmation, signal: AbortSignal) => Promise<void>
}

/**
 * Pays for a bounty, once. The signed order is on disk before it is sent, and the answer before it is returned. An unanswered order is
 * sent again unchanged before another one is signed. A bounty that did not reach its caller is the answer to the next order of the
 * same text.
 *
 * @throws Refusal
 */
export async function orderBounty(
  ctx: OrderContext,
  args: Record<string, unknown>,
  { network, signal, despite }: { network: string | undefined; signal: AbortSignal; despite: PaysDespite },
): Promise<Posted> {
  const { payer, orders } = ctx
  const { settings, now } = payer
  const request = ctx.request(args)
  const known = orderBody.safeParse(args)
  if (!known.success)
    throw new Refusal('title and amount_usdc (whole USDC) must be given: no signature was made.')
  const { title, amount_usdc } = known.data

  await finishEarlier(ctx)
  const earlier = await takeUndelivered(ctx, request, signal)
  if (earlier) return earlier
  const quoted = await quote(payer, {
    request,
    kind: 'bounty',
    tool,
    despite,
    ...(network ? { network } : {}),
  })
  if (!('offer' in quoted)) throw new Refusal('The service asked for no payment: no bounty was ordered.')
  const { offer } = quoted
  if (quoted.spend.priceAtomic !== wholeUsdc(amount_usdc))
    throw new Refusal(
      `The service asks for ${formatUsdc(quoted.spend.priceAtomic)} USDC instead of ${amount_usdc}: no signature was made.`,
    )
  const amountUsdc = formatUsdc(quoted.spend.priceAtomic)
  if (settings.confirmBounties)
    await ctx.confirm(
      {
        title,
        brief: String(args.brief),
        buys: quoted.buys,
        amountUsdc,
        network: offer.network,
        payee: offer.payTo,
      },
      signal,
    )

  const signed = await sign(payer, quoted, signal)
  const order: Order = {
    order_id: createOrderId(now()),
    service: settings.url,
    body: request.body ?? '',
    title,
    ...(quoted.buys === undefined ? {} : { buys: quoted.buys }),
    amount_atomic: quoted.spend.priceAtomic.toString(),
    network: offer.network,
    payee: offer.payTo,
    payment: signed.header,
    nonce: signed.nonce,
    signed_at: now().toISOString(),
  }
  // Stored before it is sent: if the answer is lost, no second payment is made.
  await orders.keep(order)
  const resolved = await sendOrder(ctx, order, { patiently: true })
  if (resolved.outcome !== 'done') throw new Refusal(describe(resolved))
  return deliver(ctx, resolved.order, resolved.posted, signal)
}

/** Sends the orders that were not answered yet, each once. */
export async function sendOpenOrders(ctx: OrderContext): Promise<Resolution[]> {
  const open = (await ctx.orders.list()).filter(isOpen)
  return Promise.all(open.map((order) => sendOrder(ctx, order, { patiently: false })))
}

/** Until the earlier orders are answered, nothing new is signed. */
async function finishEarlier(ctx: OrderContext): Promise<void> {
  for (const one of await sendOpenOrders(ctx)) if (one.outcome === 'unknown') throw new Refusal(describe(one))
}

async function takeUndelivered(
  ctx: OrderContext,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Posted | undefined> {
  for (const order of await ctx.orders.list()) {
    if (!order.undelivered || order.body !== request.body) continue
    const { bounty, report } = order.undelivered
    const current = { ...report, budgets_left: await ctx.payer.budget.left() }
    return deliver(ctx, order, { bounty, report: current }, signal)
  }
  return undefined
}

/** The client library discards the result of a call that its caller has stopped. */
async function deliver(
  { orders }: OrderContext,
  order: Order,
  posted: Posted,
  signal: AbortSignal,
): Promise<Posted> {
  if (!signal.aborted) await orders.keep(withoutUndelivered(order))
  if (signal.aborted) await orders.keep(order)
  return posted
}

async function sendOrder(ctx: OrderContext, order: Order, how: { patiently: boolean }): Promise<Resolution> {
  const { payer, orders } = ctx
  const request = { ...ctx.request({}), body: order.body }
  const credentials = { payment: order.payment }
  const answer = how.patiently
    ? await callUntilAnswered(order.service, request, credentials, payer.patienceMs())
    : await callService(order.service, request, credentials)
  const { buys, network, payee } = order
  const paid = { amountAtomic: BigInt(order.amount_atomic), network, payee }
  const tell = (event: 'paid' | 'refused' | 'unanswered') =>
    payer.journal({
      event,
      tool,
      ...paid,
      nonce: order.nonce,
      ...(answer.receipt?.transaction ? { tx: answer.receipt.transaction } : {}),
    })
  const bounty = answer.outcome === 'done' ? readBounty(answer) : undefined
  if (bounty) {
    const { agent_token, ...shown } = bounty
    const posted = { bounty: shown, report: await reportOf(payer, { ...paid, buys }, answer) }
    const answered = { ...order, answer: { bounty_id: bounty.bounty_id, agent_token }, undelivered: posted }
    await orders.keep(answered)
    await tell('paid')
    return { outcome: 'done', order: answered, posted }
  }
  const message = messageOf(answer)
  const outcome = answer.outcome === 'refused' ? 'refused' : 'unknown'
  if (outcome === 'refused') await orders.keep({ ...order, refused: message })
  await tell(outcome === 'refused' ? 'refused' : 'unanswered')
  return { outcome, order, message }
}

function readBounty({ text }: Answer): z.output<typeof created> | undefined {
  try {
    return created.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function describe({ outcome, order, message }: Exclude<Resolution, { outcome: 'done' }>): string {
  if (outcome === 'refused')
    return `${message} The order was signed, counts against the caps of today, and is not sent again.`
  return `${message} The order "${order.title}" of ${order.signed_at} is signed and kept: it may have been paid. cairn_bounty_status sends it again, and it is charged once at most; no other order is signed before it is answered.`
}
