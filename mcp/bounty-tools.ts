import { isAlreadyDone, mayBeDone } from '../lib/mcp/already-done.ts'
import { type Call, requestOf } from '../lib/mcp/request-of.ts'
import { callService, messageOf } from './call-service.ts'
import { type OrderContext, type Resolution, sendOpenOrders } from './order-bounty.ts'
import { type AnsweredOrder, isAnswered, withoutUndelivered } from './orders.ts'
import { Refusal } from './refusal.ts'

const mostShown = 20

type Answered = Record<string, unknown>
type Failed = Exclude<Resolution, { outcome: 'done' }>

/** Shows one bounty, or all of them, after orders without an answer were sent again. @throws Refusal */
export async function showBounties(ctx: OrderContext, call: Call, bountyId: unknown): Promise<Answered> {
  const resolved = await sendOpenOrders(ctx)
  const wanted = bountyId === undefined ? await newest(ctx) : [await find(ctx, bountyId)]
  const shown = await Promise.all(wanted.map((order) => look(ctx, call, order)))
  for (const order of wanted) if (order.undelivered) await ctx.orders.keep(withoutUndelivered(order))
  const failed = (outcome: Failed['outcome']) =>
    resolved.flatMap((one) =>
      one.outcome === outcome ? [{ title: one.order.title, message: (one as Failed).message }] : [],
    )
  return {
    bounties: shown.flatMap((one) => ('bounty' in one ? [one.bounty] : [])),
    unanswered: failed('unknown'),
    refused: failed('refused'),
    unreadable: shown.flatMap((one) => ('message' in one ? [one] : [])),
  }
}

/**
 * Accepts, declines or cancels with the stored token. A bounty that already is what the call asks for is the answer too.
 *
 * @param calls.status reads the bounty
 * @throws Refusal
 */
export async function changeBounty(
  ctx: OrderContext,
  { tool, call, status }: { tool: string; call: Call; status: Call },
  args: Record<string, unknown>,
): Promise<Answered> {
  const order = await find(ctx, args.bounty_id)
  const result = await callService(ctx.payer.settings.url, requestOf(call, args), {
    token: order.answer.agent_token,
  })
  if (mayBeDone(tool, result.status)) {
    const shown = await look(ctx, status, order)
    if ('bounty' in shown && isAlreadyDone(tool, args, shown.bounty)) return shown.bounty
  }
  if (result.outcome !== 'done') throw new Refusal(messageOf(result))
  return JSON.parse(result.text) as Answered
}

async function look(
  ctx: OrderContext,
  call: Call,
  { answer: { bounty_id, agent_token } }: AnsweredOrder,
): Promise<{ bounty: Answered } | { bounty_id: string; message: string }> {
  const { url } = ctx.payer.settings
  const result = await callService(url, requestOf(call, { bounty_id }), { token: agent_token })
  if (result.outcome !== 'done') return { bounty_id, message: messageOf(result) }
  return { bounty: JSON.parse(result.text) as Answered }
}

async function newest(ctx: OrderContext): Promise<AnsweredOrder[]> {
  return (await ctx.orders.list()).filter(isAnswered).reverse().slice(0, mostShown)
}

async function find(ctx: OrderContext, bountyId: unknown): Promise<AnsweredOrder> {
  if (bountyId === undefined)
    throw new Refusal(
      'bounty_id must be given. Nothing was changed. cairn_bounty_status without bounty_id lists the bounties of this server.',
    )
  const orders = (await ctx.orders.list()).filter(isAnswered)
  const order = orders.find(({ answer }) => answer.bounty_id === bountyId)
  if (order) return order
  throw new Refusal(
    `This server holds no token for the bounty ${JSON.stringify(bountyId)}. cairn_bounty_status without bounty_id lists those it has.`,
  )
}
