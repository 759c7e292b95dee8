import type { Report } from '#lib/client/check'
import { chainText } from '#lib/domain/chain/chain-text'
import type { Contradiction } from '#lib/domain/proof/contradiction'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { utcDateText } from '#lib/domain/text/moment'
import type { Subject } from './verdict-copy.ts'

/** What the file itself says, once it was read: where it contradicts its record, `none`, or `unread` if nobody knows. */
export type StatedResult = Contradiction | 'none' | 'unread'

/**
 * What a journalist can quote of a valid proof, in sentences that are true without the page around them. Times are in UTC.
 *
 * @param input.stated absent if no file was read for its own place and time
 * @returns `undefined` for every other verdict
 */
export function quoteText(
  report: Report,
  { subject, isDemo, stated }: { subject: Subject; isDemo: boolean; stated?: StatedResult | undefined },
): string | undefined {
  const { verdict, proof, chain, sha256, withdrawnAt } = report
  if (verdict !== 'verified' || !proof) return undefined
  const hash = `${sha256.slice(0, 8)}…${sha256.slice(-8)}`
  const when = utcDateText(chain?.time === undefined ? proof.attestation.time : isoSeconds(chain.time))
  const anchored = `hash was anchored on ${chainText(proof.attestation.chain_id, isDemo)} (tree ${proof.tree.tree_id})`
  return [
    subject === 'fingerprint'
      ? `A file with the SHA-256 ${hash} existed by ${when}, when its ${anchored}. Only the record was checked, not a file.`
      : subject === 'model'
        ? `This 3D model (SHA-256 of its manifest ${hash}) is unchanged since at least ${when}, when that ${anchored}.`
        : `This ${subject} (SHA-256 ${hash}) is unchanged since at least ${when}, when its ${anchored}.`,
    'Place and time of capture are claimed, not proven.',
    stated && statedQuote(stated),
    withdrawnAt && `The service withdrew the record on ${utcDateText(withdrawnAt)}.`,
    isDemo && 'This is a demonstration and no evidence.',
  ]
    .filter(Boolean)
    .join(' ')
}

function statedQuote(stated: StatedResult): string | undefined {
  if (stated === 'none') return undefined
  if (stated === 'unread') return 'The file’s own data were not compared with those claims.'
  const { place, times, clocks } = stated
  const named = [
    place && 'another place',
    times.length > 0 && 'another time',
    clocks && 'two times that disagree',
  ].filter((text) => typeof text === 'string')
  return `The file’s own data name ${named.join(' and ')}.`
}
