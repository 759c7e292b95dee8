import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { findSquawk } from '#testing/lint-migration'
import { varnishRecipe } from '#testing/varnish'

const probeTimeoutMs = 10_000

/** True if the program runs here and exits with status 0. */
const succeeds = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: probeTimeoutMs }).status === 0

const linuxOnly = (check: () => boolean) => () => process.platform === 'linux' && check()

/** Runs a command as process 1 of a PID namespace of its own; killing `unshare` kills all of it. */
export const asProcessOne = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', '--']

/**
 * Features of the host that tests need and a container may deny, by the word that a test file names them with
 * (`// needs: pid-namespaces`). Each check tries the feature itself.
 */
export const hostFeatures: Record<string, () => boolean> = {
  linux: linuxOnly(() => true),
  'pid-namespaces': linuxOnly(() => succeeds(asProcessOne[0]!, [...asProcessOne.slice(1), 'true'])),
  'tmpfs-mounts': linuxOnly(() =>
    succeeds('unshare', ['-m', '--', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]),
  ),
  'network-namespaces': linuxOnly(
    () => succeeds('unshare', ['-n', '--', 'true']) || succeeds('unshare', ['-rn', '--', 'true']),
  ),
  bubblewrap: linuxOnly(() =>
    succeeds('bwrap', ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', 'true']),
  ),
  'parent-death-signal': linuxOnly(() => succeeds('setpriv', ['--pdeathsig', 'KILL', '--', 'true'])),
  'drop-privileges': linuxOnly(() =>
    succeeds('setpriv', ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--', 'true']),
  ),
  // The first that prepares statements in transaction mode.
  'pgbouncer-1.21': () => {
    const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', timeout: probeTimeoutMs })
    return Number(/PgBouncer 1\.(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= 21
  },
  // Compiles the configuration, which needs the module.
  'varnish-xkey': () => succeeds('varnishd', ['-C', '-f', varnishRecipe]),
  squawk: () => findSquawk() !== undefined && succeeds(findSquawk()!, ['--version']),
  'resource-limits': linuxOnly(() => succeeds('prlimit', ['--core=0', '--', 'true'])),
}
