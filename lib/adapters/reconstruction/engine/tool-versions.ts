import { runTool } from '#lib/adapters/media/run-tool'

const limits = { wallSeconds: 20, cpuSeconds: 20, memoryBytes: 2 ** 30, fileBytes: 0 }

/** Which programs a model is made with. */
export async function toolVersions(folder: string, signal: AbortSignal): Promise<Record<string, string>> {
  const colmap = await runTool({ tool: 'colmap', args: ['help'], folder, limits, signal })
  const ffmpeg = await runTool({ tool: 'ffmpeg', args: ['-version'], folder, limits, signal })
  return {
    colmap: versionIn(colmap.stdout, /^COLMAP (\S+)/m),
    ffmpeg: versionIn(ffmpeg.stdout, /^ffmpeg version (\S+)/m),
    node: process.versions.node,
  }
}

function versionIn(printed: Buffer, pattern: RegExp): string {
  return pattern.exec(printed.toString('utf8'))?.[1] ?? 'unknown'
}
