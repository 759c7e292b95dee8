import type { Scene } from './scenes.ts'

/** Places and times: the map, what is asked of it, and the trees. */
export const exploreScenes: readonly Scene[] = [
  {
    name: 'explore',
    shows: 'The explorer',
    path: '/explore',
    ready: 'h1',
    // Until somebody stirs, the world stands still.
    act: async (page) => {
      await page.mouse.move(100, 100)
      await page.locator('[data-ready=true]').waitFor()
    },
  },
  {
    name: 'explore-too-large',
    shows: 'An area that is too large',
    path: '/explore',
    ready: 'h1',
    act: async (page) => {
      await page.getByText('Paste GeoJSON or geohashes').click()
      await page
        .getByLabel('GeoJSON or geohashes')
        .fill('{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}')
      await page.getByRole('button', { name: 'Use this area' }).click()
      await page.getByText('Split the area').waitFor()
      await page.locator('[data-ready=true]').waitFor()
    },
  },
  {
    name: 'explore-area',
    shows: 'An area with its price, before it is paid',
    path: '/explore?circle=52.52,13.4,3000&from=2020-01-01T00:00Z',
    ready: 'button:has-text("Pay 0.01 USDC")',
  },
  {
    name: 'explore-results',
    shows: 'What was bought: a table and the same on the map',
    path: '/explore?circle=52.52,13.4,3000&from=2020-01-01T00:00Z',
    ready: 'button:has-text("Pay 0.01 USDC")',
    act: async (page) => {
      await page.getByRole('button', { name: /^Pay 0.01 USDC/ }).click()
      await page.getByRole('link', { name: 'Open its proof' }).first().waitFor()
    },
  },
  {
    name: 'explore-nothing',
    shows: 'A place of which nothing is known',
    path: '/explore?circle=0.5,-30.5,700',
    ready: 'button:has-text("Pay 0.01 USDC")',
    act: async (page) => {
      await page.getByRole('button', { name: /^Pay 0.01 USDC/ }).click()
      await page.getByRole('heading', { name: 'Nothing is known here' }).waitFor()
    },
  },
  { name: 'trees', shows: 'All trees', path: '/trees', ready: 'h1' },
  {
    name: 'trees-unknown',
    shows: 'An id that leads to no tree',
    path: '/trees',
    ready: 'h1',
    act: async (page) => {
      await page.getByLabel(/^Any id/).fill('ab'.repeat(32))
      await page.getByRole('button', { name: 'Find the tree' }).click()
      await page.getByText('Nothing by that id here').waitFor()
    },
  },
  { name: 'tree', shows: 'One tree, recomputed', path: '/trees/1', ready: '[data-chain=confirmed]' },
]
