/** Why a capture is no longer served, as in the public count. */
export const withdrawalReasons = ['rights', 'privacy', 'wrong_place', 'not_real', 'other'] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** For people. */
export const withdrawalWords: Readonly<Record<WithdrawalReason, string>> = {
  rights: 'Rights of others',
  privacy: 'Privacy',
  wrong_place: 'Wrong place or time',
  not_real: 'No real place',
  other: 'Another reason',
}
