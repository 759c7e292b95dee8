import { spawn } from 'node:child_process'
import { findProgram, installLine, packagesOf } from '#lib/adapters/media/find-program'
import { type FoundTool, findTools, type MediaTool } from '#lib/adapters/media/find-tools'
import { say, step } from '#sandbox/progress'

const installTimeoutMs = 15 * 60_000
const askTimeoutMs = 10_000
/** Fails quickly without a network, and waits for other package managers. */
const aptOptions = ['Acquire::Retries=0', 'Acquire::http::Timeout=20', 'DPkg::Lock::Timeout=120']
const what: Record<WantedTool, string> = {
  ffmpeg: 'films are shown and judged by a WebAssembly ffmpeg, three times as slow',
  ffprobe: 'films are shown and judged by a WebAssembly ffmpeg, three times as slow',
  colmap: 'no 3D models are made of accepted films',
  bwrap: 'programs that read strangers’ files are held back less',
}
/** Bubblewrap exists only on Linux. */
type WantedTool = MediaTool | 'bwrap'
type Unusable = Exclude<FoundTool, { state: 'found' }> | { tool: 'bwrap'; state: 'missing' }

/** The programs that films and models need and that are still not there. */
export type MissingTools = { tools: WantedTool[]; install: string }

/**
 * Installs ffmpeg, COLMAP and Bubblewrap if they are missing: with apt-get as root or with a sudo that needs no password, with
 * Homebrew on macOS. Elsewhere it prints the command to type. Runs without prompts. A failure is only reported, because everything else works
 * without these programs.
 *
 * @param options.mayInstall false with `CAIRN_INSTALL=no`
 */
export async function bringMediaTools(
  options: { mayInstall?: boolean } = {},
): Promise<MissingTools | undefined> {
  const { mayInstall = process.env.CAIRN_INSTALL !== 'no' } = options
  const before = await findUnusable()
  if (before.length === 0) return undefined
  // A program that is too old or broken came from another source, so installing the package would not replace it.
  const absent = before.filter(({ state }) => state === 'missing').map(({ tool }) => tool)
  const installer = mayInstall && absent.length > 0 ? await findInstaller() : undefined
  if (installer) {
    const packages = packagesOf(absent)
    await step(`${packages.join(' and ')}, by ${installer.name} (some minutes the first time)`, async () => {
      const failure = await installer.install(packages)
      if (failure) say(`${installer.name} failed:\n${failure}`)
    })
  }
  const left = await findUnusable()
  if (left.length === 0) return undefined
  const missing = { tools: left.map(({ tool }) => tool), install: installLine(left.map(({ tool }) => tool)) }
  for (const line of describeMissing(left)) say(line)
  say(`to have them: ${missing.install}`)
  return missing
}

async function findUnusable(): Promise<Unusable[]> {
  const unusable = (await findTools()).filter((found) => found.state !== 'found')
  const isConfinable = process.platform !== 'linux' || findProgram('bwrap') !== undefined
  return [...unusable, ...(isConfinable ? [] : [{ tool: 'bwrap', state: 'missing' } as const])]
}

function describeMissing(left: Unusable[]): string[] {
  const reasons = left.map((found) => {
    const state = found.state === 'too old' ? `${found.version} is too old` : `is ${found.state}`
    return `${found.tool} ${state}: ${what[found.tool]}`
  })
  // ffmpeg and ffprobe are in the same package.
  return reasons.filter(
    (_, at) => left[at]!.tool !== 'ffprobe' || left.every(({ tool }) => tool !== 'ffmpeg'),
  )
}

type Installer = { name: string; install: (packages: string[]) => Promise<string | undefined> }

async function findInstaller(): Promise<Installer | undefined> {
  const brew = process.platform === 'darwin' ? findProgram('brew') : undefined
  if (brew) return { name: 'Homebrew', install: (packages) => run([brew, 'install', ...packages]) }
  const aptGet = process.platform === 'linux' ? findProgram('apt-get') : undefined
  if (!aptGet) return undefined
  const asRoot = await findRoot()
  if (!asRoot) return undefined
  const apt = (...args: string[]) =>
    run([...asRoot, aptGet, '-y', ...aptOptions.flatMap((option) => ['-o', option]), ...args])
  const install = (packages: string[]) => apt('install', '--no-install-recommends', ...packages)
  return {
    name: 'apt-get',
    // New machines have no package list, and old machines an outdated one.
    install: async (packages) =>
      (await install(packages)) && ((await apt('update')) ?? (await install(packages))),
  }
}

/** The prefix that runs a command as root; `undefined` if that would need a password. */
async function findRoot(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return []
  const sudo = findProgram('sudo')
  if (!sudo || (await run([sudo, '-n', 'true'], askTimeoutMs)) !== undefined) return undefined
  return [sudo, '-n', 'env', 'DEBIAN_FRONTEND=noninteractive']
}

/** @returns the end of its output if it failed */
function run([command, ...args]: string[], timeoutMs = installTimeoutMs): Promise<string | undefined> {
  return new Promise((done) => {
    let printed = ''
    const child = spawn(command!, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const keep = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-2_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => done(error.message))
    child.once('exit', (status) =>
      done(status === 0 ? undefined : printed.trim() || `it ended with ${status}`),
    )
  })
}
