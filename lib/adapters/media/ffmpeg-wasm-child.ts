import { openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `node ffmpeg-wasm-child.ts ffmpeg|ffprobe ARGUMENTS`: FFmpeg as WebAssembly, for machines without FFmpeg.
// It can access only the working directory. One process per run, because the module cannot be reused after an
// error. The core has the GPL licence and runs as a separate program.

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
/** Files up to this size are copied into memory, because FFmpeg uses `mmap` for files of text and fonts. Larger ones are read in place. */
const copiedMaxBytes = 4 * 1024 * 1024
const [program, ...args] = process.argv.slice(2)
/** Files that existed before the run and have not been written since. */
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
    // Bypasses the core's own `ffprobe` function, which returns the same value for success and failure.
    const words = ['ffprobe', ...args]
    return core._ffprobe(words.length, core.stringsToPtr(words)) === 0
  } catch (error) {
    // The core throws to exit, after it printed the reason. The reason of an internal error is only in the
    // exception.
    process.stderr.write(`${error}\n`)
    return false
  }
}

async function load(): Promise<Core> {
  // The core was built for browser workers and reads `self`.
  Object.assign(globalThis, { self: { location: { href: 'file:///ffmpeg' }, crypto } })
  const { default: createCore } = (await import(import.meta.resolve('@ffmpeg/core'))) as {
    default: CreateCore
  }
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm')))
  return await createCore({ wasmBinary, stdout: printer(1), stderr: printer(2) })
}

/**
 * Copies a small file into memory. A large file is read from disk on demand, so that long films need little
 * memory.
 */
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

/** Buffers single bytes and writes them in chunks. */
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
