import 'server-only'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { moderation } from '#db/schema/moderation'
import type { Measure } from '#lib/domain/moderation/moderation'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { BountyModeration, Hidden, SubmissionModeration } from '#lib/schemas/moderation'

// The measures in force against a bounty, a film or a model page.

type Kind = (typeof moderation.$inferSelect)['kind']

/** A measure in force, as a query reads it. `at`: epoch seconds. */
export type TakenMeasure = { kind: Kind; measure: Measure; reason: string; at: number }

/** True while an operator hides the subject. Also a condition of other statements. */
export function isHidden(kind: Kind, id: SQLWrapper): SQL {
  return sql`exists (
    select from ${moderation}
    where ${moderation.kind} = ${kind} and ${moderation.subjectId} = ${id} and ${moderation.measure} = 'hidden')`
}

/** The measures in force about some subjects, oldest first: a column of a query. */
export function measuresOf(subjects: readonly (readonly [Kind, SQLWrapper])[]): SQL<TakenMeasure[]> {
  const keys = sql.join(
    subjects.map(([kind, id]) => sql`(${kind}::text, ${id})`),
    sql`, `,
  )
  return sql<TakenMeasure[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', taken.kind, 'measure', taken.measure, 'reason', taken.reason,
      'at', floor(extract(epoch from taken.taken_at))) order by taken.taken_at), '[]'::jsonb)
    from ${moderation} taken where (taken.kind, taken.subject_id) in (${keys}))`
}

/** Why the subject is hidden; `null` if it is not. */
export function hiddenOf(taken: readonly TakenMeasure[], kind: Kind | 'capture'): Hidden {
  const found = taken.find((one) => one.kind === kind && one.measure === 'hidden')
  return found ? { reason: found.reason, at: isoSeconds(found.at) } : null
}

/** Why an operator cancelled the bounty; `null` if none did. */
export function cancelledOf(taken: readonly TakenMeasure[]): Hidden {
  const found = taken.find(({ kind, measure }) => kind === 'bounty' && measure === 'cancelled')
  return found ? { reason: found.reason, at: isoSeconds(found.at) } : null
}

const bountyWords = { bounty: 'hidden', model: 'model_page_hidden', wallet: 'poster_banned' } as const

/** For `bountySchema`: absent if nobody acted on the bounty. */
export function describeBountyMeasures(taken: readonly TakenMeasure[]): { moderation?: BountyModeration } {
  const described = taken.flatMap(({ kind, measure, reason, at }) => {
    if (kind === 'submission') return []
    const word = measure === 'cancelled' ? measure : bountyWords[kind]
    return [{ measure: word, reason, at: isoSeconds(at) }]
  })
  return described.length === 0 ? {} : { moderation: described }
}

/** For `submissionSchema`: absent if nobody acted on the film. */
export function describeFilmMeasures(taken: readonly TakenMeasure[]): { moderation?: SubmissionModeration } {
  const described = taken.flatMap(({ kind, reason, at }) => {
    if (kind !== 'submission' && kind !== 'wallet') return []
    const measure = kind === 'wallet' ? ('contributor_banned' as const) : ('hidden' as const)
    return [{ measure, reason, at: isoSeconds(at) }]
  })
  return described.length === 0 ? {} : { moderation: described }
}
