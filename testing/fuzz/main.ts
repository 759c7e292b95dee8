import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// `npm run test:fuzz -- --seed 7 --runs 5000`: so many valid and so many broken requests to every operation. Without a seed, each
// run has another, and says which.
const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string', default: '2000' } },
})
const seed = values.seed ?? String(randomInt(2 ** 31))
const root = join(import.meta.dirname, '../..')
console.log(`seed ${seed}, ${values.runs} valid and ${values.runs} broken requests to each operation`)

const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'integration', 'testing/fuzz']
const child = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SEED: seed, FUZZ_RUNS: values.runs },
})
child.once('exit', (status) => {
  process.exitCode = status ?? 1
})
