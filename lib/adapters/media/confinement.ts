import 'server-only'
import type { Env } from '#lib/adapters/env'
import { installLine } from '#lib/adapters/media/find-program'
import { openingsOf, sandboxOf } from '#lib/adapters/media/tool-guards'

/**
 * Whether programs may read strangers' files on this machine: where they are confined, in a sandbox, and where `MEDIA_SANDBOX=weak`
 * allows less.
 *
 * @returns `says`: what is missing, and how to get it, for a log; `undefined` where nothing is
 */
export async function confinementOf(env: {
  mode: Env['mode']
  media: Pick<Env['media'], 'sandbox'>
}): Promise<{ isAllowed: boolean; says: string | undefined }> {
  const openings = openingsOf(await sandboxOf())
  if (!openings) return { isAllowed: true, says: undefined }
  const isAllowed = env.mode === 'sandbox' || env.media.sandbox === 'weak'
  const remedy =
    process.platform === 'linux'
      ? `Bubblewrap and util-linux have to be installed (${installLine(['bwrap'])}), and this machine has to let them make user namespaces (in a container: a profile for seccomp and AppArmor that allows it).`
      : 'Programs can be confined on Linux only.'
  const way = isAllowed ? '' : ' MEDIA_SANDBOX=weak goes on all the same.'
  return { isAllowed, says: `${openings}. ${remedy}${way}` }
}
