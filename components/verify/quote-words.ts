import type { Report } from '#lib/client/check'
import { chainText } from '#lib/domain/chain/chain-text'
import type { Contradiction } from '#lib/domain/proof/contradiction'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { utcDateText } from '#lib/domain/text/moment'
import { contradictionQuote } from './stated-words.ts'
import type { Subject } from './verdict-copy.ts'

/** What the file itself says, once it was read: where it contradicts its record, `none`, or `unread` if nobody knows. */
export type StatedResult = Contradiction | 'none' | 'unread'

type Quoted = {
  subject: Subject
  isDemo: boolean
  /** Absent if no file was read for its own place and time. */
  stated?: StatedResult | undefined
  /** The claimed place in words. */
  place: string
  /** Of the service, such as `https://cairn.example`. */
  origin: string
}

/**
 * What a journalist can quote of a valid proof, in sentences that are true and can be checked without the page around them: with the whole
 * hash and the address of the record. Times are in UTC.
 *
 * @returns `undefined` for every other verdict
 */
export function quoteText(
  report: Report,
  { subject, isDemo, stated, place, origin }: Quoted,
): string | undefined {
  const { verdict, proof, chain, sha256, withdrawnAt } = report
  if (verdict !== 'verified' || !proof) return undefined
  const when = utcDateText(chain?.time === undefined ? proof.attestation.time : isoSeconds(chain.time))
  const anchored = `was anchored on ${chainText(proof.attestation.chain_id, isDemo)} (tree ${proof.tree.tree_id})`
  const sentences = [
    subject === 'fingerprint'
      ? `A file with the SHA-256 below existed by ${when}, when that hash ${anchored}. Only the record was checked: no file, and not what a file says itself.`
      : subject === 'model'
        ? `This 3D model is unchanged since at least ${when}, when the SHA-256 of its manifest ${anchored}.`
        : `This ${subject} is unchanged since at least ${when}, when its SHA-256 ${anchored}.`,
    `Place and time of capture are claimed, not proven: ${place}, ${utcDateText(proof.captured_at)}.`,
    stated && statedQuote(stated, subject),
    withdrawnAt && `The service withdrew the record on ${utcDateText(withdrawnAt)}.`,
    isDemo && 'This is a demonstration and no evidence.',
  ]
  return [
    sentences.filter(Boolean).join(' '),
    `SHA-256${subject === 'model' ? ' of its manifest' : ''}: ${sha256}`,
    `Record: ${recordLink(sha256, origin)}`,
  ].join('\n')
}

/** The permanent address of a record. */
export function recordLink(sha256: string, origin: string): string {
  return `${origin}/verify/${sha256}`
}

/**
 * The text to quote as a message to someone who is to check it, which says what the link alone leaves out.
 *
 * @param quote as made by `quoteText`
 */
export function colleagueText(
  quote: string,
  { subject, origin }: Pick<Quoted, 'subject' | 'origin'>,
): string {
  const check =
    subject === 'fingerprint'
      ? `The file is not attached. Whoever has it can check it at ${origin}/verify.`
      : `The ${subject === 'model' ? 'ZIP' : 'file'} is attached: check it at ${origin}/verify.`
  const more = subject === 'model' ? '' : ' That compares it with its record and with what it says itself.'
  return `${quote}\n\n${check}${more} The file stays on your device.`
}

function statedQuote(stated: StatedResult, subject: Subject): string | undefined {
  if (stated === 'none') return undefined
  if (stated === 'unread') return 'The file’s own data were not compared with those claims.'
  return contradictionQuote(stated, subject === 'film' ? 'film' : 'photo')
}
