import { shortHash } from '#components/ui/hash'
import type { ReportedKind } from '#lib/domain/moderation/report'
import type { OperatorReport } from '#lib/schemas/operator-report'

// Reports and what they are about, in words.

export const kindTexts: Record<ReportedKind, string> = {
  bounty: 'Bounty',
  submission: 'Film',
  model: 'Model page',
  capture: 'Capture',
}

/** `Film: The pier`, or `Capture: 17307b12…a5af4035`. */
export function subjectTitle({ kind, title }: Pick<OperatorReport, 'kind' | 'title'>): string {
  return `${kindTexts[kind]}: ${kind === 'capture' ? shortHash(title) : title}`
}

export const reportStateTexts: Record<OperatorReport['state'], string> = {
  waiting: 'Waits for a decision',
  acted: 'An operator acted on it',
  dismissed: 'Dismissed',
}

/** A measure may be lifted after it decided the report. */
export function reportStateText({ state, in_force }: Pick<OperatorReport, 'state' | 'in_force'>): string {
  return state === 'acted' && !in_force
    ? 'An operator acted on it, and lifted the measure again'
    : reportStateTexts[state]
}

export const reportMarks = { waiting: 'now', acted: 'done', dismissed: 'later' } as const
