import type { Browser, Request } from '@playwright/test'

/** The time from the map's request of a tile until the tile was received completely. */
export type TileTimes = { count: number; medianMs: number; slowestMs: number; kilobytes: number }

/**
 * Opens the page three times: with a service that has just started, then as another visitor of the same service, then as that visitor
 * again.
 */
export async function measureTiles(browser: Browser, url: string): Promise<[name: string, TileTimes][]> {
  const first = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const second = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const visits: [string, typeof first][] = [
    ['first visit', first],
    ['another visitor', second],
    ['the same visitor again', second],
  ]
  const found: [string, TileTimes][] = []
  for (const [name, context] of visits) {
    const tab = await context.newPage()
    const requests: Request[] = []
    // The map requests tiles in a worker, whose requests are not in the page's own timings.
    tab.on('requestfinished', (request) => {
      if (/\/tiles\/(streets\/)?\d+\//.test(request.url())) requests.push(request)
    })
    await tab.goto(url)
    await tab.locator('[data-ready=true]').waitFor({ timeout: 120_000 })
    found.push([name, await timesOf(requests)])
    await tab.close()
  }
  await Promise.all([first.close(), second.close()])
  return found
}

/** The time that the service needs for its largest tile of Florence, after the first time. */
export async function measureService(origin: string): Promise<{ medianMs: number; slowestMs: number }> {
  const times: number[] = []
  for (let count = 0; count <= 100; count++) {
    const begun = performance.now()
    const answer = await fetch(`${origin}tiles/streets/14/8704/5971`)
    await answer.arrayBuffer()
    if (count > 0) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { medianMs: times[times.length >> 1]!, slowestMs: times.at(-1)! }
}

async function timesOf(requests: readonly Request[]): Promise<TileTimes> {
  const times = requests.map((request) => request.timing().responseEnd).sort((a, b) => a - b)
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return {
    count: times.length,
    medianMs: times[times.length >> 1] ?? 0,
    slowestMs: times.at(-1) ?? 0,
    kilobytes: sizes.reduce((sum, { responseBodySize }) => sum + Math.max(0, responseBodySize), 0) / 1_000,
  }
}
