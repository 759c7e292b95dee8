import type { Browser, Request } from '@playwright/test'

/** How long tiles took, from the request of the map until all of a tile was there. */
export type TileTimes = { count: number; medianMs: number; slowestMs: number; kilobytes: number }

/**
 * Opens the page three times: first with a service that has just started, then as another visitor whom the service has already
 * answered, then as that visitor once more.
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
    // The map asks for tiles in a worker, whose requests the page's own clock does not show.
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

/** How long the service itself takes for its largest tile of Florence, after the first time. */
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
