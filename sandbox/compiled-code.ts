import { join } from 'node:path'

/**
 * Compile cache of the processes that tests start (`NODE_COMPILE_CACHE`). There are about a hundred, and most load the same
 * modules.
 */
export const compiledCode = join(import.meta.dirname, '../node_modules/.cache/cairn-compiled')
