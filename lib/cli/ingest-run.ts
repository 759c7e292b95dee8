import { statSync } from 'node:fs'
import { MultiBar, type SingleBar } from 'cli-progress'
import { type ListedFile, listFiles } from '#lib/adapters/media/list-files'
import type { IngestArguments } from '#lib/cli/ingest-arguments'
import { IngestReport } from '#lib/cli/ingest-report'
import { UsageError } from '#lib/cli/usage-error'
import {
  type IngestContext,
  type IngestedFile,
  ingestFiles,
  type RefusedFile,
} from '#lib/services/captures/ingest-file'
import { ingestManifest } from '#lib/services/captures/ingest-manifest'

/** Files in a folder with these names must be captures. All other files are skipped if they are not. */
const mediaExtensions = /\.(jpg|jpeg|jpe|png|heic|heif|hif|avif|mp4|m4v|mov|qt)$/i

/**
 * Ingests what the arguments name, telling each file and a summary.
 *
 * @param options.showProgress a bar on standard error, which must be a terminal
 * @returns the exit status
 * @throws UsageError @throws when the database fails
 */
export async function runIngest(options: {
  ctx: IngestContext
  args: IngestArguments
  print: (text: string) => void
  showProgress: boolean
}): Promise<0 | 1> {
  const { ctx, args } = options
  if (args.hints.capturedAt !== undefined && args.hints.capturedAt * 1_000 > ctx.clock.now().getTime())
    throw new UsageError('--captured-at is in the future.')
  const bars = options.showProgress ? new MultiBar({ format, hideCursor: true }) : undefined
  const say = (line: string) => (bars ? bars.log(`${line}\n`) : options.print(`${line}\n`))
  const report = new IngestReport(say)
  try {
    const listing = await listFiles(args.paths)
    report.skip(listing.hidden)
    for (const { path, cause } of listing.unreadable) report.refuseFile(path, ['unreadable'], cause)
    const bar = bars?.create(listing.files.length, 0, { what: 'files' })
    for (const files of batchesOf(listing.files)) {
      const outcomes = await ingestFiles({
        ctx,
        input: { files: files.map(({ path }) => ({ path, ...args.hints })) },
      })
      for (const [index, file] of files.entries()) reportOne(report, file, outcomes[index]!)
      bar?.increment(files.length)
    }
    for (const path of args.manifests) await ingestOneManifest({ ctx, path, report, bars })
  } finally {
    bars?.update()
    bars?.stop()
  }
  options.print(`${report.summary()}\n`)
  return report.anyRefused ? 1 : 0
}

const format = '{bar} {percentage}% {value}/{total} {what}'

/** Files are copied for the program that reads them, so a batch ends with the one that makes it large. */
const batchFiles = 64
const batchBytes = 256 * 1024 * 1024

function* batchesOf(files: readonly ListedFile[]): Generator<ListedFile[]> {
  let batch: ListedFile[] = []
  let bytes = 0
  for (const file of files) {
    batch.push(file)
    bytes += statSync(file.path, { throwIfNoEntry: false })?.size ?? 0
    if (batch.length < batchFiles && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

function reportOne(report: IngestReport, file: ListedFile, outcome: IngestedFile | RefusedFile): void {
  if (outcome.status !== 'refused') {
    report.file(file.path, outcome.status, outcome.observationId)
    return
  }
  const noMedia = outcome.refusals.every((refusal) => refusal === 'unsupported' || refusal === 'empty')
  if (noMedia && !file.named && !mediaExtensions.test(file.path)) report.skip(1)
  else report.refuseFile(file.path, outcome.refusals, outcome.cause, outcome.clocks)
}

async function ingestOneManifest(options: {
  ctx: IngestContext
  path: string
  report: IngestReport
  bars: MultiBar | undefined
}): Promise<void> {
  const { ctx, path, report, bars } = options
  let bar: SingleBar | undefined
  try {
    bar = bars?.create(statSync(path).size, 0, { what: 'bytes' })
    const result = await ingestManifest({
      ctx,
      input: {
        path,
        onRefused: (line, reason) => report.refuseLine(path, line, reason),
        onBytes: (bytes) => bar?.increment(bytes),
      },
    })
    report.addRows(result.created, result.known)
  } catch (error) {
    // A failure to read the manifest itself is reported like that of any other file. All other errors come from the database.
    const { syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || !['open', 'read', 'stat'].includes(syscall)) throw error
    report.refuseFile(path, ['unreadable'], error)
  }
}
