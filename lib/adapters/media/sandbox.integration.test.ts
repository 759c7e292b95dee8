// needs: bubblewrap resource-limits setpriv
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { placeFilm } from '#lib/adapters/media/place-film'
import { runTool, ToolFailed, type ToolLimits, type ToolRun } from '#lib/adapters/media/run-tool'
import { sandboxOf } from '#lib/adapters/media/tool-guards'
import { processesNaming } from '#testing/processes-naming'
import { until } from '#testing/until'

const root = join(import.meta.dirname, '../../..')
let outside: string
let folder: string

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'cairn-outside-'))
  folder = join(outside, 'work')
  mkdirSync(folder)
})
afterEach(() => rmSync(outside, { recursive: true, force: true }))

const script = (source: string, options: Partial<ToolRun> = {}) =>
  runTool({ tool: 'node', args: ['-e', source], folder, limits: { wallSeconds: 30 }, ...options })
const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ToolFailed)
      return error as ToolFailed
    },
  )
/** The result of each attempt: `done`, or its error code. */
const attempts = async (sources: Record<string, string>, options: Partial<ToolRun> = {}) => {
  const tried = Object.entries(sources).map(
    ([name, source]) => `[${JSON.stringify(name)}, async () => { ${source} }]`,
  )
  const { stdout } = await script(
    `const fs = require('node:fs'), net = require('node:net'), { once } = require('node:events')
     const { execFileSync } = require('node:child_process')
     ;(async () => {
       const said = {}
       for (const [name, attempt] of [${tried.join(', ')}])
         said[name] = await attempt().then(() => 'done', (error) => error.code ?? error.message)
       console.log(JSON.stringify(said))
     })()`,
    options,
  )
  return JSON.parse(stdout.toString()) as Record<string, string>
}

describe.each([
  { who: 'a program', options: {} },
  { who: 'an engine, which may start programs', options: { mayStartPrograms: true } },
])('$who in the sandbox', ({ options }) => {
  test('all guards work', async () => {
    expect(new Set(Object.values(await sandboxOf()))).toEqual(new Set([true]))
  })

  test('cannot read secrets: settings, keys, the process that started it', async () => {
    const secret = join(outside, 'secret')
    writeFileSync(secret, 'OPERATOR_KEY=0x1')
    const dotEnv = join(root, '.env.example')
    expect(existsSync(dotEnv)).toBe(true)
    const read = (path: string) => `fs.readFileSync(${JSON.stringify(path)})`
    const said = await attempts(
      {
        beside: read(secret),
        above: `fs.readFileSync('../secret')`,
        settings: read(dotEnv),
        sandbox: `fs.readdirSync(${JSON.stringify(join(root, '.cairn'))})`,
        ours: `fs.readFileSync('/proc/${process.pid}/environ')`,
        home: `fs.readdirSync('/root')`,
        homes: `fs.readdirSync('/home')`,
        passwords: read('/etc/passwd'),
      },
      options,
    )
    const nothing = 'ENOENT'
    expect(said).toEqual({
      beside: nothing,
      above: nothing,
      settings: nothing,
      sandbox: nothing,
      ours: nothing,
      home: nothing,
      homes: nothing,
      passwords: nothing,
    })
  })

  test('cannot write outside its folder', async () => {
    const film = join(outside, 'film')
    writeFileSync(film, 'the original')
    await placeFilm(film, join(folder, 'film'))
    const said = await attempts(
      {
        work: `fs.writeFileSync('film', 'broken')`,
        code: `fs.writeFileSync(${JSON.stringify(join(root, 'lib/new-file'))}, '')`,
        libraries: `fs.writeFileSync('/usr/lib/new-file', '')`,
        root: `fs.writeFileSync('/new-file', '')`,
        beside: `fs.writeFileSync('../new-file', '')`,
        memory: `fs.writeFileSync('/dev/shm/new-file', '')`,
      },
      options,
    )
    const never = 'EROFS'
    expect(said).toEqual({
      work: 'done',
      code: never,
      libraries: never,
      root: never,
      beside: never,
      memory: never,
    })
    expect(readFileSync(film, 'utf8')).toBe('the original')
  })

  test('can see and signal only its own processes', async () => {
    const said = await attempts(
      {
        worker: `process.kill(${process.pid}, 0)`,
        others: `if (fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length > 3) return; throw { code: 'nobody' }`,
      },
      options,
    )
    expect(said).toEqual({ worker: 'ESRCH', others: 'nobody' })
  })

  test('cannot reach any network, including loopback, or the database', async () => {
    const heard: string[] = []
    const server = createServer((socket) => {
      heard.push('a caller')
      socket.end('hello')
    })
    const port = await listen(server)
    const socketPath = join(outside, 'socket')
    const local = createServer(() => heard.push('a local caller'))
    local.listen(socketPath)
    await once(local, 'listening')
    const { hostname: host, port: databasePort } = new URL(inject('postgresUrl'))
    const database = { host, port: Number(databasePort) }
    const connect = (to: object) =>
      `const socket = net.connect(${JSON.stringify(to)}); await once(socket, 'connect')`
    try {
      const said = await attempts(
        {
          loopback: connect({ port, host: '127.0.0.1' }),
          six: connect({ port, host: '::1' }),
          path: connect({ path: socketPath }),
          database: connect(database),
        },
        options,
      )
      for (const code of Object.values(said)) expect(code).toMatch(/^(EPERM|ENOENT|ENETUNREACH)$/)
      expect(heard).toEqual([])
    } finally {
      server.close()
      local.close()
    }
  })

  test('cannot gain privileges or create namespaces', async () => {
    const { stdout } = await script(
      `console.log(require('node:fs').readFileSync('/proc/self/status', 'utf8'))`,
      options,
    )
    const status = stdout.toString()
    for (const name of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${name}:\\s*0+$`, 'm'))
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m)
    expect(status).toMatch(/^Seccomp:\s*2$/m)
  })
})

test('a program cannot start other programs, but an engine can', async () => {
  const start = { child: `execFileSync(process.execPath, ['-e', ''])` }
  expect(await attempts(start)).toEqual({ child: 'EPERM' })
  expect(await attempts(start, { mayStartPrograms: true })).toEqual({ child: 'done' })
  const unshare = { namespaces: `execFileSync('unshare', ['-r', 'true'], { stdio: 'ignore' })` }
  expect(Object.values(await attempts(unshare, { mayStartPrograms: true }))).not.toContain('done')
})

test('a program can read additional files, but not write them', async () => {
  const model = join(outside, 'model')
  writeFileSync(model, 'weights')
  const use = {
    read: `fs.readFileSync(${JSON.stringify(model)})`,
    write: `fs.writeFileSync(${JSON.stringify(model)}, '')`,
  }
  expect(await attempts(use, { readable: [model] })).toEqual({ read: 'done', write: 'EROFS' })
  expect(await attempts(use)).toEqual({ read: 'ENOENT', write: 'EROFS' })
})

describe('limits', () => {
  test('memory, with Node itself running within the limit', async () => {
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

  test('CPU time', async () => {
    const limits = { wallSeconds: 60, cpuSeconds: 1 }
    const failure = await failureOf(script('for (;;);', { limits }))
    expect(failure.reason).toBe('signal')
  })

  test('file size', async () => {
    const write = `require('node:fs').writeFileSync('large', Buffer.alloc(3e6))`
    await script(write, { limits: { wallSeconds: 30, fileBytes: 4_000_000 } })
    await failureOf(script(write, { limits: { wallSeconds: 30, fileBytes: 1_000_000 } }))
    expect(statSync(join(folder, 'large')).size).toBeLessThanOrEqual(1_000_000)
  })

  test('number of processes', async () => {
    const { stdout } = await script(
      `console.log(require('node:fs').readFileSync('/proc/self/limits', 'utf8'))`,
    )
    expect(stdout.toString()).toMatch(/^Max processes\s+64\s+64/m)
  })

  test('also apply to the programs that an engine starts, in the same sandbox', async () => {
    writeFileSync(join(outside, 'secret'), '')
    const inner = `
      const limits = require('node:fs').readFileSync('/proc/self/limits', 'utf8')
      const fileBytes = /^Max file size +(\\d+) +(\\d+)/m.exec(limits).slice(1)
      console.log(JSON.stringify({ fileBytes, files: require('node:fs').readdirSync('${outside}') }))`
    const { stdout } = await script(
      `process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(inner)}]))`,
      { mayStartPrograms: true, limits: { wallSeconds: 30, fileBytes: 1_000_000 } },
    )
    const seen = { fileBytes: ['1000000', '1000000'], files: ['work'] }
    expect(JSON.parse(stdout.toString())).toEqual(seen)
  })
})

test('a program is killed when the process that started it is killed with SIGKILL', async () => {
  const stay = `console.log('runs'); setInterval(() => {}, 1000)`
  const starter = start(`
    import { runTool } from '#lib/adapters/media/run-tool'
    await runTool({ tool: 'node', args: ['-e', ${JSON.stringify(stay)}, ${JSON.stringify(folder)}], folder: ${JSON.stringify(folder)},
      limits: { wallSeconds: 60 }, onLine: console.log })`)
  await once(starter.stdout!, 'data')
  expect(processesNaming(folder)).toBeGreaterThan(1)
  const gone = once(starter, 'exit')
  starter.kill('SIGKILL')
  await gone
  await until(() => processesNaming(folder) === 0, { what: 'the tool is gone' })
})

test('a non-root user has the same sandbox as root', async () => {
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chmodSync(outside, 0o755)
    chmodSync(folder, 0o777)
  }
  const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
  const inner = `
    import { runTool } from '#lib/adapters/media/run-tool'
    import { sandboxOf } from '#lib/adapters/media/tool-guards'
    await runTool({ tool: 'node', args: ['-e', 'require("node:fs").writeFileSync("made", "")'], folder: ${JSON.stringify(folder)},
      limits: { wallSeconds: 30, cpuSeconds: 10, memoryBytes: 1e9, fileBytes: 1e6 } })
    console.log(JSON.stringify(await sandboxOf()))`
  const [command, ...args] = [...asNobody, process.execPath, ...nodeOptions, inner]
  const said = execFileSync(command!, args, { cwd: root, encoding: 'utf8' })
  expect(new Set(Object.values(JSON.parse(said)))).toEqual(new Set([true]))
  expect(existsSync(join(folder, 'made'))).toBe(true)
})

const nodeOptions = ['--conditions=react-server', '--input-type=module', '-e']

function start(source: string): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
  })
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
