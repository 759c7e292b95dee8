import { capital } from '#lib/domain/text/capital'

/** An internal name as the beginning of a line: `retry_bounty` is `Retry bounty`. */
export function capitalised(name: string): string {
  return capital(name.replaceAll('_', ' ').replace(/^api\b/, 'API'))
}
