import 'server-only'
import { join } from 'node:path'
import { z } from 'zod'
import { limitCpu, runTool, ToolFailed } from '#lib/adapters/media/run-tool'
import type { MediaType } from '#lib/domain/film/media-type'
import { columnCount, rowCount } from '#lib/domain/geo/geohash'
import { type FoundTime, type Refusal, refusalText } from '#lib/domain/proof/capture'

/** Type, place and time from a file, at the precision that is stored. `orientation`: of a photograph that viewers turn, as in EXIF. */
export type FileFacts = {
  mediaType: MediaType | undefined
  cell: number | undefined
  time: FoundTime
  orientation?: number | undefined
}
export type ReadFile = { facts: FileFacts } | { refusals: readonly Refusal[] }

const main = join(import.meta.dirname, 'reader/main.ts')
/**
 * CPU limit for one file. A photograph of 256 MiB takes 3 s of CPU time, the tables of a film less than 1 s.
 */
const secondsOfOne = 10
const secondsOfMore = 0.5
const memoryBytes = 1_000_000_000

const seconds = z.int().min(-1e11).max(1e11)
const found = z.object({
  mediaType: z
    .enum(['image/jpeg', 'image/png', 'image/heif', 'image/avif', 'video/mp4', 'video/quicktime'])
    .optional(),
  cell: z
    .int()
    .min(0)
    .max(rowCount * columnCount - 1)
    .optional(),
  orientation: z.int().min(1).max(8).optional(),
  time: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['instant', 'local']), seconds }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('contradictory'), local: seconds, utc: seconds }),
  ]),
})
const line = z.union([
  z.object({ name: z.string(), facts: found }),
  z.object({ name: z.string(), refusals: z.array(z.enum(Object.keys(refusalText) as [Refusal])).min(1) }),
])

/**
 * Reads type, place and time of files with a single sandboxed program. A file that crashes the program or
 * exceeds its limit of CPU time is refused as `damaged`, and the remaining files are read by another run.
 *
 * @param input.folder absolute path of a private folder; `names` are copies in it
 * @param input.what `film`: only the tables are read, and the quality check reports damage later
 */
export async function readFiles(input: {
  folder: string
  names: readonly string[]
  what: 'capture' | 'film'
  signal?: AbortSignal | undefined
}): Promise<Map<string, ReadFile>> {
  const { folder, names, what, signal } = input
  const read = new Map<string, ReadFile>()
  const onLine = (text: string) => {
    const said = line.parse(JSON.parse(text))
    if (names.includes(said.name)) read.set(said.name, 'facts' in said ? { facts: plain(said.facts) } : said)
  }
  const cpuSeconds = Math.ceil(secondsOfOne + secondsOfMore * names.length)
  const limits = { ...limitCpu(cpuSeconds), memoryBytes, fileBytes: 0 }
  try {
    const args = ['--conditions=react-server', main, what, ...names]
    await runTool({ tool: 'node', args, folder, limits, signal, onLine })
  } catch (error) {
    if (!isOfFile(error) || !(await doesWork({ folder, signal }))) throw error
    // The program reads the files in order, so the first one without a result crashed it.
    const [broken, ...rest] = names.filter((name) => !read.has(name))
    if (broken !== undefined) read.set(broken, { refusals: ['damaged'] })
    if (rest.length > 0)
      for (const [name, said] of await readFiles({ ...input, names: rest })) read.set(name, said)
  }
  return read
}

/** True if the file that the program was reading may be the cause: it crashed the program, or led to unusable output. */
export function isOfFile(error: unknown): boolean {
  return (
    error instanceof z.ZodError ||
    error instanceof SyntaxError ||
    (error instanceof ToolFailed && error.reason !== 'aborted')
  )
}

/** False if the program fails even without files. A failure then has another cause than the files. */
async function doesWork({ folder, signal }: { folder: string; signal: AbortSignal | undefined }) {
  const limits = { ...limitCpu(secondsOfOne), memoryBytes, fileBytes: 0 }
  const args = ['--conditions=react-server', main, 'film']
  return runTool({ tool: 'node', args, folder, limits, signal }).then(
    () => true,
    () => false,
  )
}

function plain({ mediaType, cell, time, orientation }: z.output<typeof found>): FileFacts {
  return { mediaType, cell, time, ...(orientation && { orientation }) }
}
