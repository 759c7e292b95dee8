import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findTool } from '#lib/adapters/media/find-tools'
import { runTool, ToolFailed, type ToolOutput, type ToolRun } from '#lib/adapters/media/run-tool'

export type FfmpegRun = Omit<ToolRun, 'tool' | 'args'> & {
  /** Files are named relative to `folder`, for input and for output: the fallback sees no others. */
  args: readonly string[]
}

/** The fallback takes 2.5 to 3 times as long, so it gets that much more time. */
const fallbackSlowness = 3
/** Beyond what the fallback was tried with. */
export const fallbackMaxBytes = 2 * 1024 * 1024 * 1024

/**
 * Runs ffmpeg: the machine's own, or a WebAssembly build where there is none (5.1 or newer). It never waits for input and
 * overwrites its outputs.
 *
 * Files of strangers need a forced demuxer and a protocol whitelist in `args`; nothing here adds them.
 *
 * @throws ToolFailed also for an input that is too large for the fallback
 */
export function runFfmpeg(run: FfmpegRun): Promise<ToolOutput> {
  return runEither('ffmpeg', { ...run, args: ['-hide_banner', '-nostdin', '-y', ...run.args] })
}

/** Runs ffprobe, in the same way. */
export function runFfprobe(run: FfmpegRun): Promise<ToolOutput> {
  return runEither('ffprobe', { ...run, args: ['-hide_banner', ...run.args] })
}

async function runEither(tool: 'ffmpeg' | 'ffprobe', run: FfmpegRun): Promise<ToolOutput> {
  const native = await findTool(tool)
  if (native.state === 'found') return await runTool({ ...run, tool })
  refuseLargeInput(tool, run)
  const child = join(import.meta.dirname, 'ffmpeg-wasm-child.ts')
  const { wallSeconds, cpuSeconds } = run.limits
  const limits = {
    ...run.limits,
    wallSeconds: wallSeconds * fallbackSlowness,
    ...(cpuSeconds && { cpuSeconds: cpuSeconds * fallbackSlowness }),
  }
  try {
    return await runTool({ ...run, limits, tool: 'node', args: [child, tool, ...run.args] })
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    // Callers ask what befell ffmpeg, not what it ran in.
    const { reason, exitCode, stderr } = error
    throw new ToolFailed({ tool, reason, exitCode, stderr, how: error.how })
  }
}

function refuseLargeInput(tool: string, { folder, args }: FfmpegRun): void {
  const named = new Set(args)
  const large = readdirSync(folder).find(
    (name) => named.has(name) && statSync(join(folder, name)).size > fallbackMaxBytes,
  )
  if (large === undefined) return
  const how = `cannot read files over ${fallbackMaxBytes / 1024 ** 3} GiB as WebAssembly; install ffmpeg on this machine`
  throw new ToolFailed({ tool, reason: 'exit', exitCode: null, stderr: '', how })
}
