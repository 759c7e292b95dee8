import { openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `node ffmpeg-wasm-child.ts ffmpeg|ffprobe ARGUMENTS`: FFmpeg as WebAssembly, for machines without their own. It sees what
// is in the working directory and nothing else of the machine. One process for each run: after an error the module cannot be
// used again. The core is GPL and is used as what it is, a program of its own.

type Stream = object
type StreamOperations = {
  read: (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) => number
  write: (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) => number
}
type Core = {
  FS: {
    mkdir: (path: string) => void
    chdir: (path: string) => void
    writeFile: (path: string, data: Uint8Array) => void
    readFile: (path: string) => Uint8Array
    readdir: (path: string) => string[]
    isFile: (mode: number) => boolean
    stat: (path: string) => { mode: number }
    lookupPath: (path: string) => { node: { usedBytes: number; stream_ops: StreamOperations } }
  }
  exec: (...args: string[]) => number
  _ffprobe: (count: number, args: number) => number
  stringsToPtr: (texts: string[]) => number
}
type CreateCore = (options: {
  wasmBinary: Uint8Array
  stdout: (byte: number) => void
  stderr: (byte: number) => void
}) => Promise<Core>

const folder = '/work'
/** Texts and fonts are mapped, which needs them in memory. */
const copiedMaxBytes = 4 * 1024 * 1024
const [program, ...args] = process.argv.slice(2)
/** Files that were there before and have not been written since. */
const untouched = new Set<string>()
const flushes: (() => void)[] = []

const core = await load()
core.FS.mkdir(folder)
const entries = readdirSync('.', { recursive: true, withFileTypes: true })
for (const entry of entries) {
  const name = join(entry.parentPath, entry.name)
  if (entry.isDirectory()) core.FS.mkdir(`${folder}/${name}`)
}
for (const entry of entries) if (entry.isFile()) show(join(entry.parentPath, entry.name))
core.FS.chdir(folder)

const isOk = run()
for (const flush of flushes) flush()
for (const name of filesIn(''))
  if (!untouched.has(name)) writeFileSync(name, core.FS.readFile(`${folder}/${name}`))
process.exitCode = isOk ? 0 : 1

function run(): boolean {
  try {
    if (program !== 'ffprobe') return core.exec(...args) === 0
    // Past the core's own `ffprobe`, which gives the same answer for right and wrong.
    const words = ['ffprobe', ...args]
    return core._ffprobe(words.length, core.stringsToPtr(words)) === 0
  } catch (error) {
    // It ends itself by throwing, and has printed why; a fault of its own it has not.
    process.stderr.write(`${error}\n`)
    return false
  }
}

async function load(): Promise<Core> {
  // It was built for a worker of a browser, and looks for one.
  Object.assign(globalThis, { self: { location: { href: 'file:///ffmpeg' }, crypto } })
  const { default: createCore } = (await import(import.meta.resolve('@ffmpeg/core'))) as {
    default: CreateCore
  }
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm')))
  return await createCore({ wasmBinary, stdout: printer(1), stderr: printer(2) })
}

/** Copies a small file; lets it read a large one where it lies, so that a long film takes no memory. */
function show(name: string): void {
  const path = `${folder}/${name}`
  const { size } = statSync(name)
  const isLarge = size > copiedMaxBytes
  core.FS.writeFile(path, isLarge ? new Uint8Array() : readFileSync(name))
  const { node } = core.FS.lookupPath(path)
  const inMemory = node.stream_ops
  let file: number | undefined
  untouched.add(name)
  node.usedBytes = size
  node.stream_ops = {
    ...inMemory,
    ...(isLarge && {
      read: (_stream, buffer, offset, length, position) => {
        file ??= openSync(name, 'r')
        return readSync(file, buffer, offset, length, position)
      },
    }),
    write: (...written) => {
      untouched.delete(name)
      node.stream_ops = inMemory
      return inMemory.write(...written)
    },
  }
}

function filesIn(path: string): string[] {
  return core.FS.readdir(`${folder}/${path}`)
    .filter((name) => name !== '.' && name !== '..')
    .map((name) => join(path, name))
    .flatMap((name) => (core.FS.isFile(core.FS.stat(`${folder}/${name}`).mode) ? [name] : filesIn(name)))
}

/** Takes bytes one by one, passes them on in pieces. */
function printer(descriptor: number): (byte: number) => void {
  const bytes = Buffer.alloc(64 * 1024)
  let filled = 0
  const flush = () => {
    for (let at = 0; at < filled; ) at += writeSync(descriptor, bytes, at, filled - at)
    filled = 0
  }
  flushes.push(flush)
  return (byte) => {
    bytes[filled++] = byte
    if (filled === bytes.length) flush()
  }
}
