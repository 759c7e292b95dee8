// needs: bash curl sha256sum
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideText } from '#lib/http/docs/guide'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type PaidService, startPaidService } from '#testing/paid-service'
import { unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let service: PaidService
let commands: string[]
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  writeFileSync(join(folder, 'photo.jpg'), 'a photograph')
  database = await createTestDatabase()
  service = await startPaidService({ settings: unchainedSettings(database.url) })
  const text = guideText('start', { ...service.ctx.env, baseUrl: service.url })
  commands = [...text.matchAll(/^```Shell\n([\s\S]*?)^```/gm)].map(([, command]) => command!)
})
afterAll(async () => {
  await service?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (command: string) =>
  (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder })).stdout

const commandWith = (part: string) => {
  const found = commands.filter((command) => command.includes(part))
  expect(found, part).toHaveLength(1)
  return found[0]!
}

test('the first page has three commands, each for one thing', () => {
  expect(commands).toHaveLength(3)
})

test('the command that checks a file answers what is known of it', async () => {
  const [hash] = commandWith('/provenance/').split('\n')
  const [sha256] = (await run(hash!)).split(' ')
  const answer = await run(commandWith('/provenance/').replace('THE_64_DIGITS', sha256!))
  expect(answer).toContain('"verified":false')
})

test.each([
  ['/spatial/query', '10000'],
  ['/api/v1/bounties', '50000000'],
])('the command for %s is quoted a price without changes', async (path, amount) => {
  const answer = await run(commandWith(path))
  expect(answer).toMatch(/^HTTP\/1\.1 402 /)
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { accepts: { amount: string }[] }
  expect(body.accepts.map((offer) => offer.amount)).toEqual([amount, amount])
})
