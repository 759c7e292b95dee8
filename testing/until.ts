import { setTimeout as sleep } from 'node:timers/promises'

/** Less than a test may take, and longer than a busy machine takes for anything that a test waits for. */
export const patienceMs = 120_000

/** Waits until a condition holds; fails loudly when it does not within the bound. */
export async function until<Result>(
  condition: () => Result | undefined | false | Promise<Result | undefined | false>,
  options: { what: string; timeoutMs?: number },
): Promise<Result> {
  const giveUpAt = Date.now() + (options.timeoutMs ?? patienceMs)
  for (;;) {
    const result = await condition()
    if (result !== undefined && result !== false) return result
    if (Date.now() > giveUpAt) throw new Error(`never came true: ${options.what}`)
    await sleep(20)
  }
}
