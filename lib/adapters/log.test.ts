import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The output of a process that logs each of these objects, one line per object. */
function logged(objects: readonly object[]): string[] {
  const program = `
    import { createLogger } from '#lib/adapters/log'
    const log = createLogger({ level: 'info', service: 'test' })
    for (const object of JSON.parse(process.argv[1])) log.info(object, 'an event')`
  const ran = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', program, JSON.stringify(objects)],
    { cwd: root, encoding: 'utf8' },
  )
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  return ran.stdout.trim().split('\n')
}

const secret = 'a-secret-that-nobody-may-read'
const names = [
  ...[
    'authorization',
    'privateKey',
    'private_key',
    'secret',
    'signature',
    'token',
    'agent_token',
    'password',
  ],
  'raw',
]

test('secrets are redacted, at all names and depths', () => {
  const depths = (name: string) => [
    { [name]: secret },
    { request: { [name]: secret } },
    { request: { headers: { [name]: secret } } },
  ]
  const lines = logged(names.flatMap(depths))
  expect(lines).toHaveLength(names.length * 3)
  for (const [index, line] of lines.entries()) {
    const name = names[Math.floor(index / 3)]!
    expect(line, name).not.toContain(secret)
    expect(line, name).toContain(`"${name}":"[redacted]"`)
  }
})

test('other values are logged unchanged, one JSON object per line, with time, level and service', () => {
  const [line] = logged([{ paymentId: 7, txHash: '0xabc', note: 'two\nlines' }])
  expect(JSON.parse(line!)).toMatchObject({
    paymentId: 7,
    txHash: '0xabc',
    note: 'two\nlines',
    msg: 'an event',
    level: 30,
    service: 'test',
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
  })
})
