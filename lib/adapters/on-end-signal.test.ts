import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A program that listens a second time once its first listener was called. It runs until its input ends. */
const program = `
  import { onEndSignal } from '#lib/adapters/on-end-signal'
  process.stdin.resume()
  onEndSignal((signal) => {
    process.stdout.write('first ' + signal + ' ')
    setTimeout(() => onEndSignal((signal) => process.stdout.write('second ' + signal)))
  })
  process.stdout.write('ready ')
`

test('a listener is told once of a signal, even if the signal came before the listener', async () => {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', program],
    { cwd: join(import.meta.dirname, '../..'), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
    if (said === 'ready ') child.kill('SIGTERM')
    if (said === 'ready first SIGTERM second SIGTERM') child.kill('SIGINT')
    // The second signal changes nothing.
    if (said.includes('second')) child.stdin.end()
  })
  await once(child, 'close')
  expect(said).toBe('ready first SIGTERM second SIGTERM')
})
