/** What a report is about, and why. */

/** What operators hide and show again. `submission`: a film as its poster sees it. `model`: the public page of a 3D model. */
export const hideableKinds = ['bounty', 'submission', 'model'] as const
/** `capture`: the public record of a capture, which operators can withdraw. */
export const reportedKinds = [...hideableKinds, 'capture'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/**
 * By harm, the most severe first: operators handle reports in this order. Their ranks are stored, so new ones go to the end. Another reason
 * may be a severe one, so it comes before those that harm nobody.
 */
export const reportCategories = [
  'child',
  'person_without_consent',
  'private_home',
  'dangerous',
  'illegal',
  'spam',
  'other',
  'wrong_place',
  'not_real',
] as const
export type ReportCategory = (typeof reportCategories)[number]

export const maxReportCharacters = 1_000

/** Sentences for people who report, and for operators. */
export const reportCategoryWords: Readonly<Record<ReportCategory, string>> = {
  child: 'A child is the subject',
  person_without_consent: 'A person is followed, identified or shown without consent',
  private_home: 'A private home',
  dangerous: 'Filming this is dangerous',
  illegal: 'It breaks the law',
  spam: 'Spam or fraud',
  other: 'Something else',
  wrong_place: 'Wrong place or time',
  not_real: 'No real place',
}

/** Reasons for records alone. */
const ofRecords: readonly ReportCategory[] = ['wrong_place', 'not_real']

/** The reasons offered for a subject, in display order. `dangerous` is not offered for records, because they are filmed already. */
export function categoriesFor(kind: ReportedKind): ReportCategory[] {
  const unfit: readonly ReportCategory[] = kind === 'capture' ? ['dangerous'] : ofRecords
  const fitting = reportCategories.filter((one) => one !== 'other' && !unfit.includes(one))
  return [...fitting, 'other']
}

/** True if operators must look at once. The alert rule CairnReportUrgent names the same categories. */
export const isUrgentCategory = (category: ReportCategory) => category === 'child'

/** The rank of a category: 0 is the most severe. */
export function harmOf(category: ReportCategory): number {
  return reportCategories.indexOf(category)
}
