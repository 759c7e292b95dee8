import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

// No `server-only`: reconstruction engines load it as plain programs of Node.

/** Says to a program that it runs inside: nobody can set it from outside without the rights to change the machine's name. */
export const sandboxHostname = 'cairn-sandbox'

/** What our own programs of Node are made of. Nothing else of the project is shown: `.env` and `.cairn` lie beside it. */
const projectRoot = join(import.meta.dirname, '../../..')
const ownCode = ['lib', 'node_modules', 'package.json'].map((name) => join(projectRoot, name))

/** Shared libraries, for a program that starts no other. */
const libraryFolders = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/local/lib']
/** Root folders that are links into /usr on modern systems, and real folders on others. */
const rootFolders = ['/lib', '/lib32', '/lib64', '/bin', '/sbin']
/** What the dynamic linker reads, where a system keeps it. */
const linkerFiles = ['/etc/ld.so.cache', '/etc/alternatives', '/nix/store', '/gnu/store']

export type View = {
  /** Absolute path of the program. */
  program: string
  /** May be written, and is the working directory. */
  folder: string
  /** Further folders that may be written. */
  writable: readonly string[]
  /** Further files and folders that may be read; a device below /dev may be used. */
  readable: readonly string[]
  /** Whether it may start other programs, and so sees those of the machine. */
  mayStartPrograms: boolean
  isOwnCode: boolean
}

/**
 * Arguments of `bwrap`, up to and without `--`: namespaces of its own for users, files, processes, network, names and messages;
 * no capabilities, and no rights to gain; and of the machine's files only what is listed.
 *
 * @param options.hasProc containers often forbid a /proc of one's own
 */
export function bubblewrapArguments(view: View, options: { hasProc: boolean }): string[] {
  const { program, folder, writable, readable, mayStartPrograms } = view
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--uid', '65534', '--gid', '65534', '--hostname', sandboxHostname],
    // As process 1, so that Bubblewrap waits for the program itself and its processor time is counted with our children's.
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--cap-drop', 'ALL'],
    ...(options.hasProc ? ['--proc', '/proc'] : ['--dir', '/proc']),
    // Without a writable /dev/shm or /tmp: those would be memory that nobody counts.
    ...['--dev', '/dev', '--remount-ro', '/dev'],
    ...systemFolders(mayStartPrograms),
    ...readOnly(program),
    ...(isBelow(program, '/usr') ? [] : readOnly(join(dirname(dirname(program)), 'lib'))),
    ...(view.isOwnCode ? ownCode.flatMap(readOnly) : []),
    ...readable.flatMap((path) => (isBelow(path, '/dev') ? ['--dev-bind-try', path, path] : readOnly(path))),
    ...[folder, ...writable].flatMap((path) => ['--bind', path, path]),
    ...['--remount-ro', '/', '--chdir', folder],
  ]
}

function systemFolders(all: boolean): string[] {
  const linked = rootFolders.flatMap((path) => {
    const target = linkTarget(path)
    if (target !== undefined) return ['--symlink', target, path]
    // Where it is a folder of its own, it holds libraries, or programs.
    return all || path.startsWith('/lib') ? readOnly(path) : []
  })
  return [...(all ? ['/usr'] : libraryFolders).flatMap(readOnly), ...linked, ...linkerFiles.flatMap(readOnly)]
}

function readOnly(path: string): string[] {
  return ['--ro-bind-try', path, path]
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
