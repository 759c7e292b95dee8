import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayLookAtFilms } from '#lib/worker/media-tools'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tools-'))
  for (const [name, says] of Object.entries({ ffmpeg: '6.1', ffprobe: '6.1' })) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} version ${says}\n`)
    chmodSync(join(folder, name), 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

async function ask(mode: 'production' | 'sandbox', path: string, reconstructionCommand?: string) {
  vi.stubEnv('PATH', path)
  const said: string[] = []
  const may = await mayLookAtFilms({ env: { mode, media: { reconstructionCommand } } as never }, (text) =>
    said.push(text),
  )
  vi.unstubAllEnvs()
  return { may, said: said.join('\n') }
}

test('a machine without ffmpeg leaves films to others, and says what to install', async () => {
  const { may, said } = await ask('production', '/nowhere')
  expect(may).toBe(false)
  expect(said).toMatch(/leaves films to others: .*install.* ffmpeg/)
})

test('a sandbox without ffmpeg looks at films all the same, slowly', async () => {
  const { may, said } = await ask('sandbox', '/nowhere')
  expect(may).toBe(true)
  expect(said).toMatch(/slowly.*\n.*no model can be made here: .*install.* colmap/)
})

test('what another engine does needs no colmap here', async () => {
  const { may, said } = await ask('production', `${folder}:/bin:/usr/bin`, 'an-engine {out}')
  expect(may).toBe(true)
  expect(said).not.toContain('colmap')
})
