import 'server-only'
import type { Context } from '#lib/adapters/context'
import { confinementOf } from '#lib/adapters/media/confinement'
import { installLine } from '#lib/adapters/media/find-program'
import { findTools, type MediaTool } from '#lib/adapters/media/find-tools'

/**
 * Whether this machine should look at films. Not without ffmpeg, unless it is a sandbox: the WebAssembly one takes long, and
 * no large film, while another machine may do better. And not in production where the programs cannot be confined, unless
 * `MEDIA_SANDBOX` allows that.
 *
 * What is said of it is given to `say`, the same every time.
 */
export async function mayLookAtFilms(
  { env }: Pick<Context, 'env'>,
  say: (text: string) => void,
): Promise<boolean> {
  const unusable = (await findTools()).filter(({ state }) => state !== 'found').map(({ tool }) => tool)
  const lacks = (tool: MediaTool) => unusable.includes(tool)
  if (lacks('ffmpeg') || lacks('ffprobe')) {
    const install = installLine(['ffmpeg'])
    if (env.mode === 'production') {
      say(`ffmpeg is missing or too old, so this worker leaves films to others: ${install}`)
      return false
    }
    say(`ffmpeg is missing or too old: films are looked at slowly, without it. ${install}`)
  }
  if (lacks('colmap') && env.media.reconstructionCommand === undefined)
    say(`colmap is not installed, so no model can be made here: ${installLine(['colmap'])}`)
  const { isAllowed, says } = await confinementOf(env)
  if (says) say(isAllowed ? says : `${says} This worker leaves films to others.`)
  return isAllowed
}
