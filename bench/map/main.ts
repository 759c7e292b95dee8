import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/find-browser.ts'
import { measurePan } from './measure-pan.ts'
import { servePage } from './serve.ts'

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
})
const wanted = Number(values.cells)
const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-map-'))
const page = await servePage(folder)
const browser = await chromium.launch(await findBrowser())
try {
  console.log(
    `chromium ${browser.version()}, a map of 1280 by 720, panned for ${values.seconds} s, then again`,
  )
  console.log(
    'cells   first pan, frames/s (longest)   second pan, frames/s (95 % within)   share of no cells',
  )
  for (let round = 0; round < Number(values.rounds); round++) {
    let bare = 0
    // The bare map again each time: whatever else the machine does, both see it.
    for (const cells of [0, wanted]) {
      const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
      await tab.goto(`${page.url}?cells=${cells}&zoom=9`)
      await tab.locator('[data-ready=true]').waitFor({ timeout: 120_000 })
      const first = await tab.evaluate(measurePan, Number(values.seconds) * 1000)
      const second = await tab.evaluate(measurePan, Number(values.seconds) * 1000)
      await tab.close()
      if (cells === 0) bare = second.framesPerSecond
      console.log(
        [
          String(cells).padStart(5),
          `${first.framesPerSecond.toFixed(1)} (${first.longestMs.toFixed(0)} ms)`.padStart(31),
          `${second.framesPerSecond.toFixed(1)} (${second.slowMs.toFixed(0)} ms)`.padStart(36),
          `${Math.round((100 * second.framesPerSecond) / bare)} %`.padStart(17),
        ].join('   '),
      )
    }
  }
} finally {
  await browser.close()
  page.close()
  rmSync(folder, { recursive: true, force: true })
}
