import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCapture } from '#lib/adapters/media/read-capture'
import { decideCapture } from '#lib/domain/capture'
import { cellToGeohash } from '#lib/domain/geohash'
import { writeDemoCaptures } from '#lib/sandbox/demo-captures'

const now = new Date('2026-03-01T00:30:00Z')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-demo-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every demo capture is a whole photograph with its own place and a time of the last seven days', async () => {
  const paths = writeDemoCaptures(folder, now)
  const cells: string[] = []
  for (const path of paths) {
    const file = await readCapture(path)
    const facts = decideCapture({ ...file, hints: {}, now: now.getTime() })
    expect(file.mediaType).toBe('image/jpeg')
    expect(now.getTime() / 1_000 - facts.capturedAt).toBeLessThan(7 * 86_400)
    cells.push(cellToGeohash(facts.cell))
  }
  expect(cells).toEqual(['u33dc1', 'u09tun', 'kzf0tv', 'xn76gg', '6gyf49', 'r3gx2u', 'dr5ru6', 'stq4s3'])
  expect(new Set(paths.map((path) => sha256(path))).size).toBe(paths.length)
})

test('the same moment gives the same bytes, another moment other captures', () => {
  const first = writeDemoCaptures(folder, now).map(sha256)
  expect(writeDemoCaptures(folder, now).map(sha256)).toEqual(first)
  expect(writeDemoCaptures(folder, new Date('2026-03-02T00:00:00Z')).map(sha256)).not.toEqual(first)
})

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
