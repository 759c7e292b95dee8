import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** A program that runs until it is killed. It prints a word when it gets SIGTERM. */
const program = `
  import { endInTime } from '#lib/cli/end-in-time'
  setInterval(() => {}, 1_000)
  process.on('SIGTERM', () => process.stdout.write('told '))
  process.on('exit', () => process.stdout.write('ended'))
  endInTime(1)
  process.stdout.write('ready ')
`

test('a process that was told to end gets its time, and then ends as if killed by the signal', async () => {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', program],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
    if (said === 'ready ') child.kill('SIGTERM')
  })
  const [status] = await once(child, 'close')
  expect([said, status]).toEqual(['ready told ended', 143])
})
