import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/find-browser.ts'
import { measurePan } from './measure-pan.ts'
import { measureService, measureTiles } from './measure-tiles.ts'
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
  console.log(`chromium ${browser.version()}, a map of 1280 by 720`)
  console.log('tiles of central Florence at zoom 14: median, slowest')
  for (const [name, { count, medianMs, slowestMs, kilobytes }] of await measureTiles(
    browser,
    `${page.url}?zoom=14`,
  ))
    console.log(
      `${name.padEnd(24)} ${count} tiles, ${kilobytes.toFixed(0)} kB: ${medianMs.toFixed(0)} ms, ${slowestMs.toFixed(0)} ms`,
    )
  const service = await measureService(page.url)
  console.log(
    `the service alone        its largest tile, decompressed by the client: ${service.medianMs.toFixed(1)} ms, ${service.slowestMs.toFixed(1)} ms`,
  )
  console.log(`panned for ${values.seconds} s, then again`)
  console.log(
    'zoom   cells   first pan, frames/s (longest)   second pan, frames/s (95 % within)   share of no cells',
  )
  for (let round = 0; round < Number(values.rounds); round++)
    // All cells are in view at zoom 9. At zoom 13 there are streets and houses below those in view.
    for (const zoom of [9, 13]) {
      let bare = 0
      // The map without cells is measured in each round too, so that other load on the machine affects both.
      for (const cells of [0, wanted]) {
        const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
        await tab.goto(`${page.url}?cells=${cells}&zoom=${zoom}`)
        await tab.locator('[data-ready=true]').waitFor({ timeout: 120_000 })
        const first = await tab.evaluate(measurePan, Number(values.seconds) * 1000)
        const second = await tab.evaluate(measurePan, Number(values.seconds) * 1000)
        await tab.close()
        if (cells === 0) bare = second.framesPerSecond
        console.log(
          [
            String(zoom).padStart(4),
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
