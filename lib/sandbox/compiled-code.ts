import { join } from 'node:path'

/**
 * Where Node keeps what it has compiled for the processes that tests start (`NODE_COMPILE_CACHE`): there are some hundred, and
 * most read the same modules.
 */
export const compiledCode = join(import.meta.dirname, '../../node_modules/.cache/cairn-compiled')
