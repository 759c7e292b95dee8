import { shorterText } from '#lib/domain/bounty/film-length'
import type { Finding } from '#lib/schemas/bounty'
import type { ReviewedSubmission } from '#lib/schemas/review'

type Doubt = { title: string; finding: Finding }
type Doubted = Pick<ReviewedSubmission, 'figures' | 'quality_reasons' | 'quality_warnings'>

const titles: Record<string, string> = {
  short: 'A short film',
  slightly_blurred: 'A little blurred',
  sudden_change: 'Cuts or sudden changes',
  similar: 'Looks like an earlier film',
  repeated: 'The same as an earlier film',
}

/** What speaks against a film without failing its check, each fact once: a film that is short and shorter than asked for is one fact. */
export function doubtsOf(
  { figures, quality_reasons: reasons, quality_warnings: warnings }: Doubted,
  brief: string,
): Doubt[] {
  const isTooShort = reasons.some(({ code }) => code === 'too_short')
  const shorter = figures && !isTooShort ? shorterText(figures.duration_seconds, brief) : undefined
  const isShort = warnings.some(({ code }) => code === 'short')
  const others = warnings.filter(({ code }) => code !== 'short' || shorter === undefined)
  const found = others.map((finding) => ({
    title: titles[finding.code] ?? 'A finding of the check',
    finding,
  }))
  if (shorter === undefined) return found
  const text = `${shorter}.${isShort ? ' A longer film makes a more complete model.' : ''}`
  return [{ title: 'Shorter than asked for', finding: { code: 'shorter_than_asked', text } }, ...found]
}

/** True if a doubt or a finding already says how long the film is. */
export function saysLength(doubts: readonly Doubt[]): boolean {
  return doubts.some(({ finding: { code } }) => code === 'short' || code === 'shorter_than_asked')
}
