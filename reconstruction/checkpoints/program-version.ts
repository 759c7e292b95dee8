import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const others = /\.test\.ts$|^bench\/|^testing\/|^depth\/assembly\/|^node_modules\//

/**
 * SHA-256 of the program's code and of its package.json, which pins its libraries. A version number that is raised by hand could be
 * forgotten, and then the result of another version would be used.
 */
export function programVersion(): string {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(ts|wasm)$|^package\.json$/.test(name) && !others.test(name))
    .sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}
