import 'server-only'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Requires from where the service was started, so that the bundler leaves data alone: it would make modules of megabytes of it.
 */
export function packageRequire(): NodeJS.Require {
  return createRequire(join(process.cwd(), 'package.json'))
}
