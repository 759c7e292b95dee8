/**
 * Asks what is hardly ever so, once for all who ask within `ms`. A yes is of now: nobody is held up by what has ended since.
 * What could not be asked is asked again at once.
 */
export function keepNo(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let kept: { until: number; answer: Promise<boolean> } | undefined
  return async () => {
    if (!kept || performance.now() >= kept.until) {
      const asked = { until: performance.now() + ms, answer: ask() }
      kept = asked
      asked.answer.then(
        (is) => is && forget(asked),
        () => forget(asked),
      )
    }
    return kept.answer
  }

  function forget(asked: typeof kept): void {
    if (kept === asked) kept = undefined
  }
}
