import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findLeftOut } from './lib/sandbox/testing/left-out.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ignored = ['node_modules/**', '.next/**', '.cairn/**', 'e2e/**', 'contracts/out/**']

/** What needs a program that is not here; `npm test` names it at its end. */
const leftOut = findLeftOut().map(({ file }) => file)

/** With a real PostgreSQL, and two at a time. */
const withServers = {
  exclude: [...ignored, ...leftOut],
  setupFiles: [here('./lib/sandbox/testing/answers/check-run.ts')],
  globalSetup: [here('./lib/sandbox/testing/global-setup.ts')],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  maxWorkers: 2,
}

// `*.test.ts` needs nothing but the code; `*.integration.test.ts` gets a real PostgreSQL and may start chains; so does
// `*.long.test.ts`, which takes minutes and is run by `npm run test:long`.
export default defineConfig({
  resolve: { alias: { 'server-only': here('./lib/sandbox/testing/empty.ts') } },
  test: {
    // To load every module anew for each file took a third of the time. What a module keeps, it keeps for a context.
    isolate: false,
    setupFiles: [here('./lib/sandbox/testing/fail-on-console.ts')],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...ignored, '**/*.integration.test.ts', '**/*.long.test.ts'],
          // One less than there are, unless told: half of a small machine.
          maxWorkers: '100%',
          // The slowest take 4 s on a slow machine, which is no failure.
          testTimeout: 30_000,
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
