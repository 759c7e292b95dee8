const dayMs = 86_400_000
/** The longest time for which a bounty can be posted. */
export const maxDeadlineDays = 30

/** How many days a bounty was posted for, at most `maxDeadlineDays`, from the times of its payment and its deadline (ISO 8601). */
export function deadlineDays(paidAt: string, deadline: string): number {
  return Math.min(
    maxDeadlineDays,
    Math.max(1, Math.round((Date.parse(deadline) - Date.parse(paidAt)) / dayMs)),
  )
}
