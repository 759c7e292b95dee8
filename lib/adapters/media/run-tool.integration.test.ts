import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installLine } from '#lib/adapters/media/find-program'
import { runTool, ToolFailed, type ToolLimits, ToolMissing } from '#lib/adapters/media/run-tool'
import { openingsOf } from '#lib/adapters/media/tool-guards'
import { processesNaming } from '#lib/sandbox/testing/processes-naming'
import { until } from '#lib/sandbox/testing/until'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tool-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

/** Runs a script in Node, the one program that is on every machine. */
const script = (source: string, options: Partial<Parameters<typeof runTool>[0]> = {}) =>
  runTool({ tool: 'node', args: ['-e', source], folder, limits: { wallSeconds: 30 }, ...options })

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ToolFailed)
      return error as ToolFailed
    },
  )

/** Starts a child that ignores polite signals, names the folder in its arguments and stays. */
const withLastingChild = () => `
  const { spawn } = require('node:child_process')
  const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', stay, ${JSON.stringify(folder)}], { stdio: 'inherit' })
  child.once('spawn', () => console.log('started'))
`
const startPrograms = { mayStartPrograms: true }

describe('what a program gives back', () => {
  test('its output, byte for byte, and the end of its errors', async () => {
    const { stdout, stderr } = await script(
      `process.stdout.write(Buffer.from([0, 255, 10])); console.error('a note')`,
    )
    expect([...stdout]).toEqual([0, 255, 10])
    expect(stderr).toBe('a note\n')
  })

  test('its lines, each once and whole, whatever pieces they come in', async () => {
    const lines: string[] = []
    await script(
      `const parts = [Buffer.from('one\\r\\ntw'), Buffer.from([0xc3]), Buffer.from([0xa4, 10]), Buffer.from('three')]
       const next = () => { const part = parts.shift(); if (part) process.stdout.write(part, () => setTimeout(next, 20)) }
       next()`,
      { onLine: (line) => lines.push(line) },
    )
    expect(lines).toEqual(['one', 'twä', 'three'])
  })

  test('a failure, with the status and what was said last', async () => {
    const failure = await failureOf(script(`console.error('first\\nno such thing'); process.exit(7)`))
    expect(failure).toMatchObject({
      tool: 'node',
      reason: 'exit',
      exitCode: 7,
      stderr: 'first\nno such thing\n',
    })
    expect(failure.message).toBe('node ended with 7: no such thing')
  })

  test('no terminal codes, and progress as lines', async () => {
    const failure = await failureOf(
      script(`process.stderr.write('10 %\\r20 %\\r\\n\\x1b[31mred\\x07\\n'); process.exitCode = 1`),
    )
    expect(failure.stderr).toBe('10 %\n20 %\n[31mred\n')
  })

  test('no more than the end of a flood of errors', async () => {
    const failure = await failureOf(
      script(`process.stderr.write('x'.repeat(300000) + 'the end', () => process.exit(1))`),
    )
    expect(failure.stderr).toHaveLength(64 * 1024)
    expect(failure.stderr.endsWith('the end')).toBe(true)
  })

  test('the error of whoever takes its lines, and not one line more', async () => {
    let taken = 0
    const run = script(`setInterval(() => console.log('line\\nline'), 5)`, {
      onLine: () => {
        taken += 1
        throw new Error('not understood')
      },
    })
    await expect(run).rejects.toThrow('not understood')
    expect(taken).toBe(1)
  })
})

describe('a program ends, with all its children', () => {
  test('after its time', async () => {
    const failure = await failureOf(
      script(withLastingChild(), { ...startPrograms, limits: { wallSeconds: 2 } }),
    )
    expect(failure).toMatchObject({ reason: 'timeout', exitCode: null })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('on request', async () => {
    const abort = new AbortController()
    const run = failureOf(
      script(withLastingChild(), { ...startPrograms, signal: abort.signal, onLine: () => abort.abort() }),
    )
    expect(await run).toMatchObject({ reason: 'aborted', exitCode: null })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('when it has ended itself', async () => {
    await script(`${withLastingChild()}; child.unref()`, startPrograms)
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('for printing more than was asked for', async () => {
    const limits: ToolLimits = { wallSeconds: 30, stdoutBytes: 100_000 }
    const flood = `setInterval(() => process.stdout.write('x'.repeat(50000)), 1)`
    expect(await failureOf(script(flood, { limits }))).toMatchObject({ reason: 'output' })
    const lines: string[] = []
    const endless = await failureOf(script(flood, { limits, onLine: (line) => lines.push(line) }))
    expect(endless).toMatchObject({ reason: 'output' })
    expect(lines).toEqual([])
  })

  test('is not even started when it was called off before', async () => {
    const source = `require('node:fs').writeFileSync('started', '')`
    expect(await failureOf(script(source, { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    })
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

describe('a program is held back', () => {
  test('it sees nothing of our environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    vi.stubEnv('TREASURY_KEY', '0xsecret')
    const { stdout } = await script(`console.log(JSON.stringify(process.env))`)
    const { __CF_USER_TEXT_ENCODING: _macOs, PWD: _folder, ...seen } = JSON.parse(stdout.toString())
    expect(seen).toEqual({ PATH: process.env.PATH, LANG: 'C', HOME: folder, TMPDIR: folder })
  })

  test('it leaves no link behind, which this process could read or write another file by', async () => {
    writeFileSync(join(folder, 'film'), 'a film')
    await script(`
      const { mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
      mkdirSync('deep')
      writeFileSync('deep/picture', 'a picture')
      for (const name of ['preview.mp4', 'deep/frames']) symlinkSync('/etc/passwd', name)`)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['deep', 'deep/picture', 'film'])
  })

  test('it is ended when its files together are more than it may write', async () => {
    const write = `for (let i = 0; i < 40; i++) require('node:fs').writeFileSync('file' + i, Buffer.alloc(1e5, 1)); setInterval(() => {}, 1000)`
    const failure = await failureOf(script(write, { limits: { wallSeconds: 30, folderBytes: 2_000_000 } }))
    expect(failure).toMatchObject({ reason: 'output', how: 'wrote more than 2000000 bytes' })
  })
})

describe('a program that is not there', () => {
  test('is said to be missing, with what to type', async () => {
    vi.stubEnv('PATH', folder)
    const run = runTool({ tool: 'colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(run).rejects.toBeInstanceOf(ToolMissing)
    await expect(run).rejects.toMatchObject({ tool: 'colmap', install: installLine(['colmap']) })
  })

  test('is named by the package that brings it, on each system', () => {
    const both = ['ffmpeg', 'ffprobe', 'colmap']
    expect(installLine(both, 'linux')).toBe('apt-get install --no-install-recommends ffmpeg colmap')
    expect(installLine(both, 'darwin')).toBe('brew install ffmpeg colmap')
    expect(installLine(['ffprobe'], 'darwin')).toBe('brew install ffmpeg')
    expect(installLine(both, 'win32')).toBe('install ffmpeg and colmap, and put them on PATH')
    expect(installLine(['/opt/engine'], 'linux')).toBe('install /opt/engine, and put it on PATH')
  })

  test('is not taken from the working directory, nor when it may not be executed', async () => {
    vi.stubEnv('PATH', `:.:${folder}`)
    writeFileSync(join(folder, 'colmap'), '#!/bin/sh\n')
    chmodSync(join(folder, 'colmap'), 0o644)
    const run = runTool({ tool: 'colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(run).rejects.toBeInstanceOf(ToolMissing)
    const climbing = runTool({ tool: '../colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(climbing).rejects.toBeInstanceOf(ToolMissing)
  })
})

describe('where a guard is missing', () => {
  test('programs run without it, and one sentence says what they could do', async () => {
    const bare = join(folder, 'bin')
    const source = `
      import { runTool } from '#lib/adapters/media/run-tool'
      import { openingsOf, sandboxOf } from '#lib/adapters/media/tool-guards'
      await runTool({ tool: 'node', args: ['-e', ''], folder: '${folder}', limits: { wallSeconds: 20, memoryBytes: 1e9 } })
      console.log(openingsOf(await sandboxOf()))`
    const child = spawn(
      process.execPath,
      ['--conditions=react-server', '--input-type=module', '-e', source],
      {
        cwd: join(import.meta.dirname, '../../..'),
        env: { PATH: bare } as unknown as NodeJS.ProcessEnv,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const said: Buffer[] = []
    child.stdout.on('data', (chunk) => said.push(chunk))
    await once(child, 'close')
    expect(Buffer.concat(said).toString()).toBe(
      'outside programs can read and write the files of this user, reach the network, use memory and disk without limit, ' +
        'read the environment of this process, call all of the kernel, outlive this process on this machine\n',
    )
  })

  test('nothing is said where all hold', () => {
    const confined = { files: true, network: true, systemCalls: true }
    const all = { ...confined, limits: true, privileges: true, diesWithParent: true }
    expect(openingsOf(all)).toBeUndefined()
  })
})
