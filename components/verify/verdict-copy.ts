import { utcText } from '#components/ui/utc-time'
import type { Report } from '#lib/client/check'
import { isoSeconds } from '#lib/domain/iso-time'
import type { Verdict } from '#lib/domain/verdict'

export const verdictTitles: Record<Verdict, string> = {
  verified: 'Verified',
  pending: 'Anchored, pending',
  unknown: 'Not known here',
  does_not_match: 'Does not match',
  revoked_or_wrong_attester: 'Revoked or wrong attester',
  could_not_check: 'Could not check',
  unsupported: 'Unsupported',
}

/**
 * What is said beside a verdict when the service has withdrawn the capture: neither is silent about the other.
 *
 * @param withdrawnAt ISO 8601
 */
export function explainWithdrawal(withdrawnAt: string): string {
  return `This service withdrew the capture on ${utcText(withdrawnAt)}: it is no longer sold or shown here. What is anchored stays anchored and can be checked as before; that is about these bytes and their time, and no word for what they show.`
}

/** The verdict, and that the capture was withdrawn, if it was: one is never read without the other. */
export function titleOf({ verdict, withdrawnAt }: Pick<Report, 'verdict' | 'withdrawnAt'>): string {
  return withdrawnAt ? `${verdictTitles[verdict]}, and withdrawn` : verdictTitles[verdict]
}

/** The verdict in sentences: what was found, then what it means for the reader. */
export function explainVerdict(report: Report, isFile: boolean): string[] {
  const subject = isFile ? 'This file’s fingerprint' : 'This fingerprint'
  switch (report.verdict) {
    case 'verified': {
      const { block, time } = report.chain ?? {}
      const at = time === undefined ? '' : ` at ${utcText(isoSeconds(time))}`
      const where =
        block === undefined ? `on chain ${report.proof?.attestation.chain_id}` : `in block ${block}`
      return [
        `${subject} was anchored ${where}${at}, so ${isFile ? 'it' : 'a file with it'} existed by then.`,
        'Capture time and place are the device’s claims.',
      ]
    }
    case 'pending':
      if (report.withdrawnAt) return ['Not anchored yet. The next anchor will hold it all the same.']
      return [
        `Waiting for the next anchor, usually within ${inWords(report.anchoredWithinSeconds ?? 600)}. Nothing for you to do.`,
      ]
    case 'unknown':
      return [
        `No record here. That does not mean the file is fake.`,
        'A copy that was resized, converted or sent through a chat has another fingerprint than its original.',
      ]
    case 'does_not_match':
      return explainMismatch(report, isFile)
    case 'revoked_or_wrong_attester':
      return report.chain?.outcome === 'revoked'
        ? ['The hashes fit, but the attestation was revoked. Do not rely on it.']
        : ['The hashes fit, but the attestation is not one of this service’s. Anyone can attest anything.']
    case 'could_not_check':
      return [
        report.reason ?? 'There was no answer.',
        report.recomputed?.holds
          ? `The hashes lead from ${isFile ? 'the file' : 'the fingerprint'} to the root; whether that root is on the chain is not known.`
          : 'This says nothing about the file.',
      ]
    case 'unsupported':
      return [report.reason ?? 'This cannot be checked.', 'This says nothing about the file.']
  }
}

function explainMismatch(report: Report, isFile: boolean): string[] {
  if (report.recomputed?.steps[0]?.holds === false)
    return [
      `${isFile ? 'This file is' : 'This fingerprint is'} not the one the proof was made for.`,
      'One changed byte gives another fingerprint. Check that you have the file and the proof that belong together.',
    ]
  if (report.recomputed?.holds === false)
    return ['The proof does not lead to the root it names.', 'It was altered or put together wrongly.']
  return ['The hashes fit, but the chain says something else than the proof.']
}

/** 1 second, 45 seconds, 10 minutes. */
function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
