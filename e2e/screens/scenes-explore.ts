import type { Page } from '@playwright/test'
import { openMap } from './open-map.ts'
import type { Scene } from './scene.ts'

/** Places and times: the map, its queries, and the trees. */
export const exploreScenes: readonly Scene[] = [
  {
    name: 'explore',
    shows: 'The explorer',
    path: '/explore',
    ready: 'h1',
    act: openMap,
  },
  {
    name: 'explore-too-large',
    shows: 'An area that is too large',
    path: '/explore',
    ready: 'h1',
    act: async (page) => {
      await page.getByText('Area by coordinates, text or file').click()
      await page
        .getByLabel('GeoJSON or geohashes')
        .fill('{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}')
      await page.getByRole('button', { name: 'Use this area' }).click()
      await page.getByText('Split the area').first().waitFor()
      await page.locator('[data-ready=true]').waitFor()
    },
  },
  {
    name: 'explore-area',
    shows: 'An area with its price, before it is paid',
    path: '/explore?circle=43.7731,11.256,1500&from=2020-01-01T00:00Z',
    ready: 'button:has-text("Pay 0.01 USDC")',
    // On a phone the price is below the period.
    act: (page) => page.getByRole('button', { name: /^Pay 0.01 USDC/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'explore-drawing',
    shows: 'A circle while it is drawn',
    path: '/explore?at=43.7735,11.2565,13',
    ready: '[data-ready=true]',
    act: async (page) => {
      await page.getByRole('button', { name: 'Draw a circle' }).click()
      const { width, height } = page.viewportSize()!
      const [x, y] = [width > 1023 ? width / 2 + 200 : width / 2, height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + 80, y + 40, { steps: 4 })
      await page.getByText(/^Radius/).waitFor()
    },
    isWindow: true,
  },
  {
    name: 'explore-results',
    shows: 'A bought answer as cards and on the map',
    path: '/explore?circle=43.7731,11.256,1500&from=2020-01-01T00:00Z',
    ready: 'button:has-text("Pay 0.01 USDC")',
    act: async (page) => {
      await page.getByRole('button', { name: /^Pay 0.01 USDC/ }).click()
      await page.getByRole('link', { name: 'Check the record' }).last().waitFor()
    },
  },
  {
    name: 'explore-no-captures',
    shows: 'An empty answer for a short period, where there are captures of other times',
    path: '/explore?circle=43.7731,11.256,1500&from=2019-01-01T00:00Z&to=2019-01-02T00:00Z',
    ready: 'button:has-text("Pay 0.01 USDC")',
    act: buyEmptyAnswer,
  },
  {
    name: 'explore-nothing',
    shows: 'A place without captures',
    path: '/explore?circle=0.5,-30.5,700',
    ready: 'button:has-text("Pay 0.01 USDC")',
    act: buyEmptyAnswer,
  },
  { name: 'trees', shows: 'Records: all trees', path: '/trees', ready: 'h1' },
  {
    name: 'trees-unknown',
    shows: 'An id that leads to no tree',
    path: '/trees',
    ready: 'h1',
    act: async (page) => {
      await page.getByRole('searchbox').fill('ab'.repeat(32))
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText('No tree has this id').waitFor()
    },
  },
  { name: 'tree', shows: 'One tree, recomputed', path: '/trees/1', ready: '[data-chain=confirmed]' },
]

async function buyEmptyAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay 0.01 USDC/ }).click()
  await page.getByRole('heading', { name: /^No captures found/ }).waitFor()
}
