import 'server-only'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * A `require` relative to the working directory of the service, so that the bundler does not bundle megabytes
 * of data.
 */
export function packageRequire(): NodeJS.Require {
  return createRequire(join(/* turbopackIgnore: true */ process.cwd(), 'package.json'))
}
