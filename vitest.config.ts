import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findLeftOut } from './testing/left-out.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ignored = ['node_modules/**', '.next/**', '.cairn/**', 'e2e/**', 'contracts/out/**']

/** Test files that need a program which this host lacks. `npm test` lists them at its end. */
const leftOut = findLeftOut().map(({ file }) => file)

/** With the default of 16 MiB, a sixth of the tests' CPU time went into collecting short-lived objects. */
const execArgv = ['--max-semi-space-size=64']

/** Settings of the projects that get a real PostgreSQL. */
const withServers = {
  exclude: [...ignored, ...leftOut],
  setupFiles: [here('./testing/answers/check-run.ts')],
  globalSetup: [here('./testing/global-setup.ts')],
  // The slowest take 20 s on a quiet machine, and machines may be ten times slower for a while.
  testTimeout: 200_000,
  hookTimeout: 200_000,
  pool: 'forks' as const,
  execArgv,
  // The tests wait for about a third of their time, so one process more than there are cores, within PostgreSQL's connections.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
}

// `*.test.ts` needs nothing but the code; `*.integration.test.ts` gets a real PostgreSQL and may start chains, and so does
// `*.long.test.ts`, which takes minutes. See docs/testing.md.
export default defineConfig({
  resolve: { alias: { 'server-only': here('./testing/empty.ts') } },
  test: {
    // Loading every module again for each file took a third of the time. Module state belongs to a context, not to a file.
    isolate: false,
    // `expect.poll` waits a second by default, which a busy machine exceeds.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: [here('./testing/fail-on-console.ts'), here('./testing/property-tests.ts')],
    tags: [{ name: 'thorough', description: 'Runs in `npm run test:thorough`, not in `npm test`.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, '**/*.integration.test.ts', '**/*.long.test.ts'],
          // The default leaves one core free, which is half of a small machine.
          maxWorkers: '100%',
          execArgv,
          // The slowest tests take 4 s on a slow machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { ...withServers, name: 'integration', include: ['**/*.integration.test.ts'] },
      },
      {
        extends: true,
        test: { ...withServers, name: 'long', include: ['**/*.long.test.ts'] },
      },
    ],
  },
})
