import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findTool } from '#lib/adapters/media/find-tools'
import {
  runTool,
  ToolFailed,
  type ToolLimits,
  type ToolOutput,
  type ToolRun,
} from '#lib/adapters/media/run-tool'

export type FfmpegRun = Omit<ToolRun, 'tool' | 'args' | 'limits'> & {
  limits: ToolLimits & { wallSeconds: number }
  /** Input and output files must be relative to `folder`, because the fallback can access no others. */
  args: readonly string[]
}

/** The fallback takes 2.5 to 3 times as long, so its time limits are multiplied by this. */
const fallbackSlowness = 3
/** Larger files were not tested with the fallback. */
const fallbackMaxBytes = 2 * 1024 * 1024 * 1024

/**
 * Runs the ffmpeg of the machine (5.1 or newer), or else a WebAssembly build. It never waits for input and
 * overwrites its outputs.
 *
 * Untrusted files need a forced demuxer and a protocol whitelist in `args`, which the caller must add.
 *
 * @throws ToolFailed also for an input that is too large for the fallback
 */
export function runFfmpeg(run: FfmpegRun): Promise<ToolOutput> {
  return runEither('ffmpeg', { ...run, args: ['-hide_banner', '-nostdin', '-y', ...run.args] })
}

/** Runs ffprobe in the same way. */
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
    // Callers expect the name of the tool, not `node`.
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
