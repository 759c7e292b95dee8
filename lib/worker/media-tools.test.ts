import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayProcessFilms } from '#lib/worker/media-tools'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tools-'))
  for (const [name, says] of Object.entries({ ffmpeg: '6.1', ffprobe: '6.1' })) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} version ${says}\n`)
    chmodSync(join(folder, name), 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

type Asked = { reconstructionCommand?: string; sandbox?: 'required' | 'weak' }

async function ask(mode: 'production' | 'sandbox', path: string, asked: Asked = {}) {
  vi.stubEnv('PATH', path)
  const said: string[] = []
  const media = { sandbox: 'required', ...asked }
  const may = await mayProcessFilms({ env: { mode, media } as never }, (text) => said.push(text))
  vi.unstubAllEnvs()
  return { may, said: said.join('\n') }
}

test('a machine without ffmpeg leaves films to others, and says what to install', async () => {
  const { may, said } = await ask('production', '/nowhere')
  expect(may).toBe(false)
  expect(said).toMatch(/leaves films to others: .*install.* ffmpeg/)
})

test('a sandbox without ffmpeg still processes films, slowly', async () => {
  const { may, said } = await ask('sandbox', '/nowhere')
  expect(may).toBe(true)
  expect(said).toMatch(/slowly.*\n.*this worker makes no models: .*install.* colmap/)
})

test('another engine does not require colmap here', async () => {
  const { may, said } = await ask('production', `${folder}:/bin:/usr/bin`, {
    reconstructionCommand: 'an-engine {out}',
    sandbox: 'weak',
  })
  expect(may).toBe(true)
  expect(said).not.toContain('colmap')
})

test('in production films are processed only where programs can be confined, unless a setting allows it', async () => {
  const refused = await ask('production', folder)
  expect(refused.may).toBe(false)
  expect(refused.said).toMatch(
    /external programs can read and write the files of this user, .*MEDIA_SANDBOX=weak.*leaves films to others/,
  )
  const allowed = await ask('production', folder, { sandbox: 'weak' })
  expect(allowed.may).toBe(true)
  expect(allowed.said).toContain('external programs can read and write the files of this user')
  expect((await ask('sandbox', folder)).may).toBe(true)
})
