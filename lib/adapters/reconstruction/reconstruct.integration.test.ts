import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installLine } from '#lib/adapters/media/find-program'
import { causeOf } from '#lib/domain/film/model-failure'
import type { ReconstructionProgress } from '#lib/domain/film/reconstruction'
import { descendantsOf } from '#testing/descendants'
import { lineage, requestModel } from '#testing/model-requests'
import { processesNaming } from '#testing/processes-naming'
import { readZip } from '#testing/read-zip'
import { smallGlb } from '#testing/small-glb'
import { smallSplats } from '#testing/small-splats'
import { until } from '#testing/until'
import { EngineFailed, EngineMissing, type ReconstructionRequest, reconstruct } from './reconstruct.ts'

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
  test('runs at a low priority, so that checks and previews of films come first', async () => {
    // It ends only then.
    const made = await run(`
      import os from 'node:os'
      const timer = setInterval(() => {
        if (os.getPriority() !== 5) return
        clearInterval(timer)
        ${writeModel}
      }, 20)`)
    expect(made.kind).toBe('ready')
  })

  test('may make a Gaussian splat too, which is in the archive and its manifest', async () => {
    const made = await run(`
      ${writeModel}
      fs.writeFileSync(out + '/splats.spz', Buffer.from('${smallSplats().toString('base64')}', 'base64'))`)
    if (made.kind !== 'ready') throw new Error('no model')
    expect(readFileSync(made.splats!)).toEqual(smallSplats())
    const files = await readZip(made.zip)
    expect(files.get('splats.spz')).toEqual(smallSplats())
    expect(
      JSON.parse(files.get('manifest.json')!.toString()).files.map(({ path }: { path: string }) => path),
    ).toEqual(['model.glb', 'splats.spz'])
  })

  test('makes no model when its Gaussian splat is not valid', async () => {
    await expect(run(`${writeModel}; fs.writeFileSync(out + '/splats.spz', 'no splat')`)).rejects.toThrow(
      'splats.spz',
    )
  })

  test('makes a model, and the archive names its film', async () => {
    const { asked, seen } = request(`
      console.log('Some engine 1.0', process.memoryUsage())
      console.log('{"stage":"cameras","fraction":0.5}')
      console.log('{"stage":"frames","fraction":1}')
      console.error('warning: nothing')
      fs.writeFileSync(work + '/cameras', 'finished')
      fs.writeFileSync(work + '/depth.part', 'not finished')
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
    expect(readdirSync(asked.work).sort()).toEqual(['cameras', 'depth.part'])
  })

  test('continues with what an earlier run left in its work folder', async () => {
    const { asked } = request(`
      if (!fs.existsSync(work + '/cameras')) {
        fs.writeFileSync(work + '/cameras', 'finished')
        process.exit(1)
      }
      ${writeModel}`)
    await expect(reconstruct(asked)).rejects.toThrow(EngineFailed)
    expect(await reconstruct(asked)).toMatchObject({ kind: 'ready' })
  })

  test('is told the mode', async () => {
    const engine = `fs.writeFileSync(out + '/engine.json', JSON.stringify({ mode: process.argv[6] })); ${writeModel}`
    const { asked } = request(engine, { mode: 'fine' })
    await reconstruct({ ...asked, command: `${asked.command} {mode}` })
    const files = await readZip(join(folder, 'out/model.zip'))
    expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({ engine: { mode: 'fine' } })
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
    const unusable = { name: 'EngineFailed', end: { how: 'unusable' } }
    await expect(run('')).rejects.toMatchObject(unusable)
    await expect(run(`fs.writeFileSync(out + '/model.glb', 'glTF')`)).rejects.toMatchObject(unusable)
    await expect(run(`fs.symlinkSync(model, out + '/model.glb')`)).rejects.toMatchObject(unusable)
    await expect(run(`${writeModel}; fs.writeFileSync(out + '/preview.glb', '')`)).rejects.toMatchObject(
      unusable,
    )
    const failed = run(`console.log('{"stage":"mesh","fraction":0}'); ${writeModel}; process.exitCode = 3`)
    await expect(failed).rejects.toMatchObject({ end: { how: 'exit', exitCode: 3, stage: 'mesh' } })
  })

  test('starts with an empty output folder, also after an earlier run', async () => {
    await run(`${writeModel}; fs.copyFileSync(model, out + '/preview.glb')`)
    await expect(run('')).rejects.toThrow(EngineFailed)
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })

  test('that stops in the middle is ended with everything it started, and the stage is named', async () => {
    const { asked } = request(
      `import { spawn } from 'node:child_process'
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', out])
       child.once('spawn', () => console.log('{"stage":"matching","fraction":0.1}'))
       setInterval(() => {}, 1000)`,
      { silentSeconds: 3 },
    )
    await expect(reconstruct(asked)).rejects.toMatchObject({ end: { how: 'silent', stage: 'matching' } })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('that reports progress regularly or uses the processor is not ended, even if it is slow', {
    tags: 'thorough',
    timeout: 240_000,
  }, async () => {
    // Both take longer than an engine may be silent. Four seconds, because a busy machine may delay a report by two.
    const reports = `
      for (let step = 0; step < 10; step++) {
        console.log('{"stage":"depth","fraction":0.5}')
        await new Promise((wake) => setTimeout(wake, 500))
      }
      ${writeModel}`
    expect(await run(reports, { silentSeconds: 4 })).toMatchObject({ kind: 'ready' })
    // Few looks at the clock: each is a call of the system, whose time is not counted.
    const computes = `while (process.cpuUsage().user < 3e6) for (let n = 0; n < 1e7; n++); ${writeModel}`
    expect(await run(computes, { silentSeconds: 1 })).toMatchObject({ kind: 'ready' })
  })

  test('names lack of disk and of memory, by what its programs say', { tags: 'thorough' }, async () => {
    const causeOfRun = async (source: string) => {
      const failed: unknown = await run(source).catch((error: unknown) => error)
      return failed instanceof EngineFailed && causeOf(failed.end)
    }
    expect(await causeOfRun(`throw new Error('ENOSPC: no space left on device, write')`)).toBe('disk')
    const outOfHeap = `console.error('FATAL ERROR: JavaScript heap out of memory'); process.abort()`
    expect(await causeOfRun(outOfHeap)).toBe('memory')
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

test('an engine that is held is ended as silent, though its machine is busy', {
  tags: 'thorough',
  skip: process.platform !== 'linux',
}, async () => {
  const { asked } = request(`console.log('{"stage":"depth","fraction":0}'); for (;;);`, { silentSeconds: 3 })
  const running = reconstruct({
    ...asked,
    onProgress: () => {
      for (const { pid, name } of descendantsOf(process.pid))
        if (/^node/.test(name)) process.kill(pid, 'SIGSTOP')
    },
  })
  await expect(running).rejects.toMatchObject({ end: { how: 'silent', stage: 'depth' } })
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
