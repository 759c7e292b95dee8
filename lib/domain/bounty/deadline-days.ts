const dayMs = 86_400_000

/** How many days a bounty was posted for, 1 to 30, from the times of its payment and its deadline (ISO 8601). */
export function deadlineDays(paidAt: string, deadline: string): number {
  return Math.min(30, Math.max(1, Math.round((Date.parse(deadline) - Date.parse(paidAt)) / dayMs)))
}
