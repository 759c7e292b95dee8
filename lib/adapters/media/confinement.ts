import 'server-only'
import type { Env } from '#lib/adapters/env'
import { installLine } from '#lib/adapters/media/find-program'
import { openingsOf, sandboxOf } from '#lib/adapters/media/tool-guards'

/**
 * Checks if programs may read untrusted files on this machine: if they can be fully confined, in sandbox
 * mode, or if `MEDIA_SANDBOX=weak` permits weaker confinement.
 *
 * @returns `says`: a log message about what is missing and how to install it; `undefined` if nothing is
 * missing
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
      ? `Bubblewrap and util-linux must be installed (${installLine(['bwrap'])}), and the machine must allow them to create user namespaces (in a container: a seccomp and AppArmor profile that allows it).`
      : 'Programs can be confined on Linux only.'
  const way = isAllowed ? '' : ' MEDIA_SANDBOX=weak permits this.'
  return { isAllowed, says: `${openings}. ${remedy}${way}` }
}
