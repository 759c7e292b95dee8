import 'server-only'
import { isAddressEqual } from 'viem'
import { bansPlace, type Found } from '#lib/schemas/operator-find'
import type { IdQueries } from '#lib/services/operator/find/id-search'
import { type FindContext, nameColumns } from '#lib/services/operator/find/name-columns'
import { submissionCheck, submissionOutcome } from '#lib/services/operator/find/submission-outcome'
import { networkName } from '#lib/services/operator/overview/network-name'

const actionsAtMost = 20

/**
 * Finds the roles of a wallet (an account of the service, a payer, a contributor, or an operator) and what operators did about it, which
 * outlives a ban.
 */
export function findWallet(ctx: FindContext, address: `0x${string}`): IdQueries {
  const { sql } = ctx
  return {
    'accounts of ours': () => findOwnAccounts(ctx, address),
    [bansPlace]: () => sql<Found[]>`
      select 'ban' as kind, subject_id as id, taken_at as at, null as href, 'Banned by an operator. Reason: ' || reason as text
      from moderation where kind = 'wallet' and subject_id = ${address} and measure = 'banned'`,
    'the log of actions': () => sql<Found[]>`
      select 'action' as kind, id::text, at, '/operator/log?id=' || id as href,
             ${nameColumns(ctx).action()} || '. Reason: ' || reason as text
      from operator_action where subject = 'wallet' and subject_id = ${address} order by operator_action.id desc limit ${actionsAtMost}`,
    'who paid for bounties': () => sql<Found[]>`
      select 'payer of bounties' as kind, ${address} as id, max(paid_at) as at, '/operator/bounties?text=' || ${address}::text as href,
             'Paid for ' || count(*) || case when count(*) = 1 then ' bounty.' else ' bounties.' end as text
      from bounty where payer = ${address} having count(*) > 0`,
    'who paid for anything': () => sql<Found[]>`
      select 'payer' as kind, ${address} as id, null::timestamptz as at, '/operator/payments?payer=' || ${address}::text as href,
             'Signed ' || case when count(*) > 100 then 'more than 100 payments.'
                               when count(*) = 1 then '1 payment.' else count(*) || ' payments.' end as text
      from (select from payment_journal where payer = ${address} limit 101) paid having count(*) > 0`,
    'who filmed': () => sql<Found[]>`
      select 'submission' as kind, submission_id as id, submitted_at as at,
             '/operator/bounties/' || bounty_id || '#' || submission_id as href,
             ${submissionOutcome({ sql })} || ', ' || ${submissionCheck({ sql })} || ', for bounty: ' || title as text
      from submission join bounty using (bounty_id) where contributor = ${address} order by submitted_at desc limit 10`,
    'who uploads': () => sql<Found[]>`
      select 'upload' as kind, upload_id as id, created_at as at, null as href, 'An upload, ' || state || '.' as text
      from upload where owner = ${address} and state in ('receiving', 'received') order by created_at desc limit 10`,
  }
}

/** The addresses of this service: treasury, revenue wallets, contracts, sending keys and operators. */
async function findOwnAccounts({ sql, env }: FindContext, address: `0x${string}`): Promise<Found[]> {
  const chainName = (chainId: number) => networkName(env, `eip155:${chainId}`)
  const isIt = (other: string) => isAddressEqual(other as `0x${string}`, address)
  const own = (text: string, href: string | null): Found => ({
    kind: 'account of ours',
    id: address,
    text,
    href,
    at: null,
  })
  const queues = await sql<{ chain_id: number; next_nonce: string }[]>`
      select chain_id, next_nonce::text from chain_account
      where chain_id = any(${env.networks.map(({ chainId }) => chainId)}::int[]) and lower(address) = ${address}`
  return [
    ...(isIt(env.treasury) ? [own('The treasury.', '/operator/chains')] : []),
    ...env.networks.flatMap(({ name, chainId, payTo, escrow, usdc }) => [
      ...(isIt(payTo)
        ? [
            own(
              `The revenue wallet on ${name} (setting PAY_TO_${chainId}), which receives the payments for look-ups. Its key is not on these machines.`,
              '/operator/payments',
            ),
          ]
        : []),
      ...(isIt(escrow) ? [own(`The escrow on ${name}.`, '/operator/chains')] : []),
      ...(isIt(usdc.address) ? [own(`USDC on ${name}.`, null)] : []),
    ]),
    ...queues.map((queue) =>
      own(
        `Sends our transactions on ${chainName(queue.chain_id)}; its next nonce is ${queue.next_nonce}.`,
        '/operator/chains',
      ),
    ),
    ...env.operators
      .filter((one) => isIt(one.address))
      .map((one) => own(`An operator of this service, on ${chainName(one.chainId)}.`, '/operator/log')),
  ]
}
