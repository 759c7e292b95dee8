/** Why a capture is no longer served, as the public count tells it. */
export const withdrawalReasons = ['rights', 'privacy', 'wrong_place', 'not_real', 'other'] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** As a sentence goes on after "withdrawn:", for people. */
export const withdrawalWords: Readonly<Record<WithdrawalReason, string>> = {
  rights: 'rights of others',
  privacy: 'privacy',
  wrong_place: 'wrong place or time',
  not_real: 'no real place',
  other: 'another reason',
}
