import { test } from 'vitest'

/**
 * Declares a test that tries random or racing inputs twice: with `few` inputs for `npm test`, and with `many` for
 * `npm run test:thorough`.
 *
 * @param title `$count` in it is replaced with the number of inputs
 * @param timeoutMs of either run: a busy machine may be slow with few inputs too
 */
export function sampled(
  title: string,
  { few, many, timeoutMs = 400_000 }: { few: number; many: number; timeoutMs?: number },
  run: (count: number) => Promise<void> | void,
): void {
  const options = { timeout: timeoutMs }
  test(title.replace('$count', String(few)), options, () => run(few))
  test(title.replace('$count', String(many)), { ...options, tags: 'thorough' }, () => run(many))
}
