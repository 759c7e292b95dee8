// needs: ffmpeg ffprobe

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Inspection, inspectVideo } from '#lib/adapters/media/inspect-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { duplicateAtMost, fingerprintDistance, similarAtMost } from '#lib/domain/film/frame-hash'
import { filmInspection, outcome, video } from '#testing/film-inspection'

const films = filmInspection()
const { root, folder, inspect, measure, make } = films
afterAll(films.remove)

const samples = new Map<string, Promise<Inspection>>()
/** Each sample is inspected once. */
function inspectSample(name: string): Promise<Inspection> {
  const inspection = samples.get(name) ?? inspect(video(name))
  samples.set(name, inspection)
  return inspection
}
const fingerprintOf = async (inspecting: Promise<Inspection>) => (await measure(inspecting)).fingerprint

describe('each clip gets the verdict in its name', () => {
  const expectVerdict = async (name: string, verdict: string) => {
    expect(outcome(await inspectSample(name))).toBe(verdict)
    expect(readdirSync(folder)).toEqual([])
  }

  test.each([
    ['qc/good_reencoded_crop.mp4', 'pass'],
    // Only the reconstruction detects a camera that rotates without moving.
    ['qc/pan_only_no_parallax.mp4', 'pass'],
    ['synth/synth_orbit_720p.mp4', 'pass'],
    ['qc/motion_blur.mp4', 'fail: blurred'],
    ['qc/half_frozen.mp4', 'fail: frozen'],
    ['qc/p240.mp4', 'fail: low_resolution'],
    ['qc/one_second.mp4', 'fail: too_short'],
    ['qc/fps8.mp4', 'fail: low_frame_rate'],
    ['qc/overexposed.mp4', 'fail: too_bright'],
    ['qc/black.mp4', 'fail: black'],
  ])('%s: %s', { tags: 'thorough' }, expectVerdict)

  test.each([
    ['qc/good.mp4', 'pass'],
    ['qc/blurred.mp4', 'fail: blurred'],
    ['qc/dark.mp4', 'fail: too_dark'],
    ['qc/frozen.mp4', 'fail: frozen'],
    ['qc/truncated_faststart.mp4', 'fail: incomplete'],
    ['qc/truncated_no_moov.mp4', 'unreadable: incomplete'],
    ['hostile/concat_rel.mp4', 'unreadable: not_a_film'],
    ['hostile/hls_as.mp4', 'unreadable: not_a_film'],
    ['hostile/hls_local.mp4', 'unreadable: not_a_film'],
    ['hostile/sdp_as.mp4', 'unreadable: not_a_film'],
    ['hostile/jpeg_as.mp4', 'unreadable: not_a_film'],
    ['hostile/random.mp4', 'unreadable: not_a_film'],
    ['hostile/text.mp4', 'unreadable: not_a_film'],
    ['hostile/empty.mp4', 'unreadable: empty'],
    ['hostile/huge_16000x8000.mp4', 'unreadable: picture_too_large'],
  ])('%s: %s', expectVerdict)

  test('every sample is in one of these lists', () => {
    const names = ['qc', 'hostile'].flatMap((each) => readdirSync(video(each)))
    expect(names).toHaveLength(24)
  })
})

describe('a film submitted before', () => {
  test('is recognised when cut, scaled and blurred, and flagged for review when cropped; other films are not', {
    tags: 'thorough',
  }, async () => {
    const good = await fingerprintOf(inspectSample('qc/good.mp4'))
    const distance = async (name: string) =>
      fingerprintDistance(good, await fingerprintOf(inspectSample(name)))
    for (const same of [
      'qc/truncated_faststart.mp4',
      'qc/p240.mp4',
      'qc/blurred.mp4',
      'synth/synth_arc_480p_8s.mp4',
    ])
      expect(await distance(same), same).toBeLessThan(0.02)
    const cropped = await distance('qc/good_reencoded_crop.mp4')
    expect(cropped).toBeGreaterThan(duplicateAtMost)
    expect(cropped).toBeLessThan(similarAtMost)
    for (const other of ['qc/pan_only_no_parallax.mp4', 'qc/black.mp4', 'c2pa/video1.mp4'])
      expect(await distance(other), other).toBeGreaterThan(0.35)
  })

  test('is recognised in a mirror', { tags: 'thorough' }, async () => {
    const good = await fingerprintOf(inspectSample('qc/good.mp4'))
    const path = video('qc/good.mp4')
    const fast = ['-c:v', 'libx264', '-preset', 'ultrafast']
    const flipped = await make('flipped.mp4', '-i', path, '-vf', 'hflip', ...fast)
    const copy = await measure(inspect(flipped))
    expect(fingerprintDistance(good, copy.fingerprint)).toBeGreaterThan(similarAtMost)
    expect(fingerprintDistance(good, copy.mirrored)).toBeLessThan(duplicateAtMost)
  })

  test('differs from a film of the same place from another side', { tags: 'thorough' }, async () => {
    const orbit = video('synth/synth_orbit_720p.mp4')
    const side = (name: string, from: string) =>
      make(name, '-ss', from, '-t', '7', '-i', orbit, '-c:v', 'libx264', '-preset', 'ultrafast')
    const [one, other] = [await side('one.mp4', '0'), await side('other.mp4', '12')]
    const distance = fingerprintDistance(
      await fingerprintOf(inspect(one)),
      await fingerprintOf(inspect(other)),
    )
    expect(distance).toBeGreaterThan(similarAtMost)
  })
})

test('the WebAssembly build gives the same verdicts as an installed ffmpeg', {
  tags: 'thorough',
}, async () => {
  const empty = join(root, 'empty')
  mkdirSync(empty)
  const names = ['qc/half_frozen.mp4', 'qc/truncated_faststart.mp4', 'hostile/huge_16000x8000.mp4']
  const native: string[] = []
  for (const name of names) native.push(outcome(await inspectSample(name)))
  vi.stubEnv('PATH', empty)
  try {
    for (const [index, name] of names.entries())
      expect(outcome(await inspect(video(name))), name).toBe(native[index])
  } finally {
    vi.unstubAllEnvs()
  }
})

describe('a failure that the film did not cause', () => {
  test('throws when the inspection is aborted', async () => {
    const signal = AbortSignal.timeout(0)
    await expect(inspectVideo({ path: video('qc/good.mp4'), folder, signal })).rejects.toMatchObject({
      reason: 'aborted',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('throws when ffmpeg is broken', async () => {
    const broken = join(root, 'broken')
    mkdirSync(broken)
    const script = (lines: string) => ({ mode: 0o755, contents: `#!/bin/sh\n${lines}\n` })
    const { mode, contents } = script(
      'case "$*" in *-version*) echo "ffmpeg version 5.1.9"; exit 0;; esac\nexit 1',
    )
    writeFileSync(join(broken, 'ffmpeg'), contents, { mode })
    vi.stubEnv('PATH', `${broken}:${process.env.PATH}`)
    try {
      await expect(inspect(video('qc/good.mp4'))).rejects.toThrow(ToolFailed)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('does not modify the film', async () => {
    const path = join(root, 'mine.mp4')
    copyFileSync(video('qc/one_second.mp4'), path)
    const state = () => [createHash('sha256').update(readFileSync(path)).digest('hex'), statSync(path).nlink]
    const before = state()
    await inspect(path)
    expect(state()).toEqual(before)
  })
})
