import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Code of our own Node programs. The rest of the project, e.g. `.env` and `.cairn`, is not visible to them.
 */
const projectRoot = join(import.meta.dirname, '../../..')
const ownCode = ['lib', 'reconstruction', 'node_modules', 'package.json'].map((name) =>
  join(projectRoot, name),
)

/** Folders with shared libraries, for a program that may not start others. */
const libraryFolders = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/local/lib']
/** Root folders that are symbolic links into /usr on modern systems and real folders on older ones. */
const rootFolders = ['/lib', '/lib32', '/lib64', '/bin', '/sbin']
/** Files that the dynamic linker reads; each system has some of them. */
const linkerFiles = ['/etc/ld.so.cache', '/etc/alternatives', '/nix/store', '/gnu/store']

export type View = {
  /** Absolute path of the program. */
  program: string
  /** The working directory, writable. */
  folder: string
  /** Additional writable folders. */
  writable: readonly string[]
  /** Additional readable files and folders. A device below /dev may be used. */
  readable: readonly string[]
  /** True if it may start other programs. It then sees all programs of the machine. */
  mayStartPrograms: boolean
  isOwnCode: boolean
}

/**
 * Arguments of `bwrap`, before `--`: separate user, mount, PID, network, UTS and IPC namespaces; no
 * capabilities and no way to gain any; of the machine's files, only the listed ones are visible.
 *
 * @param options.hasProc false where mounting a private /proc is forbidden, as in many containers
 */
export function bubblewrapArguments(view: View, options: { hasProc: boolean }): string[] {
  const { program, folder, writable, readable, mayStartPrograms } = view
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--uid', '65534', '--gid', '65534', '--hostname', 'cairn-sandbox'],
    // As PID 1, so that Bubblewrap waits for the program and its CPU time is included in that of our
    // children.
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--cap-drop', 'ALL'],
    ...(options.hasProc ? ['--proc', '/proc'] : ['--dir', '/proc']),
    // No writable /dev/shm or /tmp: files there would use memory that no limit covers.
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
    // A real folder contains libraries or programs.
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
