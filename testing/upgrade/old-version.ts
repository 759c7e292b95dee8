import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Another version of this repository, built in a folder of its own. */
export type OldVersion = { folder: string; commit: string; remove: () => void }

/** The newest tag. @throws if the repository has no tags */
export function newestTag(): string {
  const [tag] = git('tag', '--sort=-creatordate').split('\n')
  if (!tag)
    throw new Error(
      'This repository has no tag yet: name a commit, such as `npm run test:upgrade -- main~10`.',
    )
  return tag
}

/**
 * Checks out a version to a folder and builds it, or uses the folder unchanged if it has a build of that commit. It uses
 * the packages that are installed here, so this version must have all of its packages.
 *
 * @param ref of git
 * @param given stays after the run; a temporary folder without it
 * @throws if the version is unknown, needs other packages, or cannot be built
 */
export function buildOldVersion(ref: string, given: string | undefined): OldVersion {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const missing = otherPackages(
    git('show', `${commit}:package-lock.json`),
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  if (missing.length > 0)
    throw new Error(
      `${ref} needs packages that are not installed here: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}.`,
    )
  const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'cairn-upgrade-')) : resolve(given)
  const remove = () => {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const mark = join(folder, 'built-commit')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === commit) return { folder, commit, remove }
  try {
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length > 0)
      throw new Error(`${folder} is not empty and not a build of ${commit}.`)
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
    run(folder, 'tar', ['-x'], archive)
    // The bundler refuses packages behind a symbolic link.
    run(folder, 'cp', ['-al', join(root, 'node_modules'), 'node_modules'])
    run(folder, 'npm', ['run', 'build'])
    writeFileSync(mark, commit)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, commit, remove }
}

/** The packages of one lock file that another one lacks, or has as other bytes: `name version`. */
export function otherPackages(needed: string, installed: string): string[] {
  const [from, to] = [needed, installed].map((text) => (JSON.parse(text) as Lock).packages)
  return Object.entries(from!)
    .filter(([path, { integrity }]) => path !== '' && to![path]?.integrity !== integrity)
    .map(([path, { version = '' }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`)
}

type Lock = { packages: Record<string, { version?: string; integrity?: string }> }

/** Runs the documented command of that version. */
export async function migrateWith(folder: string, databaseUrl: string): Promise<void> {
  run(folder, 'npm', ['run', 'migrate'], undefined, { DATABASE_URL: databaseUrl })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 }).trim()
}

function run(folder: string, command: string, args: string[], input?: Buffer, variables = {}): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    input,
    maxBuffer: 1 << 28,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...variables },
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error ?? `${stdout}${stderr}`.slice(-3_000)}`)
}
