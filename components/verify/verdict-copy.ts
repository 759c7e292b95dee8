import type { Report } from '#lib/client/check'
import { clueOrder, type ListedVerdict, type RunSummary } from '#lib/client/check-view'
import { clueWords } from '#lib/client/clue-words'
import { verdictNames } from '#lib/client/verdict-names'
import { sinceText } from '#lib/domain/proof/share-words'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { momentText, zoneText } from '#lib/domain/text/moment'
import type { MediaKind } from './media-kind.ts'

/** The subject of the check: a file, the download of a model, or only a fingerprint. */
export type Subject = MediaKind | 'model' | 'fingerprint'

/** A problem of a file without a record. The page names it first, and the missing record second. */
export type Finding = 'damaged' | 'not_media'

/** A sentence that may end with a time, which is written in the reader's zone. */
export type Sentence = { text: string /** ISO 8601. */; iso?: string; end?: string }

/** The verdict as one sentence. It says what is known, and never that a file is "true". */
export function sentenceOf(report: Report, subject: Subject, finding?: Finding): Sentence {
  const sentence =
    finding && report.verdict === 'unknown'
      ? { text: findings[finding].title }
      : bareSentence(report, subject)
  return report.withdrawnAt ? { ...sentence, end: ', and withdrawn' } : sentence
}

const findings: Record<Finding, { title: string; sentences: string[] }> = {
  damaged: {
    title: 'This file is damaged or incomplete',
    sentences: [
      'There is no record of exactly these bytes.',
      'It may have been cut off on its way: ask for it again. This says nothing about the whole file.',
    ],
  },
  not_media: {
    title: 'This is not a photo or film',
    sentences: [
      'It holds text or a document, whatever its name says. There is no record of exactly these bytes.',
      'That does not mean it is fake. It was not compared by its looks.',
    ],
  },
}

function bareSentence(report: Report, subject: Subject): Sentence {
  switch (report.verdict) {
    case 'verified': {
      const time = report.chain?.time
      const iso = time === undefined ? report.proof?.attestation.time : isoSeconds(time)
      const text = sinceText({ hasFile: isFile(subject) })
      return { text, ...(iso ? { iso } : {}) }
    }
    case 'pending':
      return { text: 'On record, not anchored yet' }
    case 'unknown':
      return { text: `No record of ${isFile(subject) ? `exactly this ${subject}` : 'this fingerprint'}` }
    case 'does_not_match':
      return { text: mismatchOf(report, subject).title }
    case 'revoked_or_wrong_attester':
      return {
        text: report.chain?.outcome === 'revoked' ? 'This proof was revoked' : 'Attested by someone else',
      }
    case 'could_not_check':
      if (!report.recomputed?.holds) return { text: `This ${subject} could not be checked` }
      return { text: isFile(subject) ? verdictNames.chain_not_read : 'The hashes match; chain not read' }
    case 'unsupported':
      if (report.isEmpty) return { text: 'This file is empty' }
      return { text: `This ${subject === 'fingerprint' ? 'proof' : subject} cannot be checked here` }
  }
}

/** The verdict on a record as the record of another file: `Another file is on record since`. Other verdicts stay as they are. */
export function anotherFileText(text: string): string {
  return text.replace(/^On record\b/, 'Another file is on record')
}

/** `Unchanged since 23 Nov 2026, 16:34 GMT+1`: always with the date and the zone, because it is quoted and printed. */
export function sentenceText({ text, iso, end = '' }: Sentence, timeZone: string): string {
  return `${text}${iso ? ` ${dateText(iso, timeZone)} ${zoneText(iso, timeZone)}` : ''}${end}`
}

/** A verdict as text that is sent to others, such as `Unchanged since 23 Nov 2026, 15:34 UTC`. Their time zones are unknown, so it is in UTC. */
export function sharedText(sentence: Sentence): string {
  return sentenceText(sentence, 'UTC')
}

/** `23 Nov 2026, 16:34`, also for today. */
export function dateText(iso: string, timeZone: string): string {
  return momentText(iso, 'datetime', { now: new Date(0), timeZone })
}

/** The sentences below the verdict: what it means for the reader. */
export function explainVerdict(report: Report, subject: Subject, finding?: Finding): string[] {
  if (finding && report.verdict === 'unknown') return findings[finding].sentences
  switch (report.verdict) {
    case 'verified':
      return [
        isFile(subject)
          ? `Not one byte of this ${subject} has changed since ${subject === 'model' ? 'its manifest' : 'it'} was anchored on a chain. Nothing is proven about the time before.`
          : 'A file with this fingerprint existed then, and an exact copy has not changed since. Nothing is proven about the time before.',
        claimsSentence,
      ]
    case 'pending':
      if (report.withdrawnAt) return ['The next anchor will include it all the same.']
      return [
        `Its fingerprint will be anchored on a chain within ${inWords(report.anchoredWithinSeconds ?? 600)}. Until then nothing is proven: check again later.`,
      ]
    case 'unknown':
      return ['That does not mean it is fake. Only an exact copy of a recorded file is recognised here.']
    case 'does_not_match':
      return mismatchOf(report, subject).sentences
    case 'revoked_or_wrong_attester':
      return report.chain?.outcome === 'revoked'
        ? ['Its hashes match, but whoever attested them on the chain has revoked that. Do not rely on it.']
        : [
            'Its hashes match, but they were attested by somebody whom this page does not trust. Anyone can attest anything.',
          ]
    case 'could_not_check':
      return [
        report.reason ?? 'There was no answer.',
        ...(report.isOffline ? ['The check starts again by itself when the connection is back.'] : []),
        report.recomputed?.holds
          ? 'Anyone can make a proof whose hashes match. Only the chain shows who attested it, and when.'
          : `This says nothing about the ${subject}.`,
      ]
    case 'unsupported':
      if (report.isEmpty)
        return [report.reason!, 'It may not have been copied or sent completely. Ask for it again.']
      return [report.reason ?? 'This cannot be checked.', 'This says nothing about what it shows.']
  }
}

/** Said of every record. */
export const claimsSentence =
  'Place and time are as claimed when the record was made. Cairn did not confirm them.'

function mismatchOf(report: Report, subject: Subject): { title: string; sentences: string[] } {
  const { changedCount: changed } = report
  if (changed !== undefined)
    return {
      title: 'This model does not match its manifest',
      sentences: [
        `${changed === 1 ? '1 file was' : `${changed} files were`} changed, added or removed after the model was made.`,
        'Use the ZIP as it was downloaded.',
      ],
    }
  if (report.recomputed?.steps[0]?.holds === false)
    return {
      title: `This ${subject} does not match its proof`,
      sentences: [
        `It is not the file the proof was made for: one changed byte is enough.`,
        report.recomputed.isConsistent
          ? `The proof itself is consistent, but it is of another file. Check that this ${subject} and this proof belong together.`
          : 'Nor is the proof valid in itself: it was altered, or put together wrongly.',
      ],
    }
  if (report.recomputed?.holds === false)
    return {
      title: 'This proof is not valid',
      sentences: [
        'Its hashes do not lead to the root that it names: it was altered, or put together wrongly.',
      ],
    }
  return {
    title: 'The chain contradicts this proof',
    sentences: ['The hashes match, but the chain has other data than the proof. Do not rely on it.'],
  }
}

/** The hash that is looked up. That of a model is not the hash of its ZIP, which someone may compute by hand. */
export function fingerprintName(subject: Subject): string {
  return subject === 'model' ? 'Fingerprint of its manifest (SHA-256)' : 'Fingerprint (SHA-256)'
}

/** True if the bytes were at hand, and not only their fingerprint. */
function isFile(subject: Subject): boolean {
  return subject !== 'fingerprint'
}

/** `3 do not match`, `1 unchanged`. */
export function countText(verdict: ListedVerdict, count: number): string {
  const isOne = count === 1
  const name = verdictNames[verdict].toLowerCase()
  const words: Partial<Record<ListedVerdict, string>> = {
    does_not_match: isOne ? name : 'do not match',
    chain_not_read: `${isOne ? 'matches its proof' : 'match their proofs'} (chain not read)`,
    empty: 'empty',
  }
  return `${count.toLocaleString('en')} ${words[verdict] ?? name}`
}

/** Tells that files with a finding are counted among those that are not known; empty without findings. */
export function partsText(counts: RunSummary['counts']): string {
  const names = clueOrder.filter((name) => counts[name] > 0).map((name) => `“${clueWords[name]}”`)
  if (names.length === 0) return ''
  const list = new Intl.ListFormat('en').format(names)
  return `${list} ${names.length === 1 ? 'is' : 'are'} counted in “${verdictNames.unknown}” too.`
}

/** 1 second, 45 seconds, 10 minutes, 7 hours. */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
