// needs: ffmpeg ffprobe colmap

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconstructionStages } from '#lib/domain/film/reconstruction'
import { samplePath } from '#testing/media-fixtures'
import { lineage, requestModel } from '#testing/model-requests'
import { readZip } from '#testing/read-zip'
import type { Manifest } from './pack-model.ts'
import { reconstruct } from './reconstruct.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('our engine makes a model in the sandbox, and the manifest lists everything it was made from', {
  tags: 'thorough',
  timeout: 900_000,
}, async () => {
  const stages: string[] = []
  const made = await reconstruct(
    requestModel(folder, samplePath('video/synth/synth_arc_480p_8s.mp4'), {
      onProgress: ({ stage }) => {
        if (stages.at(-1) !== stage) stages.push(stage)
      },
    }),
  )
  if (made.kind !== 'ready') throw new Error(made.reason)
  expect(stages).toEqual(reconstructionStages)
  expect(readdirSync(join(folder, 'work')).sort()).toEqual(reconstructionStages.slice(0, -1).sort())

  const files = await readZip(made.zip)
  const manifestBytes = files.get('manifest.json')!
  const manifest = JSON.parse(manifestBytes.toString()) as Manifest
  expect(sha256(manifestBytes)).toBe(made.manifestSha256)
  expect(manifest).toMatchObject({
    capture: { sha256: lineage.captureSha256 },
    submission_id: lineage.submissionId,
    bounty_id: lineage.bountyId,
    engine: {
      name: 'cairn',
      tools: { colmap: expect.stringMatching(/^\d/), ffmpeg: expect.stringMatching(/^\d/) },
      figures: { frames: 24, relaxed: false },
    },
  })
  files.delete('manifest.json')
  expect(manifest.files).toEqual(
    [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
  )
  expect(files.get('model.glb')!.equals(readFileSync(made.glb))).toBe(true)
})
