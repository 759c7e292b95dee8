import { afterAll, afterEach, vi } from 'vitest'

/**
 * A set-up of the integration project: whatever an API handler answers in any test is held to the description of the
 * interface, by the settings it answers with. The test in which an answer breaks it fails.
 */
const looks: Promise<string[]>[] = []

vi.mock('#lib/http/guarded', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/http/guarded')>()
  const { watchAnswers } = await import('#lib/sandbox/testing/answers/watch')
  return { ...original, guarded: watchAnswers(original.guarded, (faults) => looks.push(faults)) }
})

async function report(): Promise<void> {
  const found = new Set((await Promise.all(looks.splice(0))).flat())
  if (found.size === 0) return
  throw new Error(['Answers break the description of the interface:', ...found].join('\n- '))
}

afterEach(report)
afterAll(report)
