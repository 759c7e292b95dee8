import { momentText } from '../text/moment.ts'

/** The answer about a fingerprint that people with its link see. */
export type SharedProof =
  | {
      state: 'anchored'
      /** ISO 8601. */
      time: string
      /** Six characters; absent if the capture is withdrawn. */
      geohash?: string
      place?: string | undefined
      isWithdrawn: boolean
    }
  | { state: 'pending' | 'unknown' | 'could_not_check' }

/** The beginning of the verdict on an anchored capture: it says "unchanged" only to a reader who has the file. */
export function sinceText({ hasFile }: { hasFile: boolean }): string {
  return hasFile ? 'Unchanged since' : 'On record since'
}

/** The title and the description of a shared link. Times are in UTC, because the time zones of its readers are unknown. */
export function shareWords(proof: SharedProof): { title: string; description: string } {
  switch (proof.state) {
    case 'anchored': {
      const when = `${momentText(proof.time, 'datetime', { now: new Date(0), timeZone: 'UTC' })} UTC`
      const end = proof.isWithdrawn
        ? ', and withdrawn'
        : proof.place
          ? `; claimed place: ${withinSentence(proof.place)}`
          : ''
      return {
        title: `${sinceText({ hasFile: false })} ${when}${end}`,
        description:
          'Only the record was looked up; no file was checked. An exact copy of the file has not changed by one byte since it was anchored on a chain. Drop your copy to check it, and to compare the record with what the file itself says: it stays on your device.',
      }
    }
    case 'pending':
      return {
        title: 'On record, not anchored yet',
        description:
          'A file with this fingerprint is on record, and will be anchored on a chain soon. Until then nothing is proven.',
      }
    case 'unknown':
      return {
        title: 'No record of this file',
        description: 'That does not mean it is fake: only an exact copy of a recorded file is recognised.',
      }
    case 'could_not_check':
      return {
        title: 'Could not be checked right now',
        description: 'There was no answer. This says nothing about the file: try again.',
      }
  }
}

/** `Near Lund, Sweden` begins a line; within a sentence it is `near Lund, Sweden`. */
function withinSentence(place: string): string {
  return place.replace(/^(?:Near|Around|Central)\b/, (word) => word.toLowerCase())
}
