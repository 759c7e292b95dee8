import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from '#lib/cli/usage-error'

/** Reads arguments as `parseArgs` does, with its complaints as wrong usage. @throws UsageError */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
