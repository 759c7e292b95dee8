import 'server-only'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#lib/adapters/context'
import type { JobName } from '#lib/domain/film/job-names'

// The private folder of a job, and the removal of what dead processes left.

const leftoverAfterMs = 24 * 3_600_000

/**
 * Calls `use` with a private folder. Removes the folders of earlier attempts at the same job that were killed: only one process works
 * on a job at a time.
 */
export async function withWorkFolder<Result>(
  ctx: Pick<Context, 'env'>,
  job: { name: JobName; submissionId: string },
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const all = allWork(ctx)
  await mkdir(all, { recursive: true, mode: 0o700 })
  const prefix = jobPrefix(job)
  for (const name of await readdir(all))
    if (name.startsWith(prefix)) await rm(join(all, name), { recursive: true, force: true })
  const folder = await mkdtemp(join(all, prefix))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes work folders that no job used for a day, with what an attempt at a model left there. @returns their number */
export async function sweepWork(args: { ctx: Pick<Context, 'env'> }): Promise<number> {
  const all = allWork(args.ctx)
  const names = await readdir(all).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(all, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs < leftoverAfterMs) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** The folder of all work folders. Workers of several machines may share it. */
export function allWork({ env }: Pick<Context, 'env'>): string {
  return join(env.media.folder, 'work')
}

/** The beginning of the names of a job's work folders. */
export function jobPrefix(job: { name: JobName; submissionId: string }): string {
  return `${job.name}-${job.submissionId}-`
}
