/** Asks once for all who ask within `ms`; what could not be asked is asked again at once. */
export function keepFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { until: number; answer: Promise<Answer> } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.answer
    const asked = { until: performance.now() + ms, answer: ask() }
    kept = asked
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined
    })
    return asked.answer
  }
}
