import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installLine } from '#lib/adapters/media/find-program'
import { runTool, ToolFailed, type ToolLimits, ToolMissing } from '#lib/adapters/media/run-tool'
import { openingsOf, sandboxOf } from '#lib/adapters/media/tool-guards'
import { until } from '#lib/sandbox/testing/until'

const guards = await sandboxOf()
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

/** Starts a child that ignores polite signals, writes down its id and stays. */
const withLastingChild = `
  const { spawn } = require('node:child_process')
  const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', stay], { stdio: 'inherit' })
  require('node:fs').writeFileSync('pid', String(child.pid))
  console.log('started')
`

const lives = (pid: number) => {
  try {
    process.kill(pid, 0)
    // A zombie that nobody has waited for yet does nothing any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const childPid = () => {
  const text = existsSync(join(folder, 'pid')) ? readFileSync(join(folder, 'pid'), 'utf8') : ''
  return text ? Number(text) : undefined
}

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
    const failure = await failureOf(script(withLastingChild, { limits: { wallSeconds: 2 } }))
    expect(failure).toMatchObject({ reason: 'timeout', exitCode: null })
    const pid = childPid()!
    await until(() => !lives(pid), { what: 'its child is gone' })
  })

  test('on request', async () => {
    const abort = new AbortController()
    const run = failureOf(script(withLastingChild, { signal: abort.signal, onLine: () => abort.abort() }))
    expect(await run).toMatchObject({ reason: 'aborted', exitCode: null })
    const pid = childPid()!
    await until(() => !lives(pid), { what: 'its child is gone' })
  })

  test('when it has ended itself', async () => {
    await script(`${withLastingChild}; child.unref()`)
    const pid = childPid()!
    await until(() => !lives(pid), { what: 'its child is gone' })
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
    const source = `require('node:fs').writeFileSync('pid', '1')`
    expect(await failureOf(script(source, { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    })
    expect(childPid()).toBeUndefined()
  })

  test('with whoever started it, killed without a chance to say so', async () => {
    if (!guards.diesWithParent) return
    const starter = spawn(
      process.execPath,
      ['--conditions=react-server', '--input-type=module', '-e', startingALastingTool(folder)],
      { stdio: 'inherit', cwd: join(import.meta.dirname, '../../..') },
    )
    const pid = await until(childPid, { what: 'the tool runs' })
    expect(lives(pid)).toBe(true)
    await killed(starter)
    await until(() => !lives(pid), { what: 'the tool is gone' })
  })
})

describe('a program is held back', () => {
  test('it sees nothing of our environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    vi.stubEnv('TREASURY_KEY', '0xsecret')
    const { stdout } = await script(`console.log(JSON.stringify(process.env))`)
    const { __CF_USER_TEXT_ENCODING: _macOs, ...seen } = JSON.parse(stdout.toString())
    expect(seen).toEqual({ PATH: process.env.PATH, LANG: 'C', HOME: folder, TMPDIR: folder })
  })

  test('it cannot look into the process that started it, where the keys are', async () => {
    if (!guards.privileges) return
    const { stdout } = await script(`
      const { readFileSync } = require('node:fs')
      try { readFileSync('/proc/${process.pid}/environ'); console.log('read') } catch (error) { console.log(error.code) }
      console.log(readFileSync('/proc/self/status', 'utf8').match(/CapEff:\\s*(\\w+)|NoNewPrivs:\\s*(\\d)/g).join())`)
    expect(stdout.toString()).toMatch(/^EACCES\n/)
    expect(stdout.toString()).toMatch(/CapEff:\s*0+,NoNewPrivs:\s*1/)
  })

  test('it has no network, not even this machine’s own', async () => {
    const heard: string[] = []
    const server = createServer((socket) => {
      heard.push('a caller')
      socket.end('hello')
    })
    const port = await listen(server)
    try {
      const { stdout } = await script(`
        require('node:net').connect(${port}, '127.0.0.1').on('data', () => console.log('connected'))
          .on('error', (error) => console.log(error.code))`)
      expect(stdout.toString()).toMatch(
        guards.network ? /^(ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL)$/m : /connected/,
      )
      expect(heard).toHaveLength(guards.network ? 0 : 1)
    } finally {
      server.close()
    }
  })

  test('it gets no more memory than it was given, and Node itself runs within it', async () => {
    if (!guards.limits) return
    const limits: ToolLimits = { wallSeconds: 30, memoryBytes: 400_000_000 }
    const take = (megabytes: number) =>
      script(
        `const kept = []; for (let i = 0; i < ${megabytes}; i += 10) kept.push(Buffer.alloc(1e7, 1))
              console.log('had', kept.length)`,
        { limits },
      )
    expect(String((await take(100)).stdout)).toBe('had 10\n')
    expect(['exit', 'signal']).toContain((await failureOf(take(1_000))).reason)
  })

  test('it gets no more processor time', async () => {
    if (!guards.limits) return
    const failure = await failureOf(script('for (;;);', { limits: { wallSeconds: 30, cpuSeconds: 1 } }))
    expect(failure).toMatchObject({ reason: 'signal' })
  })

  test('it writes no larger file', async () => {
    if (!guards.limits) return
    const write = `require('node:fs').writeFileSync('large', Buffer.alloc(3e6))`
    await script(write, { limits: { wallSeconds: 30, fileBytes: 4_000_000 } })
    await failureOf(script(write, { limits: { wallSeconds: 30, fileBytes: 1_000_000 } }))
    expect(statSync(join(folder, 'large')).size).toBeLessThanOrEqual(1_000_000)
  })

  test('a program started by a program is held back as well', async () => {
    const inner = `
      import { runTool } from '#lib/adapters/media/run-tool'
      import { sandboxOf } from '#lib/adapters/media/tool-guards'
      const limits = { wallSeconds: 20, cpuSeconds: 1000, memoryBytes: 8e9, fileBytes: 1e9 }
      const { stdout } = await runTool({ tool: 'node', args: ['-e', 'console.log(6 * 7)'], folder: '${folder}', limits })
      console.log(stdout.toString().trim(), JSON.stringify(await sandboxOf()))`
    // Beside the code, since that is where its imports are found.
    const path = join(import.meta.dirname, `nested-${process.pid}.mts`)
    writeFileSync(path, inner)
    try {
      const { stdout } = await runTool({
        tool: 'node',
        args: ['--conditions=react-server', path],
        folder,
        limits: { wallSeconds: 40, cpuSeconds: 30, memoryBytes: 2e9, fileBytes: 1e6 },
      })
      const [answer, seen] = stdout.toString().trim().split(' ')
      expect(answer).toBe('42')
      expect(JSON.parse(seen!)).toMatchObject({ network: guards.network, limits: guards.limits })
    } finally {
      rmSync(path)
    }
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
      'outside programs can reach the network, use memory and disk without limit, read the environment of this ' +
        'process, outlive this process on this machine\n',
    )
  })

  test('nothing is said where all hold', () => {
    const all = { network: true, limits: true, privileges: true, diesWithParent: true }
    expect(openingsOf(all)).toBeUndefined()
  })
})

function startingALastingTool(at: string): string {
  const source = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`
  return `
    import { runTool } from '#lib/adapters/media/run-tool'
    await runTool({ tool: 'node', args: ['-e', ${JSON.stringify(source)}], folder: ${JSON.stringify(at)}, limits: { wallSeconds: 60 } })`
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
