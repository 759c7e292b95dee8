import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installLine } from '#lib/adapters/media/find-program'
import type { ReconstructionProgress } from '#lib/domain/film/reconstruction'
import { lineage, requestModel } from '#testing/model-requests'
import { processesNaming } from '#testing/processes-naming'
import { readZip } from '#testing/read-zip'
import { smallGlb } from '#testing/small-glb'
import { until } from '#testing/until'
import { ModelUnusable } from './check-glb.ts'
import { EngineMissing, type ReconstructionRequest, reconstruct } from './reconstruct.ts'

/** A name that a shell would interpret. */
const film = 'film; $(no shell).mp4'
let folder: string
let engine: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn reconstruct-'))
  engine = join(folder, 'engine.mjs')
  writeFileSync(join(folder, 'model'), smallGlb())
  writeFileSync(join(folder, film), 'a film')
})
afterEach(() => {
  vi.unstubAllEnvs()
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** A request to an engine with this source code, in which `video`, `work`, `out`, `model` and `fs` are defined. */
function request(source: string, more: Partial<ReconstructionRequest> = {}) {
  const seen: ReconstructionProgress[] = []
  writeFileSync(
    engine,
    `import fs from 'node:fs'
     const [video, work, out, model] = process.argv.slice(2)
     ${source}`,
  )
  const asked = requestModel(folder, join(folder, film), {
    command: `node '${engine}' {video} {work} "{out}" '${join(folder, 'model')}'`,
    onProgress: (progress) => seen.push(progress),
    ...more,
  })
  return { asked, seen }
}
const run = (source: string, more?: Partial<ReconstructionRequest>) =>
  reconstruct(request(source, more).asked)
const writeModel = `fs.copyFileSync(model, out + '/model.glb')`

describe('another engine', () => {
  test('runs at the lowest priority, so that checks and previews of films come first', async () => {
    // It ends only then.
    const made = await run(`
      import os from 'node:os'
      const timer = setInterval(() => {
        if (os.getPriority() !== 19) return
        clearInterval(timer)
        ${writeModel}
      }, 20)`)
    expect(made.kind).toBe('ready')
  })

  test('makes a model, and the archive names its film', async () => {
    const { asked, seen } = request(`
      console.log('Some engine 1.0', process.memoryUsage())
      console.log('{"stage":"cameras","fraction":0.5}')
      console.log('{"stage":"frames","fraction":1}')
      console.error('warning: nothing')
      fs.writeFileSync(work + '/large', 'scratch')
      fs.mkdirSync(out + '/package')
      fs.writeFileSync(out + '/package/video.txt', fs.readFileSync(video))
      fs.writeFileSync(video, 'broken')
      fs.writeFileSync(out + '/engine.json', '{"name":"some engine"}')
      console.log('{"stage":"texture","fraction":1}')
      ${writeModel}`)
    const made = await reconstruct(asked)
    const glb = join(folder, 'out/model.glb')
    expect(made).toMatchObject({ kind: 'ready', glb, preview: glb, zip: join(folder, 'out/model.zip') })
    const files = await readZip(join(folder, 'out/model.zip'))
    expect(files.get('video.txt')!.toString()).toBe('a film')
    expect(readFileSync(asked.video, 'utf8')).toBe('a film')
    expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({
      capture: { sha256: lineage.captureSha256 },
      engine: { name: 'some engine' },
    })
    expect(seen).toEqual([
      { stage: 'cameras', fraction: 0.5 },
      { stage: 'texture', fraction: 1 },
      { stage: 'packing', fraction: 1 },
    ])
    expect(readdirSync(asked.work)).toEqual([])
  })

  test('says why no model can be made of a film', async () => {
    const refused = await run(`
      console.log('{"reason":"The film shows only sky."}')
      process.exitCode = 20`)
    expect(refused).toEqual({ kind: 'impossible', reason: 'The film shows only sky.' })
    const withoutReason = await run(`process.exitCode = 20`)
    expect(withoutReason).toMatchObject({
      kind: 'impossible',
      reason: expect.stringContaining('Walk slowly'),
    })
  })

  test('is checked: a missing or invalid model, or another exit code, is an error', async () => {
    await expect(run('')).rejects.toThrow(ModelUnusable)
    await expect(run(`fs.writeFileSync(out + '/model.glb', 'glTF')`)).rejects.toThrow(ModelUnusable)
    await expect(run(`fs.symlinkSync(model, out + '/model.glb')`)).rejects.toThrow(ModelUnusable)
    await expect(run(`${writeModel}; fs.writeFileSync(out + '/preview.glb', '')`)).rejects.toThrow(
      ModelUnusable,
    )
    await expect(run(`${writeModel}; process.exitCode = 3`)).rejects.toMatchObject({ exitCode: 3 })
  })

  test('starts with an empty output folder, also after an earlier run', async () => {
    await run(`${writeModel}; fs.copyFileSync(model, out + '/preview.glb')`)
    await expect(run('')).rejects.toThrow(ModelUnusable)
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })

  test('is named when it is not installed', async () => {
    const missing = run('', { command: '/opt/gpu-engine {video}' })
    await expect(missing).rejects.toThrow(EngineMissing)
    await expect(missing).rejects.toThrow('/opt/gpu-engine is not installed')
  })

  test('ends with everything it started when it is aborted', async () => {
    const abort = new AbortController()
    const { asked } = request(
      `import { spawn } from 'node:child_process'
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', out])
       child.once('spawn', () => console.log('{"stage":"frames","fraction":0.1}'))
       setInterval(() => {}, 1000)`,
      { signal: abort.signal, onProgress: () => abort.abort() },
    )
    await expect(reconstruct(asked)).rejects.toMatchObject({ name: 'ToolFailed', reason: 'aborted' })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
    expect(readdirSync(asked.work)).toEqual([])
  })
})

test('our engine names the programs that are missing, and how to install them', async () => {
  vi.stubEnv('PATH', folder)
  const missing = reconstruct({ ...request('').asked, command: undefined })
  await expect(missing).rejects.toThrow(EngineMissing)
  await expect(missing).rejects.toThrow(installLine(['ffmpeg', 'colmap']))
  await expect(missing).rejects.toThrow('colmap (missing)')
})

test('the engine ends with a worker that is killed', { skip: process.platform !== 'linux' }, async () => {
  const { asked } = request(
    `import { spawn } from 'node:child_process'
     fs.writeFileSync(out + '/runs', '')
     setInterval(() => {}, 1000)`,
  )
  mkdirSync(asked.out)
  const module = pathToFileURL(join(import.meta.dirname, 'reconstruct.ts')).href
  const source = `
    import { reconstruct } from ${JSON.stringify(module)}
    const asked = ${JSON.stringify({ ...asked, signal: undefined })}
    await reconstruct({ ...asked, signal: new AbortController().signal, onProgress: () => {} })`
  child = spawn(process.execPath, ['--conditions=react-server', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(() => existsSync(join(asked.out, 'runs')), { what: 'it runs' })
  child.kill('SIGKILL')
  await until(() => processesNaming(folder) === 0, { what: 'the engine is gone' })
})
