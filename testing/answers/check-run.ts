import { afterAll, afterEach, vi } from 'vitest'

/**
 * Setup file of the integration project. Checks every answer of an API handler, in any test, against the OpenAPI document of the
 * handler's settings. A test with an answer that does not match fails.
 */
const looks: Promise<string[]>[] = []

vi.mock('#lib/http/api/guarded', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/http/api/guarded')>()
  const { watchAnswers } = await import('#testing/answers/watch')
  return { ...original, guarded: watchAnswers(original.guarded, (faults) => looks.push(faults)) }
})

async function report(): Promise<void> {
  const found = new Set((await Promise.all(looks.splice(0))).flat())
  if (found.size === 0) return
  throw new Error(['Answers break the description of the interface:', ...found].join('\n- '))
}

afterEach(report)
afterAll(report)
