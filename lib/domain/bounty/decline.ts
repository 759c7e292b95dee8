// The reasons to decline a film, and how many films a wallet may submit.

/** Why a poster declines a film. */
export const declineReasons = [
  'blurred',
  'poor_quality',
  'wrong_place',
  'wrong_time',
  'incomplete',
  'copied',
  'other',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The reason as a sentence, for pages and messages. */
export const declineSentence: Readonly<Record<DeclineReason, string>> = {
  blurred: 'The film is too blurred, or its resolution is too low.',
  poor_quality: 'The film is too dark or too shaky, or what was asked for is hidden from view.',
  wrong_place: 'The film shows the wrong place.',
  wrong_time: 'The film was made at the wrong time.',
  incomplete: 'Something that was asked for is missing.',
  copied: 'The film is a copy of another film.',
  other: 'The film does not suit the poster.',
}

/**
 * The number of films that a wallet may still submit for a bounty. Each declined film allows another take, at most as many as the limit
 * itself.
 */
export function filmsLeft(args: { limit: number; films: number; declined: number }): number {
  const { limit, films, declined } = args
  return Math.max(0, limit + Math.min(limit, declined) - films)
}
