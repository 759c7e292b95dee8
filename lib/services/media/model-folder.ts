import 'server-only'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#lib/adapters/context'
import { allWork, jobPrefix } from '#lib/services/media/work-folder'

// The folder in which the attempts at a model store finished stages.

/** The folder in that of an attempt which the engine works in. */
const engineFolder = 'work'
/** An engine gives an entry this in its name until it is finished. */
const unfinished = '.part'

/** Another attempt has taken over the finished stages: the queue gave the job to another worker. */
export class AttemptReplaced extends Error {
  override readonly name = 'AttemptReplaced'
}

type Ctx = Pick<Context, 'env'>

/**
 * Calls `use` with a folder for an attempt at a model, whose `work` contains what earlier attempts finished. Afterwards the folder is
 * removed; if `use` throws, `work` stays for the next attempt.
 *
 * No two attempts share a folder, also if the queue took one for dead that still runs, maybe on another machine. Finished entries are
 * moved, one rename each, from the folders of earlier attempts to a new one. An attempt whose folder is gone fails.
 *
 * @param args.use gets absolute paths: `folder`, and `work` below it
 * @throws AttemptReplaced when `use` failed because another attempt began
 */
export async function withModelFolder<Result>(args: {
  ctx: Ctx
  submissionId: string
  use: (paths: { folder: string; work: string }) => Promise<Result>
}): Promise<Result> {
  const { ctx, submissionId, use } = args
  const all = allWork(ctx)
  await mkdir(all, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(all, jobPrefix({ name: 'reconstruct', submissionId })))
  const work = join(folder, engineFolder)
  await mkdir(work)
  await takeOver({ all, submissionId, folder, work })
  try {
    const result = await use({ folder, work })
    await rm(folder, { recursive: true, force: true })
    return result
  } catch (error) {
    if (!(await stat(work).catch(() => undefined)))
      throw new AttemptReplaced('another attempt began', { cause: error })
    await removeUnfinished(folder, work)
    throw error
  }
}

/** Removes all folders of attempts at a model: no further attempt follows, or the next one starts from the beginning. */
export async function removeModelFolders(ctx: Ctx, submissionId: string): Promise<void> {
  for (const folder of await foldersOf(allWork(ctx), submissionId))
    await rm(folder, { recursive: true, force: true })
}

async function takeOver(at: { all: string; submissionId: string; folder: string; work: string }) {
  for (const earlier of await foldersOf(at.all, at.submissionId)) {
    if (earlier === at.folder) continue
    const from = join(earlier, engineFolder)
    // Several folders may have the same entry; one copy of it is enough. If an entry is missing, another process has moved it.
    for (const name of await readdir(from).catch(() => []))
      if (!name.includes(unfinished)) await rename(join(from, name), join(at.work, name)).catch(() => {})
    await rm(earlier, { recursive: true, force: true })
  }
}

async function removeUnfinished(folder: string, work: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name !== engineFolder) await rm(join(folder, name), { recursive: true, force: true })
  for (const name of await readdir(work).catch(() => []))
    if (name.includes(unfinished)) await rm(join(work, name), { recursive: true, force: true })
}

async function foldersOf(all: string, submissionId: string): Promise<string[]> {
  const prefix = jobPrefix({ name: 'reconstruct', submissionId })
  const names = await readdir(all).catch(() => [])
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(all, name))
}
