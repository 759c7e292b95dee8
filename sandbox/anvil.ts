import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { createPublicClient, http } from 'viem'
import { nudge } from '#sandbox/anvil-nudge'
import { openLocal } from '#sandbox/local-chain'
import { freePort } from '#sandbox/postgres'
import { findFoundry, missingFoundry } from '../contracts/tools/foundry.mjs'

/** A running EVM chain that belongs to this process. */
export type Anvil = { rpcUrl: string; stop: () => Promise<void> }

const startTimeoutMs = 20_000
const stopTimeoutMs = 20_000
const saveIntervalMs = 1_000
/** Anvil answers no requests while it dumps a long chain, so dumps take at most a twentieth of its time. */
const restFactor = 20
/** Anvil stores the state after each block; without a limit, a long run fills the disk of the home folder. */
const keptStates = 1_000
/** Anvil would also rewrite its file in place at an interval, and a crash in the middle of that would ruin the file. */
const neverSeconds = 10_000_000

/**
 * Runs the program given as arguments until it exits or until descriptor 3 closes. The descriptor closes when this process
 * stops the program, and also when this process dies.
 */
const guard = '"$@" & child=$!; { cat <&3 >/dev/null; kill $child; } & wait $child'

/**
 * Starts anvil on a free port of loopback, with a block for each transaction. If another program takes the port first, another
 * port is tried.
 *
 * @param options.folder stores the chain; without it the chain is lost at the end
 * @param options.finalityDepth blocks on top of a block until it is `safe`; twice as many until it is `finalized`
 */
export async function startAnvil(options: {
  chainId: number
  folder?: string | undefined
  finalityDepth: number
}): Promise<Anvil> {
  const store = options.folder === undefined ? undefined : await openStore(options.folder, options.chainId)
  for (let attempt = 1; ; attempt++) {
    try {
      return await run({ ...options, store, port: await freePort() })
    } catch (error) {
      if (attempt === 3 || !/in use/i.test((error as Error).message)) throw error
    }
  }
}

type Store = { pidFile: string; saved: string; atExit: string; partial: string }

async function run(options: {
  chainId: number
  finalityDepth: number
  store: Store | undefined
  port: number
}): Promise<Anvil> {
  const { store, port, chainId } = options
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--quiet'],
    ...['--prune-history', String(keptStates), '--slots-in-an-epoch', String(options.finalityDepth)],
    ...(store ? ['--dump-state', store.atExit, '--state-interval', String(neverSeconds)] : []),
    ...(store && existsSync(store.saved) ? ['--load-state', store.saved] : []),
  ]
  // Its own process group: Ctrl-C must reach the web and the worker first, and the chains last.
  const child = spawn('/bin/sh', ['-c', guard, 'sh', findFoundry('anvil'), ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  await waitUntilReady(child, rpcUrl, chainId)
  const nudging = nudge(rpcUrl)
  if (!store) {
    return {
      rpcUrl,
      stop: async () => {
        nudging.stop()
        await stopProcess(child)
      },
    }
  }
  writeFileSync(store.pidFile, String(child.pid))
  const saver = startSaver(rpcUrl, store)
  return {
    rpcUrl,
    stop: async () => {
      nudging.stop()
      await saver.stop()
      await stopProcess(child)
      keepExitState(store)
      rmSync(store.pidFile, { force: true })
    },
  }
}

async function waitUntilReady(child: ChildProcess, rpcUrl: string, chainId: number): Promise<void> {
  let output = ''
  let exit: string | undefined
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  })
  child.once('error', (error) => {
    exit = error.message
  })
  child.once('exit', (code) => {
    exit ??= code === 127 ? missingFoundry('anvil') : `exit status ${code}: ${output.trim()}`
    child.stdio[3]?.destroy()
  })
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 2_000 }) })
  const giveUpAt = Date.now() + startTimeoutMs
  for (;;) {
    if (exit) throw new Error(`The local chain ${chainId} did not start: ${exit}`)
    const answer = (await accepts(rpcUrl)) ? await client.getChainId().catch(() => undefined) : undefined
    if (answer === chainId && !exit) return
    if (answer !== undefined) {
      await stopProcess(child)
      throw new Error(`Port of ${rpcUrl} is in use by another chain (${answer})`)
    }
    if (Date.now() > giveUpAt) {
      await stopProcess(child)
      throw new Error(`The local chain ${chainId} did not answer in ${startTimeoutMs} ms: ${output.trim()}`)
    }
    await sleep(10)
  }
}

/** True if a program listens on the port. This check costs less than a failed request. */
function accepts(rpcUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(rpcUrl)
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const end = (accepted: boolean) => {
      socket.destroy()
      done(accepted)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

/** Asks anvil to exit, which makes it write its state, and kills it if it does not exit in time. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const group = -child.pid
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.stdio[3]?.destroy()
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), stopTimeoutMs)
  await gone
  clearTimeout(timer)
}

/** Finds what an earlier run left in the folder, and waits for that run's anvil to finish writing. */
async function openStore(folder: string, chainId: number): Promise<Store> {
  mkdirSync(folder, { recursive: true })
  const at = (name: string) => resolve(join(folder, `${chainId}${name}`))
  const store = {
    pidFile: at('.pid'),
    saved: at('.json'),
    atExit: at('.exit.json'),
    partial: at('.part.json'),
  }
  const giveUpAt = Date.now() + stopTimeoutMs
  while (isRunningOn(store)) {
    if (Date.now() > giveUpAt)
      throw new Error(`Another run is using the local chain in ${folder}; end it first.`)
    await sleep(50)
  }
  keepExitState(store)
  return store
}

/** The state that anvil wrote when it ended is newer than ours. If that write was interrupted, ours is at most a second older. */
function keepExitState(store: Store): void {
  if (!existsSync(store.atExit)) return
  try {
    JSON.parse(readFileSync(store.atExit, 'utf8'))
    renameSync(store.atExit, store.saved)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    rmSync(store.atExit)
  }
}

/** Saves the chain atomically after each change, in case anvil is killed before it writes its state. */
function startSaver(rpcUrl: string, store: Store): { stop: () => Promise<void> } {
  const client = openLocal(rpcUrl)
  let savedBlock = -1n
  const save = async () => {
    const block = await client.getBlockNumber()
    if (block === savedBlock) return
    const dump = await client.dumpState()
    writeFileSync(store.partial, gunzipSync(Buffer.from(dump.slice(2), 'hex')))
    renameSync(store.partial, store.saved)
    savedBlock = block
  }
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const schedule = (waitMs: number) => {
    timer = setTimeout(() => {
      const startedAt = performance.now()
      // A chain that does not answer is reported elsewhere. The next round tries again.
      running = save()
        .catch(() => {})
        .then(() => schedule(Math.max(saveIntervalMs, (performance.now() - startedAt) * restFactor)))
    }, waitMs)
  }
  schedule(saveIntervalMs)
  return {
    stop: async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}

/** The system may have given the process id to another program since, so the command line is compared. */
function isRunningOn(store: Store): boolean {
  if (!existsSync(store.pidFile)) return false
  const pid = readFileSync(store.pidFile, 'utf8').trim()
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(store.atExit)
  } catch {
    if (existsSync('/proc')) return false
    return spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout.includes(store.atExit)
  }
}
