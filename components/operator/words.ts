import { capital } from '#lib/domain/text/capital'

// Texts that several pages of the console share.

/** An internal name as the beginning of a line: `retry_bounty` is `Retry bounty`. */
export function capitalised(name: string): string {
  return capital(name.replaceAll('_', ' ').replace(/^api\b/, 'API'))
}

/** The title of a search result: with its number, if it has one. Other ids are long and shown elsewhere. */
export function foundTitle({ kind, id }: { kind: string; id: string }): string {
  return /^\d+$/.test(id) ? `${capitalised(kind)} ${id}` : capitalised(kind)
}
