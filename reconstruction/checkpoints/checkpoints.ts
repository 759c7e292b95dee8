import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Progress, Stage } from '../progress.ts'

/** The result of a stage, and its files: name, length and SHA-256. */
type Mark = { key: string; result: unknown; files: { path: string; bytes: number; sha256: string }[] }

/** A finished stage: the folder with its files, and what it returned. */
export type Finished<Result> = { folder: string; result: Result }

const markName = 'done.json'
const unfinished = '.part-'

/**
 * The finished stages of a model in a work folder: a run that is ended at any time leaves them to the next one.
 *
 * Each stage has a folder of its name. It is written under another name and renamed when it is complete, with a mark that lists its
 * files. The mark's key covers the inputs of the stage and the mark of the stage before, so a changed film, setting or program, or a
 * file that is missing or differs, makes this stage and all later ones run again.
 *
 * One run at a time uses a folder.
 */
export class Checkpoints {
  readonly #folder: string
  readonly #onProgress: (progress: Progress) => void
  /** SHA-256 of the mark of the last stage; at first of what all stages depend on. */
  #chain: string

  /** @param options.basis what every stage depends on: the film and the program */
  constructor(options: { folder: string; basis: string; onProgress: (progress: Progress) => void }) {
    this.#folder = options.folder
    this.#onProgress = options.onProgress
    this.#chain = sha256(options.basis)
  }

  /** Removes what ended runs left of unfinished stages. */
  async removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#folder))
      if (name.includes(unfinished)) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  /**
   * Runs a stage, unless it is finished. Stages must be run in their order.
   *
   * @param inputs everything that the result depends on, in addition to the earlier stages
   * @param work writes the files of the stage to the folder, and returns its result as a JSON value
   */
  async run<Result>(
    stage: Stage,
    inputs: unknown,
    work: (folder: string) => Promise<Result>,
  ): Promise<Finished<Result>> {
    const folder = join(this.#folder, stage)
    const key = sha256(JSON.stringify([this.#chain, stage, inputs]))
    const found = await readMark(folder, key)
    if (found) {
      this.#chain = found.sha256
      this.#onProgress({ stage, fraction: 1, resumed: true })
      return { folder, result: found.mark.result as Result }
    }
    await rm(folder, { recursive: true, force: true })
    this.#onProgress({ stage, fraction: 0 })
    const part = `${folder}${unfinished}${randomBytes(4).toString('hex')}`
    await mkdir(part)
    try {
      const result = await work(part)
      const text = JSON.stringify({ key, result, files: await listFiles(part) } satisfies Mark)
      await writeFile(join(part, markName), text)
      await rename(part, folder)
      this.#chain = sha256(text)
      this.#onProgress({ stage, fraction: 1 })
      // As a later run reads it: JSON has no negative zero.
      return { folder, result: (JSON.parse(text) as Mark).result as Result }
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }
}

/** The record of a finished stage, if it has this key and its files are as it lists them. */
async function readMark(folder: string, key: string): Promise<{ mark: Mark; sha256: string } | undefined> {
  try {
    const text = await readFile(join(folder, markName), 'utf8')
    const mark = JSON.parse(text) as Mark
    if (mark.key !== key) return undefined
    const files = (await listFiles(folder)).filter(({ path }) => path !== markName)
    return JSON.stringify(files) === JSON.stringify(mark.files) ? { mark, sha256: sha256(text) } : undefined
  } catch {
    // Missing, or cut off.
    return undefined
  }
}

async function listFiles(folder: string): Promise<Mark['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  const files: Mark['files'] = []
  for (const path of paths.sort()) {
    const name = path.slice(folder.length + 1).replaceAll(sep, '/')
    files.push({ path: name, bytes: (await stat(path)).size, sha256: await hashFile(path) })
  }
  return files
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
