import 'server-only'
import type { Context } from '#lib/adapters/context'
import { confinementOf } from '#lib/adapters/media/confinement'
import { installLine } from '#lib/adapters/media/find-program'
import { findTools, type MediaTool } from '#lib/adapters/media/find-tools'

/**
 * True if this machine should process films: it has ffmpeg, or is a sandbox (the WebAssembly build is slow and limited to small
 * films). In production the programs must also be confined, unless `MEDIA_SANDBOX` allows otherwise.
 *
 * The reasons are passed to `warn`.
 */
export async function mayProcessFilms(
  { env }: Pick<Context, 'env'>,
  warn: (text: string) => void,
): Promise<boolean> {
  const unusable = (await findTools()).filter(({ state }) => state !== 'found').map(({ tool }) => tool)
  const lacks = (tool: MediaTool) => unusable.includes(tool)
  if (lacks('ffmpeg') || lacks('ffprobe')) {
    const install = installLine(['ffmpeg'])
    if (env.mode === 'production') {
      warn(`ffmpeg is missing or too old, so this worker leaves films to others: ${install}`)
      return false
    }
    warn(`ffmpeg is missing or too old: films are processed slowly, without it. ${install}`)
  }
  if (lacks('colmap') && env.media.reconstructionCommand === undefined)
    warn(`colmap is missing, so this worker makes no models: ${installLine(['colmap'])}`)
  const { isAllowed, says } = await confinementOf(env)
  if (says) warn(isAllowed ? says : `${says} This worker leaves films to others.`)
  return isAllowed
}
