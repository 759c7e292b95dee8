import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { smallGlb } from './small-glb.ts'
import { smallSplats } from './small-splats.ts'

// A reconstruction engine for tests: `node test-engine.ts OUT FILE WORK`, where the file says what it does. Its first stage is
// finished in the work folder for the next run.
const [out, file, work] = process.argv.slice(2) as [string, string, string]
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const read = () => readFileSync(file, 'utf8')
const finish = () => writeFileSync(`${out}/model.glb`, smallGlb())
const mode = read()

if (existsSync(`${work}/frames`)) say({ stage: 'frames', fraction: 1, resumed: true })
else say({ stage: 'frames', fraction: 0.5 })
mkdirSync(`${work}/frames`, { recursive: true })
if (mode === 'refuse') {
  say({ reason: 'The camera turned on the spot.' })
  process.exitCode = 20
} else if (mode === 'break') process.exitCode = 3
else if (mode === 'hang') {
  const timer = setInterval(() => {
    if (read() === 'hang') return
    clearInterval(timer)
    finish()
  }, 50)
} else {
  finish()
  writeFileSync(`${out}/splats.spz`, smallSplats())
}
