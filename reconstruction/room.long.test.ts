// needs: ffmpeg ffprobe colmap

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureModel } from './bench/measure-model.ts'
import { filmRoom } from './bench/room/film.ts'
import { roomTruth } from './bench/room/truth.ts'
import { runMain } from './testing/run-main.ts'

const size = { width: 960, height: 540 }

test('a room with plain walls becomes a closed, level model without anything in the air', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-room-'))
  try {
    const video = await filmRoom(folder, size)
    const out = join(folder, 'out')
    const ended = await runMain(['--video', video, '--work', join(folder, 'work'), '--out', out])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    const { found, surface, pieces, levelDegrees } = await measureModel(out, roomTruth(size))
    // Without filling, 14 % of the room are found.
    expect(found.within5cm).toBeGreaterThan(0.85)
    expect(surface.within5cm).toBeGreaterThan(0.97)
    expect(pieces.largestFloating).toBeLessThan(0.01)
    expect(levelDegrees).toBeLessThan(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
