// needs: ffmpeg ffprobe

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runFfmpeg, runFfprobe } from '#lib/adapters/media/ffmpeg'
import { findTool } from '#lib/adapters/media/find-tools'
import { samplePath } from '#testing/media-fixtures'

const limits = { wallSeconds: 60, cpuSeconds: 60, memoryBytes: 2_000_000_000, fileBytes: 100_000_000 }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-ffmpeg-'))
  copyFileSync(samplePath('video/synth/synth_arc_480p_8s.mp4'), join(folder, 'film.mp4'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string) => join(folder, name)
const ways = [
  { way: 'the machine’s own', tags: [], prepare: () => {} },
  { way: 'WebAssembly', tags: ['thorough'], prepare: () => vi.stubEnv('PATH', path('no-programs')) },
]

for (const { way, tags, prepare } of ways)
  describe(`FFmpeg, ${way}`, { tags }, () => {
    beforeEach(prepare)

    test('reads the streams of a film', async () => {
      const args = [
        '-v',
        'error',
        '-f',
        'mov',
        '-show_entries',
        'stream=codec_name,width,height',
        '-of',
        'json',
      ]
      const { stdout } = await runFfprobe({ folder, args: [...args, 'film.mp4'], limits })
      expect(JSON.parse(stdout.toString()).streams).toEqual([{ codec_name: 'h264', width: 854, height: 480 }])
    })

    test('writes files next to the film, into a folder and from a filter, and overwrites existing ones', async () => {
      mkdirSync(path('frames'))
      writeFileSync(path('small.gray'), 'an older one')
      const graph = 'fps=1,scale=64:36,signalstats,metadata=mode=print:file=notes.txt,format=gray,split[a][b]'
      await runFfmpeg({
        folder,
        args: [
          ...['-v', 'error', '-i', 'film.mp4', '-t', '2', '-filter_complex', graph],
          ...['-map', '[a]', '-f', 'rawvideo', 'small.gray', '-map', '[b]', 'frames/%02d.png'],
        ],
        limits,
      })
      expect(readFileSync(path('small.gray'))).toHaveLength(2 * 64 * 36)
      expect(readFileSync(path('notes.txt'), 'utf8')).toContain('lavfi.signalstats.YAVG=')
      expect(readFileSync(path('frames/02.png')).subarray(1, 4).toString()).toBe('PNG')
    })

    test('prints binary output unchanged', async () => {
      const picture = ['-frames:v', '1', '-vf', 'scale=32:18,format=gray', '-f', 'rawvideo', 'pipe:1']
      const { stdout } = await runFfmpeg({
        folder,
        args: ['-v', 'error', '-i', 'film.mp4', ...picture],
        limits,
      })
      expect(stdout).toHaveLength(32 * 18)
      expect(new Set(stdout).size).toBeGreaterThan(10)
    })

    test('does not modify the film, and fails with the name of the tool', async () => {
      const before = readFileSync(path('film.mp4'))
      writeFileSync(path('text.mp4'), 'no film')
      const broken = runFfmpeg({
        folder,
        args: ['-v', 'error', '-f', 'mov', '-i', 'text.mp4', '-f', 'null', '-'],
        limits,
      })
      await expect(broken).rejects.toMatchObject({
        name: 'ToolFailed',
        tool: 'ffmpeg',
        reason: 'exit',
        stderr: expect.stringContaining('moov atom not found'),
      })
      expect(readFileSync(path('film.mp4')).equals(before)).toBe(true)
    })

    test('does not open files outside its folder from a playlist', async () => {
      copyFileSync(samplePath('video/hostile/concat_rel.mp4'), path('list.mp4'))
      const args = [
        '-v',
        'error',
        '-protocol_whitelist',
        'file,pipe',
        '-format_whitelist',
        'mov',
        '-f',
        'mov',
      ]
      await expect(runFfprobe({ folder, args: [...args, 'list.mp4'], limits })).rejects.toMatchObject({
        tool: 'ffprobe',
      })
    })
  })

test('both read the same properties of a film', { tags: 'thorough' }, async () => {
  const hash = async () => {
    const args = ['-v', 'error', '-i', 'film.mp4', '-t', '1', '-f', 'framemd5', 'frames.md5']
    await runFfmpeg({ folder, args, limits })
    return readFileSync(path('frames.md5'), 'utf8')
  }
  const native = await hash()
  rmSync(path('frames.md5'))
  vi.stubEnv('PATH', path('no-programs'))
  expect(await hash()).toBe(native)
  expect(native.split('\n').length).toBeGreaterThan(20)
})

test('the fallback reads large films in little memory, and refuses films over its limit', {
  tags: 'thorough',
}, async () => {
  vi.stubEnv('PATH', path('no-programs'))
  // The film, then a `free` box up to the end as a sparse part of the file.
  const film = readFileSync(path('film.mp4'))
  const total = 2 * 1024 ** 3
  const head = Buffer.alloc(8)
  head.writeUInt32BE(total - film.length)
  head.write('free', 4, 'latin1')
  writeFileSync(path('film.mp4'), Buffer.concat([film, head]))
  truncateSync(path('film.mp4'), total)
  const probe = () => {
    const args = ['-v', 'error', '-f', 'mov', '-show_entries', 'format=size', '-of', 'csv=p=0', 'film.mp4']
    return runFfprobe({ folder, args, limits: { ...limits, memoryBytes: 400_000_000 } })
  }
  expect((await probe()).stdout.toString().trim()).toBe(String(total))
  truncateSync(path('film.mp4'), total + 1)
  await expect(probe()).rejects.toThrow(
    'cannot read files over 2 GiB as WebAssembly; install ffmpeg on this machine',
  )
})

describe('a program on PATH', () => {
  const putProgram = (name: string, output: string, status = 0) => {
    const bin = path('bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${output}'\nexit ${status}\n`, { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`)
  }

  test.each([
    ['ffmpeg', 'ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright', 'too old', '4.4.2'],
    ['ffmpeg', 'ffmpeg version 5.0.1 Copyright', 'too old', '5.0.1'],
    ['ffprobe', 'ffprobe version 5.1.9-0+deb12u1 Copyright', 'found', '5.1.9'],
    ['ffmpeg', 'ffmpeg version n7.1 Copyright', 'found', '7.1'],
    ['ffmpeg', 'ffmpeg version N-118000-gabcdef Copyright', 'found', 'unknown'],
    ['colmap', 'COLMAP 3.8 -- Structure-from-Motion', 'found', '3.8'],
  ] as const)('%s that says "%s" is %s', async (tool, output, state, version) => {
    putProgram(tool, output)
    expect(await findTool(tool)).toEqual({ tool, state, version, path: join(folder, 'bin', tool) })
  })

  test('that fails to run is broken, and a nonexistent one is missing', async () => {
    putProgram('colmap', 'error while loading shared libraries', 127)
    expect(await findTool('colmap')).toMatchObject({ state: 'broken', version: undefined })
    vi.stubEnv('PATH', path('no-programs'))
    expect(await findTool('colmap')).toEqual({ tool: 'colmap', state: 'missing' })
  })

  test('is replaced by WebAssembly if it is too old', async () => {
    putProgram('ffprobe', 'ffprobe version 4.4.2 Copyright')
    const args = ['-v', 'error', '-show_entries', 'stream=width', '-of', 'csv=p=0', 'film.mp4']
    expect((await runFfprobe({ folder, args, limits })).stdout.toString().trim()).toBe('854')
  })
})
