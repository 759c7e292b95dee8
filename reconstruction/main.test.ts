import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMain } from './testing/run-main.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-reconstruction-'))
  writeFileSync(join(folder, 'film.mp4'), 'not a film')
})
afterAll(() => rmSync(folder, { recursive: true }))

const argumentsWith = (changed: Record<string, string | undefined>) =>
  Object.entries({
    '--video': join(folder, 'film.mp4'),
    '--work': join(folder, 'work'),
    '--out': join(folder, 'out'),
    ...changed,
  }).flatMap(([option, value]) => (value === undefined ? [] : [option, value]))

describe('the command line', () => {
  test('prints its usage', async () => {
    const { exitCode, stdout } = await runMain(['--help'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('usage: node reconstruction/main.ts --video FILE --work FOLDER --out FOLDER')
  })

  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ['a missing option', { '--out': undefined }, /^error: --out is missing$/m],
    ['an unknown option', { '--quality': 'best' }, /^error: .*'--quality'/m],
    ['a wrong number of threads', { '--threads': 'many' }, /^error: --threads must be .* not "many"$/m],
    ['a missing film', { '--video': '/nowhere/film.mp4' }, /^error: --video: ENOENT.*film\.mp4/m],
    ['an unusable folder', { '--out': '/dev/null/out' }, /^error: --out: .*\/dev\/null/m],
  ])('refuses %s, and names the option', async (_, changed, message) => {
    const { exitCode, stdout, stderr } = await runMain(argumentsWith(changed))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).toContain('--help')
  })

  test('names a program that is missing, and how to install it', async () => {
    const env: Record<string, string> = { PATH: folder }
    const { exitCode, lines } = await runMain(argumentsWith({}), { env: env as NodeJS.ProcessEnv })
    expect(exitCode).toBe(21)
    expect(lines).toEqual([{ reason: expect.stringContaining('colmap (missing)') }])
    expect(lines[0]!.reason).toContain('apt-get install --no-install-recommends ffmpeg colmap')
    expect(readdirSync(join(folder, 'work'))).toEqual([])
  })
})
