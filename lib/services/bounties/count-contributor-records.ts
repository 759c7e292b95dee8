import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#lib/adapters/db'
import type { ContributorRecord } from '#lib/schemas/contributor-record'

const nothing = { submitted: 0, accepted: 0, declined: 0 }
export const noContributorRecord: ContributorRecord = {
  ...nothing,
  posters: 0,
  yours: nothing,
  unproven: nothing,
  connected: nothing,
}

/** Payments that are followed from a contributor's wallet, and wallets that are found by that, at most. */
const maxSteps = 4
const maxReached = 2_000

type Row = {
  contributor: string
  poster: 'established' | 'unproven' | 'connected'
  /** The films for the established poster who reads the record have a row of their own. */
  is_viewer: boolean
  submitted: number
  accepted: number
  declined: number
  posters: number
}

/**
 * Counts the submissions of some contributors over all bounties, and those that were accepted and declined, in one query. Wallets are
 * free, so films are counted by what is known of their posters:
 *
 * - `connected`: the contributor's own wallet, or one that money reached from it through accepted films.
 * - `established`: a wallet that paid for a film of another wallet with trusted Content Credentials, a passed check, and a place and a
 *   time that fit the order. That takes a camera that signs, or the price of an honest film made
 *   with one: signed films found elsewhere are older than the order.
 * - `unproven`: all others.
 *
 * @param input.contributors lower case
 * @param input.viewer a poster in lower case who sees the records: it knows that it is itself, so it counts as established, and its films are
 * also counted apart (`yours`)
 * @returns by contributor; those without submissions are missing
 */
export async function countContributorRecords(args: {
  db: Db | Tx
  input: { contributors: readonly string[]; viewer?: string }
}): Promise<Map<string, ContributorRecord>> {
  const contributors = [...new Set(args.input.contributors)]
  if (contributors.length === 0) return new Map()
  const { viewer = null } = args.input
  const wallets = sql.join(
    contributors.map((one) => sql`(${one})`),
    sql`, `,
  )
  const rows = await args.db.execute<Row>(sql`
    with recursive asked (contributor) as (values ${wallets}),
    paid as (
      select contributor, contributor as wallet, 0 as steps from asked
      union
      select paid.contributor, submission.contributor, steps + 1
      from paid
      join bounty on bounty.payer = paid.wallet and bounty.state = 'accepted'
      join submission on submission.submission_id = bounty.accepted_submission_id
      where steps < ${maxSteps}
    ),
    reached as materialized (
      select distinct contributor, wallet from (select * from paid limit ${maxReached}) found
    ),
    film as materialized (
      select submission.contributor, bounty.payer, submission.declined_at is not null as is_declined,
        bounty.accepted_submission_id = submission.submission_id and bounty.state in ('accepting', 'accepted') as is_accepted
      from asked
      join submission on submission.contributor = asked.contributor
      join bounty on bounty.bounty_id = submission.bounty_id
    ),
    poster as materialized (
      select payer, payer is not distinct from ${viewer}::text as is_viewer, exists (
        select from bounty
        join submission on submission.submission_id = bounty.accepted_submission_id
        join submission_file on submission_file.submission_id = submission.submission_id
        where bounty.payer = one.payer and bounty.state = 'accepted' and submission.contributor <> one.payer
          and submission.quality_status = 'pass'
          and submission_file.place_from = 'credentials' and submission_file.time_from = 'credentials'
          and submission_file.place_match in ('inside', 'near') and submission_file.time_match = 'after_order'
      ) as has_bought
      from (select distinct payer from film) one
    )
    select film.contributor,
      case
        when is_viewer and film.payer <> film.contributor then 'established'
        when reached.wallet is not null then 'connected'
        when has_bought then 'established'
        else 'unproven'
      end as poster,
      is_viewer,
      count(*)::int as submitted,
      count(*) filter (where is_accepted)::int as accepted,
      count(*) filter (where is_declined)::int as declined,
      count(distinct film.payer) filter (where is_accepted)::int as posters
    from film
    join poster on poster.payer = film.payer
    left join reached on reached.contributor = film.contributor and reached.wallet = film.payer
    group by 1, 2, 3`)
  return new Map(
    [...Map.groupBy(rows, ({ contributor }) => contributor)].map(([contributor, own]) => {
      const of = (poster: Row['poster']) => own.filter((row) => row.poster === poster)
      const established = of('established')
      return [
        contributor,
        {
          ...sumOf(established),
          posters: established.reduce((sum, { posters }) => sum + posters, 0),
          yours: sumOf(established.filter((row) => row.is_viewer)),
          unproven: sumOf(of('unproven')),
          connected: sumOf(of('connected')),
        },
      ]
    }),
  )
}

function sumOf(rows: readonly Row[]): typeof nothing {
  const total = (name: keyof typeof nothing) => rows.reduce((sum, row) => sum + row[name], 0)
  return { submitted: total('submitted'), accepted: total('accepted'), declined: total('declined') }
}
