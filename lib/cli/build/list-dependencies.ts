import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const begin = '<!-- begin: npm run dependencies:list -->'
const end = '<!-- end -->'

/** Licences that allow use in a service and require only attribution. */
const permissive = new Set(
  ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'].concat([
    'CC0-1.0',
  ]),
)
/** Packages that a person has reviewed, by name or by prefix. */
const reviewed: Readonly<Record<string, string>> = {
  '@ffmpeg/core':
    'A program of its own: started in a process that reads and writes files, linked to nothing of ours.',
  '@img/sharp-': 'libvips as a shared library, replaceable, unchanged.',
  'caniuse-lite': 'Data for build tools, not served.',
  'combine-errors': 'Names no licence in its package; its README says MIT.',
  '@fontsource-variable/': 'SIL Open Font License: fonts may be embedded and served.',
  '@fontsource/': 'SIL Open Font License: fonts may be embedded and served.',
  'dejavu-fonts-ttf': 'Bitstream Vera and public domain: fonts may be embedded and served.',
  exifreader: 'Used unchanged; its source is public.',
  'libheif-js':
    'Used unchanged; its source is public. Its WebAssembly is a file of its own, which can be replaced.',
  'web-push': 'Used unchanged; its licence is for its own files, whose source is public.',
}
/** What an install script does. `allowScripts` in package.json decides whether it runs; npm blocks all others. */
const scripts: Readonly<Record<string, string>> = {
  exifreader: 'Would build another bundle where a project asks for one; ours does not.',
}

/**
 * Development dependencies that `next build` bundles into the served code. A production install omits them, but their code runs in
 * browsers, or in the standalone web server.
 */
export const bundled: readonly string[] = [
  '@base-ui/react',
  '@fontsource-variable/geist-mono',
  '@fontsource-variable/instrument-sans',
  '@google/model-viewer',
  '@sparkjsdev/spark',
  '@tanstack/react-query',
  'cmdk',
  'd3-scale',
  'd3-shape',
  'maplibre-gl',
  'minisearch',
  'next',
  'three',
  'tus-js-client',
  'uqr',
  'wagmi',
]

type Locked = {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Dependency = { name: string; version: string; license: string; optional: boolean; hasScript: boolean }

/**
 * Every package whose code runs in production, including those for other platforms, from `package-lock.json`: the packages of a production
 * install, and those that the build bundles.
 */
export function readDependencies(): Dependency[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const used = new Set(bundled.flatMap((name) => [...closureOf(`node_modules/${name}`, packages)]))
  const found = new Map<string, Dependency>()
  for (const [path, { version = '', license = 'none given', ...locked }] of Object.entries(packages)) {
    // Skips this package and its workspaces.
    if (!path.includes('node_modules/') || locked.link || (locked.dev && !used.has(path))) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(`${name} ${version}`, {
      name,
      version,
      license,
      optional: locked.optional === true,
      hasScript: locked.hasInstallScript === true,
    })
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** A package and all it depends on, as paths in the lock file. */
function closureOf(path: string, packages: Record<string, Locked>, seen = new Set<string>()): Set<string> {
  const locked = packages[path]
  if (!locked || seen.has(path)) return seen
  seen.add(path)
  for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
    // Node loads the package from the nearest folder upwards that has it.
    const folders = path.split('/node_modules/')
    for (let depth = folders.length; depth >= 0; depth--) {
      const candidate = [...folders.slice(0, depth), name].join('/node_modules/')
      const at = depth === 0 ? `node_modules/${name}` : candidate
      if (!packages[at]) continue
      closureOf(at, packages, seen)
      break
    }
  }
  return seen
}

/** Packages without a known permissive licence, or with an unreviewed install script. */
export function unreviewed(dependencies: readonly Dependency[]): string[] {
  return dependencies.flatMap(({ name, license, hasScript }) => [
    ...(isPermissive(license) || noteOf(reviewed, name) ? [] : [`${name}: licence ${license}`]),
    ...(!hasScript || noteOf(scripts, name) ? [] : [`${name}: install script`]),
  ])
}

/** SECURITY.md with its list of dependencies as they are now. */
export function writeSecurity(before: string, dependencies: readonly Dependency[]): string {
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error('SECURITY.md has no place for the list of dependencies')
  return `${before.slice(0, from + begin.length)}\n${describe(dependencies)}\n${before.slice(to)}`
}

function describe(dependencies: readonly Dependency[]): string {
  const allowed = allowedScripts()
  const byLicense = [...Map.groupBy(dependencies, ({ license }) => license)].sort(
    ([a, first], [b, second]) => second.length - first.length || compare(a, b),
  )
  const noted = dependencies.filter(({ name, license }) => !isPermissive(license) && noteOf(reviewed, name))
  const withScripts = dependencies.filter(({ hasScript }) => hasScript)
  return [
    `${dependencies.length} packages, those for other platforms and optional ones (*) included.`,
    '',
    '**Install scripts**',
    '',
    '| package | runs | what it does |',
    '|---|---|---|',
    ...withScripts.map(
      ({ name, version }) =>
        `| \`${name}\` ${version} | ${allowed.has(name) ? 'yes' : 'no, blocked'} | ${noteOf(scripts, name)} |`,
    ),
    '',
    '**Licences that are not plainly permissive**',
    '',
    '| package | licence | why it is used |',
    '|---|---|---|',
    ...noted.map(
      ({ name, version, license }) => `| \`${name}\` ${version} | ${license} | ${noteOf(reviewed, name)} |`,
    ),
    '',
    '**All licences**',
    ...byLicense.flatMap(([license, packages]) => [
      '',
      `${license} (${packages.length}): ${packages
        .map(({ name, version, optional }) => `${name} ${version}${optional ? '*' : ''}`)
        .join(', ')}`,
    ]),
  ].join('\n')
}

/** `A AND B` requires both, `A OR B` one of them. */
function isPermissive(license: string): boolean {
  const text = license.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isPermissive)
  return text.split(' AND ').every((part) => permissive.has(part))
}

function noteOf(notes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(notes).find(
    (known) => name === known || (/[-/]$/.test(known) && name.startsWith(known)),
  )
  return key && notes[key]
}

function allowedScripts(): Set<string> {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  return new Set(Object.keys(allowScripts).filter((name) => allowScripts[name]))
}

/** By code points, so that the order is the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

if (import.meta.main) {
  const file = join(root, 'SECURITY.md')
  const dependencies = readDependencies()
  const open = unreviewed(dependencies)
  if (open.length > 0) {
    process.stderr.write(
      `To be reviewed, with a note in lib/cli/build/list-dependencies.ts:\n${open.join('\n')}\n`,
    )
    process.exit(1)
  }
  writeFileSync(file, writeSecurity(readFileSync(file, 'utf8'), dependencies))
}
