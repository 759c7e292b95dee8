import { openMap } from './open-map.ts'
import type { Scene } from './scene.ts'
import { exploreScenes } from './scenes-explore.ts'
import { filmScenes } from './scenes-films.ts'
import { operatorScenes } from './scenes-operator.ts'
import { verifyScenes } from './scenes-verify.ts'
import { seeModel } from './see-model.ts'
import type { World } from './world.ts'

const bountyPage = (name: keyof World['bounties']) => (world: World) =>
  `/bounties/${world.bounties[name].bounty_id}`
const boardPage = (name: keyof World['bounties']) => (world: World) =>
  `/board/${world.bounties[name].bounty_id}`
const videos = 'video >> nth=0'

export const scenes: readonly Scene[] = [
  { name: 'start', shows: 'The first page', path: '/', ready: 'h1' },
  {
    name: 'menu',
    shows: 'The menu, on a phone',
    path: '/',
    ready: 'h1',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    },
    isWindow: true,
  },
  ...exploreScenes,
  ...verifyScenes,
  { name: 'solvency', shows: 'Proof of funds', path: '/solvency', ready: 'table' },
  { name: 'rules', shows: 'What may be filmed', path: '/rules', ready: 'main li' },
  { name: 'contact', shows: 'Who provides the service', path: '/contact', ready: 'main dl' },
  { name: 'status', shows: 'Whether the service works', path: '/status', ready: 'main li' },
  {
    name: 'board',
    shows: 'The board of open bounties',
    path: '/board',
    ready: 'main li h2',
    // A wide window has a map beside the list.
    act: async (page) => {
      if ((page.viewportSize()?.width ?? 0) >= 1024) await page.locator('[data-ready=true]').waitFor()
    },
  },
  {
    name: 'board-map',
    shows: 'The board on a map, what is near first',
    path: '/board?view=map&near=srb1&sort=nearest',
    ready: '[data-ready=true]',
  },
  {
    name: 'board-nothing',
    shows: 'The board, where the filters leave nothing',
    path: '/board?min_amount_usdc=1000&has_place=true',
    ready: 'h2',
  },
  {
    name: 'board-bounty',
    shows: 'A bounty, to somebody who might film it',
    path: boardPage('waiting'),
    ready: 'button:has-text("Sign in")',
  },
  {
    name: 'board-signed-in',
    shows: 'A bounty, before a film is chosen',
    path: boardPage('bridge'),
    as: 'contributor',
    ready: 'text=Choose a video',
  },
  {
    name: 'board-handed-in',
    shows: 'A bounty one has handed films in to',
    path: boardPage('desk'),
    as: 'contributor',
    ready: 'text=Watch the preview',
  },
  {
    name: 'submissions-signed-out',
    shows: 'Films of one’s own, before signing in',
    path: '/board/submissions',
    ready: 'button:has-text("Sign in")',
  },
  {
    name: 'submissions',
    shows: 'Films of one’s own',
    path: '/board/submissions',
    as: 'contributor',
    ready: 'text=Watch the preview',
  },
  {
    name: 'earnings',
    shows: 'What was earned',
    path: '/board/earnings',
    as: 'contributor',
    ready: '[data-network]',
  },
  { name: 'bounties-none', shows: 'Bounties of one’s own: none yet', path: '/bounties', ready: 'h1' },
  {
    name: 'bounties',
    shows: 'Bounties of one’s own',
    path: '/bounties',
    as: 'poster',
    ready: 'text=Accepted and paid',
  },
  {
    name: 'compose',
    shows: 'Posting a bounty',
    path: '/bounties/new',
    ready: 'button:has-text("into escrow")',
    act: openMap,
  },
  {
    name: 'compose-from-search',
    shows: 'Posting a bounty, from a search that found nothing',
    path: '/bounties/new?place=srb100&title=The%20well%20behind%20the%20town%20hall',
    ready: '[data-ready=true]',
  },
  {
    name: 'compose-problems',
    shows: 'Posting a bounty, with something missing',
    path: '/bounties/new',
    ready: 'button:has-text("into escrow")',
    act: async (page) => {
      await page.getByRole('button', { name: /into escrow$/ }).click()
      await page.getByText('Write a title of 3 to 200 characters.').waitFor()
    },
  },
  {
    name: 'bounty-locked',
    shows: 'A bounty whose key is not in this browser',
    path: bountyPage('desk'),
    ready: '#token',
  },
  {
    name: 'bounty-waiting',
    shows: 'A bounty without a film yet',
    path: bountyPage('waiting'),
    as: 'poster',
    ready: 'h2:has-text("No films yet")',
  },
  {
    name: 'review-desk',
    shows: 'Two films at the review desk',
    path: bountyPage('desk'),
    as: 'poster',
    ready: videos,
  },
  {
    name: 'review-keys',
    shows: 'The keys of the review desk',
    path: bountyPage('desk'),
    as: 'poster',
    ready: videos,
    act: async (page) => {
      await page.keyboard.press('j')
      await page.keyboard.press('?')
    },
  },
  {
    name: 'accept',
    shows: 'Before a film is paid',
    path: bountyPage('desk'),
    as: 'poster',
    ready: videos,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Accept/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
  {
    name: 'cancel',
    shows: 'Before a bounty is cancelled',
    path: bountyPage('waiting'),
    as: 'poster',
    ready: 'h2:has-text("No films yet")',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
  {
    name: 'bounty-accepted',
    shows: 'A film that was accepted, with its model',
    path: bountyPage('accepted'),
    as: 'poster',
    ready: 'h2:has-text("3D model are here")',
    act: seeModel,
  },
  {
    name: 'receipt',
    shows: 'The receipt of a bounty that was paid',
    path: (world) => `${bountyPage('accepted')(world)}/receipt`,
    as: 'poster',
    ready: 'h1',
  },
  {
    name: 'bounty-cancelled',
    shows: 'A bounty that was cancelled',
    path: bountyPage('cancelled'),
    as: 'poster',
    ready: '[data-step=back]:has-text("Cancelled and refunded")',
  },
  ...filmScenes,
  { name: 'docs', shows: 'The documentation', path: '/docs', ready: 'h1' },
  { name: 'docs-guide', shows: 'A guide: how a call is paid', path: '/docs/payment', ready: 'h1' },
  { name: 'docs-errors', shows: 'A guide: errors', path: '/docs/errors', ready: 'h1' },
  {
    name: 'docs-search',
    shows: 'Searching the documentation',
    path: '/docs',
    ready: 'h1',
    act: async (page) => {
      await page.getByRole('combobox').fill('refund')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'docs-reference', shows: 'All operations', path: '/docs/reference', ready: 'h1' },
  {
    name: 'docs-operation',
    shows: 'One operation',
    path: '/docs/reference/queryObservations',
    ready: 'h1',
  },
  ...operatorScenes,
  { name: 'not-found', shows: 'A page that does not exist', path: '/nowhere', ready: 'h1' },
]
