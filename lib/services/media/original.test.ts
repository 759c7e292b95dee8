import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'
import type { Film } from '#lib/services/media/load-film'
import { withOriginal } from '#lib/services/media/original'

test('a job can continue to read a staged film after another job has stored and removed it', async () => {
  const media = await mkdtemp(join(tmpdir(), 'cairn-original-'))
  try {
    const staged = stagedPath(media, 'upl_1')
    const folder = join(media, 'work')
    for (const each of [join(media, 'uploads'), folder]) await mkdir(each)
    await writeFile(staged, 'a film')
    const ctx = { env: { media: { folder: media } } } as Context
    const film = { file: { originalKey: null, uploadId: 'upl_1' } } as Film
    const read = await withOriginal(ctx, film, folder, async (path) => {
      await removeStaged(staged)
      return readFile(path, 'utf8')
    })
    expect(read).toBe('a film')
  } finally {
    await rm(media, { recursive: true })
  }
})
