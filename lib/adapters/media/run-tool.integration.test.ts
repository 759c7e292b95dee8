import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installLine } from '#lib/adapters/media/find-program'
import { runTool, ToolFailed, type ToolLimits, ToolMissing } from '#lib/adapters/media/run-tool'
import { openingsOf } from '#lib/adapters/media/tool-guards'
import { descendantsOf } from '#testing/descendants'
import { processesNaming } from '#testing/processes-naming'
import { until } from '#testing/until'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tool-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

/** Runs a script in Node, the only program that is installed everywhere. */
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

/** Starts a child that ignores SIGTERM, has the folder in its arguments and does not exit. */
const withLastingChild = () => `
  const { spawn } = require('node:child_process')
  const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', stay, ${JSON.stringify(folder)}], { stdio: 'inherit' })
  child.once('spawn', () => console.log('started'))
`
const startPrograms = { mayStartPrograms: true }

describe('the result of a program', () => {
  test('is its output, unchanged, and the end of its standard error', async () => {
    const { stdout, stderr } = await script(
      `process.stdout.write(Buffer.from([0, 255, 10])); console.error('a note')`,
    )
    expect([...stdout]).toEqual([0, 255, 10])
    expect(stderr).toBe('a note\n')
  })

  test('is complete lines, each once, also if they arrive in pieces', async () => {
    const lines: string[] = []
    await script(
      `const parts = [Buffer.from('one\\r\\ntw'), Buffer.from([0xc3]), Buffer.from([0xa4, 10]), Buffer.from('three')]
       const next = () => { const part = parts.shift(); if (part) process.stdout.write(part, () => setTimeout(next, 20)) }
       next()`,
      { onLine: (line) => lines.push(line) },
    )
    expect(lines).toEqual(['one', 'twä', 'three'])
  })

  test('is a failure with the exit code and the last line of its errors', async () => {
    const failure = await failureOf(script(`console.error('first\\nno such thing'); process.exit(7)`))
    expect(failure).toMatchObject({
      tool: 'node',
      reason: 'exit',
      exitCode: 7,
      stderr: 'first\nno such thing\n',
    })
    expect(failure.message).toBe('node ended with 7: no such thing')
  })

  test('has no terminal codes, and progress output as lines', async () => {
    const failure = await failureOf(
      script(`process.stderr.write('10 %\\r20 %\\r\\n\\x1b[31mred\\x07\\n'); process.exitCode = 1`),
    )
    expect(failure.stderr).toBe('10 %\n20 %\n[31mred\n')
  })

  test('has only the end of a large standard error', async () => {
    const failure = await failureOf(
      script(`process.stderr.write('x'.repeat(300000) + 'the end', () => process.exit(1))`),
    )
    expect(failure.stderr).toHaveLength(64 * 1024)
    expect(failure.stderr.endsWith('the end')).toBe(true)
  })

  test('is the error that `onLine` throws, without further lines', async () => {
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
  test('after its time limit', async () => {
    const failure = await failureOf(
      script(withLastingChild(), { ...startPrograms, limits: { wallSeconds: 2 } }),
    )
    expect(failure).toMatchObject({ reason: 'timeout', exitCode: null })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('when it is aborted', async () => {
    const abort = new AbortController()
    const run = failureOf(
      script(withLastingChild(), { ...startPrograms, signal: abort.signal, onLine: () => abort.abort() }),
    )
    expect(await run).toMatchObject({ reason: 'aborted', exitCode: null })
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('when it is aborted while it is being started', async () => {
    const abort = new AbortController()
    const run = script('setInterval(() => {}, 1_000)', { signal: abort.signal, limits: { wallSeconds: 5 } })
    abort.abort()
    expect(await failureOf(run)).toMatchObject({ reason: 'aborted' })
  })

  test('when it exits', async () => {
    await script(`${withLastingChild()}; child.unref()`, startPrograms)
    await until(() => processesNaming(folder) === 0, { what: 'its child is gone' })
  })

  test('when it prints more than its limit', async () => {
    const limits: ToolLimits = { wallSeconds: 30, stdoutBytes: 100_000 }
    const flood = `setInterval(() => process.stdout.write('x'.repeat(50000)), 1)`
    expect(await failureOf(script(flood, { limits }))).toMatchObject({ reason: 'output' })
    const lines: string[] = []
    const endless = await failureOf(script(flood, { limits, onLine: (line) => lines.push(line) }))
    expect(endless).toMatchObject({ reason: 'output' })
    expect(lines).toEqual([])
  })

  test('and does not start if it was aborted before', async () => {
    const source = `require('node:fs').writeFileSync('started', '')`
    expect(await failureOf(script(source, { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    })
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

describe('a program is confined', () => {
  test('it cannot see the environment of this process', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    vi.stubEnv('TREASURY_KEY', '0xsecret')
    const { stdout } = await script(`console.log(JSON.stringify(process.env))`)
    const { __CF_USER_TEXT_ENCODING: _macOs, PWD: _folder, ...seen } = JSON.parse(stdout.toString())
    expect(seen).toEqual({ PATH: process.env.PATH, LANG: 'C', HOME: folder, TMPDIR: folder })
  })

  test('it leaves no links, through which this process could read or write other files', async () => {
    writeFileSync(join(folder, 'film'), 'a film')
    await script(`
      const { mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
      mkdirSync('deep')
      writeFileSync('deep/picture', 'a picture')
      for (const name of ['preview.mp4', 'deep/frames']) symlinkSync('/etc/passwd', name)`)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['deep', 'deep/picture', 'film'])
  })

  test('it is ended when the total size of its files exceeds the limit', async () => {
    const write = `for (let i = 0; i < 40; i++) require('node:fs').writeFileSync('file' + i, Buffer.alloc(1e5, 1)); setInterval(() => {}, 1000)`
    const failure = await failureOf(script(write, { limits: { wallSeconds: 30, folderBytes: 2_000_000 } }))
    expect(failure).toMatchObject({ reason: 'output', how: 'wrote more than 2000000 bytes' })
  })
})

describe('a missing program', () => {
  test('is reported with the command that installs it', async () => {
    vi.stubEnv('PATH', folder)
    const run = runTool({ tool: 'colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(run).rejects.toBeInstanceOf(ToolMissing)
    await expect(run).rejects.toMatchObject({ tool: 'colmap', install: installLine(['colmap']) })
  })

  test('is reported with its package name on each system', () => {
    const both = ['ffmpeg', 'ffprobe', 'colmap']
    expect(installLine(both, 'linux')).toBe('apt-get install --no-install-recommends ffmpeg colmap')
    expect(installLine(both, 'darwin')).toBe('brew install ffmpeg colmap')
    expect(installLine(['ffprobe'], 'darwin')).toBe('brew install ffmpeg')
    expect(installLine(both, 'win32')).toBe('install ffmpeg and colmap, and put them on PATH')
    expect(installLine(['/opt/engine'], 'linux')).toBe('install /opt/engine, and put it on PATH')
  })

  test('is not searched in the working directory, and must be executable', async () => {
    vi.stubEnv('PATH', `:.:${folder}`)
    writeFileSync(join(folder, 'colmap'), '#!/bin/sh\n')
    chmodSync(join(folder, 'colmap'), 0o644)
    const run = runTool({ tool: 'colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(run).rejects.toBeInstanceOf(ToolMissing)
    const climbing = runTool({ tool: '../colmap', args: [], folder, limits: { wallSeconds: 1 } })
    await expect(climbing).rejects.toBeInstanceOf(ToolMissing)
  })
})

describe('missing guards', () => {
  test('do not prevent a run, and a log message lists what programs could do', async () => {
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
      'external programs can read and write the files of this user, reach the network, use memory and disk without limit, ' +
        'read the environment of this process, use every system call, outlive this process on this machine\n',
    )
  })

  test('there is no message if all guards work', () => {
    const confined = { files: true, network: true, systemCalls: true }
    const all = { ...confined, limits: true, privileges: true, diesWithParent: true }
    expect(openingsOf(all)).toBeUndefined()
  })
})

test('background work and all that it starts comes after every other program, also where Linux schedules sessions as groups', {
  skip: process.platform !== 'linux',
}, async () => {
  const seen: (string | undefined)[] = []
  const groupsOf = () =>
    descendantsOf(process.pid)
      .filter(({ name }) => /^(node|sleep)/.test(name))
      .map(({ pid }) => [getPriority(pid), groupOf(pid)])
  const stop = new AbortController()
  const run = script(
    `require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })
     setInterval(() => {}, 1000)`,
    { isBackground: true, mayStartPrograms: true, signal: stop.signal },
  ).catch((error: unknown) => error)
  await until(
    () => {
      const groups = groupsOf().filter(([priority]) => priority === 5)
      seen.splice(0, seen.length, ...groups.map(([, group]) => group as string | undefined))
      return groups.length >= 2 && seen.every((group) => group === undefined || group.endsWith(' nice 5'))
    },
    { what: 'both are lowered' },
  )
  expect(seen.length).toBeGreaterThanOrEqual(2)
  stop.abort()
  await run
})

/** `undefined` where the kernel does not group sessions. */
function groupOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'latin1').trimEnd()
  } catch {
    return undefined
  }
}
