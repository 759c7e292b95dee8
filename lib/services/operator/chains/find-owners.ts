import 'server-only'
import type { Context } from '#lib/adapters/context'
import { networkOf } from '#lib/domain/chain/caip2'
import { readableUsdc } from '#lib/domain/money/money'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'

type Owner = OperatorTransactionDetail['belongs_to'][number]
const atMost = 100

/**
 * Finds what requested a transaction. Its idempotency key names the owner, except for payments, which have
 * their own rows.
 */
export async function findOwners(args: {
  ctx: Pick<Context, 'sql'>
  input: { id: number; chainId: number; kind: string; idemKey: string }
}): Promise<Owner[]> {
  const { ctx, input } = args
  const [kind, ...parts] = input.idemKey.split(':')
  if (kind === 'settle') return findPayments(ctx, input.id)
  if (kind?.startsWith('bounty_')) return findBounty(ctx, parts[0] ?? '')
  if (kind === 'attest') return [{ kind: 'tree', id: parts[0] ?? '', text: '' }]
  if (kind === 'return_inflow') {
    const [transaction = '', logIndex = ''] = parts
    const id = `${networkOf(input.chainId)} ${transaction} ${logIndex}`
    return [{ kind: 'inflow', id, text: 'money that no payment explains' }]
  }
  return []
}

async function findPayments({ sql }: Pick<Context, 'sql'>, id: number): Promise<Owner[]> {
  const rows = await sql<{ id: string; amount: string; state: string }[]>`
    select p.id, p.amount_atomic::text as amount, p.state
    from settlement_journal s
    join payment_journal p on (p.network, lower(p.asset), p.payer, p.nonce) = (s.network, s.asset, s.payer, s.nonce)
    where s.chain_tx_id = ${id} order by p.id limit ${atMost}`
  return rows.map(({ id: of, amount, state }) => ({
    kind: 'payment',
    id: of,
    text: `${readableUsdc(BigInt(amount))} USDC, ${state}`,
  }))
}

async function findBounty({ sql }: Pick<Context, 'sql'>, ref: string): Promise<Owner[]> {
  if (!/^0x[0-9a-f]{64}$/.test(ref)) return []
  const rows = await sql<{ id: string; usdc: number; state: string }[]>`
    select bounty_id as id, amount_usdc as usdc, state from bounty where ref = decode(${ref.slice(2)}, 'hex')`
  return rows.map(({ id, usdc, state }) => ({
    kind: 'bounty',
    id,
    text: `${usdc.toLocaleString('en')} USDC, ${state}`,
  }))
}
