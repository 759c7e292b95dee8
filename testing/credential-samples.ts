import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '#lib/domain/proof/credentials'

const folder = join(import.meta.dirname, '../../shared/samples/c2pa')
/** The table names the first file in full, and the others by what follows this. */
const prefix = 'adobe-20220124'
const verdicts: Record<string, Credentials['state']> = {
  none: 'none',
  'valid, signer not trusted': 'untrusted',
  'does not match': 'does_not_match',
  'could not be validated': 'could_not_validate',
}

/**
 * The photographs with Content Credentials beside the repository, each with the verdict that the table in their folder expects.
 *
 * @returns verdicts by file name
 * @throws Error if the table and the files of the folder differ, or if a row expects something that is no verdict
 */
export function credentialSamples(): Map<string, Credentials['state']> {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').match(/^\| [`…].*$/gm) ?? []
  const expected = new Map(rows.flatMap(readRow))
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  const [listed, there] = [[...expected.keys()].sort(), files.sort()]
  if (there.length === 0 || listed.join() !== there.join())
    throw new Error(`the table has ${listed}, the folder ${there}`)
  return expected
}

function readRow(row: string): [name: string, state: Credentials['state']][] {
  const columns = row.split('|').map((column) => column.trim())
  const state = verdicts[columns.at(-2)!]
  if (state === undefined) throw new Error(`no verdict in the row ${row}`)
  return [...columns[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!.replace('…', prefix), state])
}
