import type { submission } from '#db/schema/submission'
import {
  describeEarlier,
  type EarlierFilm,
  earlierText,
  type FindingReader,
} from '#lib/domain/film/earlier-film'
import { advised, type QualityReason, unadvised } from '#lib/domain/film/quality'
import type { Finding, Submission } from '#lib/schemas/bounty'

type Row = Pick<typeof submission.$inferSelect, 'quality'>

/** The findings of a check for a reader. Those about an earlier film say which one. What to film differently is said to the contributor only. */
export function describeFindings(
  { quality }: Row,
  earlier: readonly EarlierFilm[],
  reader: FindingReader,
): Pick<Submission, 'quality_reasons' | 'quality_warnings'> {
  const describe = (finding: QualityReason) => describeFinding(finding, earlier, reader)
  return {
    quality_reasons: (quality?.reasons ?? []).map(describe),
    quality_warnings: (quality?.warnings ?? []).map(describe),
  }
}

function describeFinding(
  finding: QualityReason,
  earlier: readonly EarlierFilm[],
  reader: FindingReader,
): Finding {
  const said = reader === 'contributor' ? advised : unadvised
  const film = earlier.find(({ submissionId }) => submissionId === finding.earlier)
  if (!film) return said(finding)
  const earlier_submission = describeEarlier(film, reader)
  return {
    ...said({ ...finding, text: earlierText(finding, earlier_submission, reader) }),
    earlier_submission,
  }
}
