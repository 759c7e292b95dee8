import type { ReportedKind } from '#lib/domain/moderation/report'
import type { OperatorReport } from '#lib/schemas/operator-report'

export const kindTexts: Record<ReportedKind, string> = {
  bounty: 'Bounty',
  submission: 'Film',
  model: 'Model page',
}

export const reportStateTexts: Record<OperatorReport['state'], string> = {
  waiting: 'Waits for a decision',
  acted: 'A measure was taken',
  dismissed: 'Dismissed',
}

export const reportMarks = { waiting: 'now', acted: 'done', dismissed: 'later' } as const
