import type { Scene } from './scenes.ts'

/** Places and times: the map, what is asked of it, and the trees. */
export const exploreScenes: readonly Scene[] = [
  { name: 'explore', shows: 'The explorer', path: '/explore', ready: '[data-ready=true]' },
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
  { name: 'tree', shows: 'One tree, recomputed', path: '/trees/1', ready: '[data-chain=confirmed]' },
]
