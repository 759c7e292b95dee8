// What contributors are told about their films.

/** The kinds of notices about a film. */
export const noticeKinds = [
  'check_failed',
  'declined',
  'decline_withdrawn',
  'accepted',
  'paid',
  'bounty_ended',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** One sentence for each kind, for feeds and notifications. It names no bounty, place or time: a lock screen may show it. */
export const noticeSentence: Readonly<Record<NoticeKind, string>> = {
  check_failed: 'Your film did not pass the check. Another take may.',
  declined: 'A poster declined your film and asks for another take.',
  decline_withdrawn: 'A poster took back that your film was declined.',
  accepted: 'Your film was accepted. The payment is on its way.',
  paid: 'You were paid for a film.',
  bounty_ended: 'A bounty ended without accepting your film.',
}

/** The part of a notice that a browser shows as a notification. */
export type PushMessage = { text: string; path: string; tag: string }

/**
 * The plaintext of a push message. The path is that of the contributor's own page and the same for all films, so that it
 * says nothing of the place.
 *
 * @param noticeId the browser replaces a notification that has the same tag, for example after a repeated delivery
 */
export function pushMessage({ noticeId, kind }: { noticeId: string; kind: NoticeKind }): PushMessage {
  const path = kind === 'paid' ? '/board/earnings' : '/board/submissions'
  return { text: noticeSentence[kind], path, tag: `notice-${noticeId}` }
}

/**
 * What to do after a push service answered (RFC 8030): `gone` subscriptions are deleted, `refused` messages are dropped.
 *
 * @param status `undefined` without an answer
 */
export function pushOutcome(status: number | undefined): 'delivered' | 'gone' | 'refused' | 'again' {
  if (status === undefined) return 'again'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  // Timeout, too early, too many requests.
  if (status === 408 || status === 425 || status === 429) return 'again'
  return status >= 400 && status < 500 ? 'refused' : 'again'
}
