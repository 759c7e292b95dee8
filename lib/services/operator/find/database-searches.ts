import 'server-only'
import { readTime } from '#lib/adapters/read-time'
import type { OperatorId } from '#lib/domain/access/operator-id'
import { capital } from '#lib/domain/text/capital'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Found } from '#lib/schemas/operator-find'
import { findWallet } from '#lib/services/operator/find/find-wallet'
import { hashQueries } from '#lib/services/operator/find/hash-queries'
import type { IdQueries, IdSearch } from '#lib/services/operator/find/id-search'
import { type FindContext, nameColumns } from '#lib/services/operator/find/name-columns'
import { paymentOfNumber } from '#lib/services/operator/find/payment-queries'
import { reportNumbered, reportsOf } from '#lib/services/operator/find/report-queries'
import { submissionCheck, submissionOutcome } from '#lib/services/operator/find/submission-outcome'

/** Searches the service's own tables that can have an id of this form. Each table has an index for it. */
export function databaseSearches({ ctx, read }: { ctx: FindContext; read: OperatorId }): IdSearch[] {
  return Object.entries(queriesFor(ctx, read)).map(([place, query]) => ({
    place,
    look: async () =>
      (await query()).map((row) => ({
        ...row,
        text: capital(row.text),
        at: row.at && isoTime(readTime(row.at)),
      })),
  }))
}

type NumberId = Extract<OperatorId, { form: 'number' }>

function queriesFor(ctx: FindContext, read: OperatorId): IdQueries {
  const { sql } = ctx
  const name = nameColumns(ctx)
  switch (read.form) {
    case 'uuid':
      return {
        requests: () => sql<Found[]>`
          select 'request' as kind, request_id::text as id, at, '/operator/requests/' || request_id as href,
                 ${name.operation()} || ': answered ' || status || coalesce('. ' || message, '.') as text
          from request_log where request_id = ${read.value}::uuid`,
        'what requests were about': () => sql<Found[]>`
          select about.* from request_log asked, lateral (
            select 'bounty' as kind, bounty_id as id, paid_at as at, '/operator/bounties/' || bounty_id as href,
                   'The request was about this bounty, ' || ${name.words('state')} || ' now: ' || title as text
            from bounty where bounty_id = asked.bounty_id
            union all
            select 'payment', id::text, created_at, '/operator/payments/' || id,
                   'The request was about this payment, ' || state || ' now.'
            from payment_journal where id = asked.payment_id
            union all
            select 'submission', submission_id, submitted_at, '/operator/bounties/' || bounty_id || '#' || submission_id,
                   'The request was about this submission.'
            from submission where submission_id = asked.submission_id) about
          where asked.request_id = ${read.value}::uuid`,
        'the log of actions': () => sql<Found[]>`
          select 'action' as kind, id::text, at, '/operator/log?id=' || id as href, ${name.action()} || '. Reason: ' || reason as text
          from operator_action where request_id = ${read.value}`,
      }
    case 'bounty':
      return {
        bounties: () => sql<Found[]>`
          select 'bounty' as kind, bounty_id as id, paid_at as at, '/operator/bounties/' || bounty_id as href,
                 to_char(amount_usdc, 'FM999,999') || ' USDC, ' || ${name.words('state')}
                 || case when exists (select from moderation where kind = 'bounty' and subject_id = bounty_id and measure = 'hidden')
                    then ', hidden by an operator' else '' end || ': ' || title as text
          from bounty where bounty_id = ${read.value}`,
        'requests that named it': () => sql<Found[]>`
          select 'request' as kind, request_id::text as id, at, '/operator/requests/' || request_id as href,
                 ${name.operation()} || ': answered ' || status || coalesce('. ' || message, '.') as text
          from request_log where bounty_id = ${read.value} order by at desc limit 10`,
        reports: reportsOf(ctx, read.value),
      }
    case 'submission':
      return {
        submissions: () => sql<Found[]>`
          select 'submission' as kind, submission_id as id, submitted_at as at,
                 '/operator/bounties/' || bounty_id || '#' || submission_id as href,
                 ${submissionOutcome({ sql })} || ', by ' || contributor || ', ' || ${submissionCheck({ sql })}
                 || ', model: ' || reconstruction_status || ', for bounty: ' || title as text
          from submission join bounty using (bounty_id) where submission_id = ${read.value}`,
        reports: reportsOf(ctx, read.value),
      }
    case 'upload':
      return {
        uploads: () => sql<Found[]>`
          select 'upload' as kind, upload.upload_id as id, created_at as at,
                 '/operator/bounties/' || bounty_id || '#' || submission.submission_id as href,
                 'By ' || owner || ', ' || upload.state || coalesce(', as submission ' || submission.submission_id, '')
                 || '.' as text
          from upload left join submission_file using (upload_id)
          left join submission on submission.submission_id = submission_file.submission_id
          where upload.upload_id = ${read.value}`,
      }
    case 'key_prefix':
      return {
        'API keys': () => sql<Found[]>`
          select 'API key' as kind, prefix as id, created_at as at, '/operator/keys' as href,
                 'Of ' || account || ', tier ' || tier || case when revoked_at is null then '.' else ', revoked.' end as text
          from api_key where prefix = ${read.value}`,
      }
    case 'number':
      return numberQueries(ctx, read)
    case 'hash':
      return hashQueries(ctx, read.value)
    case 'address':
      return findWallet(ctx, read.value)
    default:
      return {}
  }
}

/** Everything with this number or, if the text says what it numbers, that alone. */
function numberQueries(ctx: FindContext, read: NumberId): IdQueries {
  const { sql, env } = ctx
  const { value } = read
  const name = nameColumns(ctx)
  const named: Record<NonNullable<NumberId['of']>, IdQueries> = {
    payment: { payments: paymentOfNumber(ctx, value) },
    transaction: {
      'transactions of ours': () => sql<Found[]>`
        select 'transaction of ours' as kind, id::text, created_at as at, '/operator/chains/transactions/' || id as href,
               ${name.words('kind')} || ', ' || state || ', on ' || ${name.chain()} || '.' as text
        from chain_tx where id = ${value}`,
    },
    tree: {
      trees: () => sql<Found[]>`
        select 'tree' as kind, tree_id::text as id, built_at as at, '/trees/' || tree_id as href,
               leaf_count || ' leaves, ' || state || '.' as text
        from tree where tree_id = ${Math.min(value, 2_147_483_647)}`,
    },
    report: { reports: reportNumbered(ctx, value) },
  }
  if (read.of) return named[read.of]
  return {
    ...named.payment,
    ...named.transaction,
    ...named.tree,
    ...named.report,
    'numbers in the escrow': () => sql<Found[]>`
      select 'bounty' as kind, bounty_id as id, paid_at as at, '/operator/bounties/' || bounty_id as href,
             'Has this number in the escrow on ' || ${name.chain()} || ', ' || ${name.words('state')} || ': ' || title as text
      from bounty where post_is_final and onchain_id = ${value} and chain_id = any(${env.networks.map(({ chainId }) => chainId)}::int[])`,
    'the log of actions': () => sql<Found[]>`
      select 'action' as kind, id::text, at, '/operator/log?id=' || id as href, ${name.action()} || '. Reason: ' || reason as text
      from operator_action where id = ${value}`,
  }
}
