import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Claim } from '#lib/services/payments/claim-payment'
import { settleSeconds } from '#lib/services/payments/keep-answer'
import type { BountyOrder } from '#lib/services/payments/types'

/**
 * claimed → settling, with the order kept: from here on money may move, and whoever finds that it did can make the bounty.
 * On the disk when this answers, whatever the database is set to. False when the claim was lost to someone else.
 */
export async function keepOrder(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { order: BountyOrder }
}): Promise<boolean> {
  const { id, attempt, order } = args.input
  // An earlier try with the same payment may have left its order: it is for the same request.
  const kept = await args.ctx.sql`
    with moved as (
      update payment
      set state = 'settling', claimed_until = now() + make_interval(secs => ${settleSeconds})
      where id = ${id} and attempt = ${attempt} and state = 'claimed'
        and set_config('synchronous_commit', 'on', true) = 'on'
      returning id
    )
    insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days, webhook_url)
    select id, ${order.title}, ${order.brief}, ${order.amountUsdc}, ${order.deadlineDays}, ${order.webhookUrl ?? null} from moved
    on conflict (payment_id) do update
      set title = excluded.title, brief = excluded.brief, amount_usdc = excluded.amount_usdc,
          deadline_days = excluded.deadline_days, webhook_url = excluded.webhook_url
    returning payment_id`
  return kept.length === 1
}
