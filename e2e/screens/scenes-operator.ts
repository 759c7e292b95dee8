import { expect, type Page } from '@playwright/test'
import type { Scene } from './scene.ts'

/** Each part of a page loads its own data. */
const loaded = async (page: Page) => {
  await expect(page.getByText('Loading…')).toHaveCount(0)
}

/** A row, or on a phone a card. */
const table = 'main table tbody tr, main section[aria-label] > ul > li'

/** On a phone the first tables of this page are folded. */
const chains = 'main h2:has-text("Sender queues")'

const openReport = async (page: Page) => {
  await page
    .getByRole('region', { name: /^Reports/ })
    .locator('tbody tr a, li a')
    .first()
    .click()
  await page.getByRole('heading', { name: 'What to do' }).waitFor()
  await loaded(page)
}

/** The operators' console. */
export const operatorScenes: readonly Scene[] = [
  {
    name: 'operator-signed-out',
    shows: 'The operators’ console, before signing in',
    path: '/operator',
    ready: 'button:has-text("Sign in")',
  },
  {
    name: 'operator',
    shows: 'The console: if anything is wrong, and what to do first',
    path: '/operator',
    as: 'operator',
    ready: 'main [data-tone]',
    act: loaded,
  },
  {
    name: 'operator-palette',
    shows: 'The palette of the console, by ⌘K',
    path: '/operator',
    as: 'operator',
    ready: 'main [data-tone]',
    act: async (page) => {
      await page.getByRole('button', { name: /^Find a request/ }).click()
      await page.getByRole('option', { name: 'Bounties' }).waitFor()
    },
    isWindow: true,
  },
  {
    name: 'operator-figures',
    shows: 'All figures of the service, now and over time',
    path: '/operator/figures',
    as: 'operator',
    ready: 'main figure',
    act: loaded,
  },
  {
    name: 'operator-find',
    shows: 'Found by any id',
    path: ({ bounties }) => `/operator/find?id=${bounties.desk.bounty_id}`,
    as: 'operator',
    ready: '[aria-label="What was found"] a',
    act: loaded,
  },
  {
    name: 'operator-bounties',
    shows: 'All bounties, to an operator',
    path: '/operator/bounties',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-bounty',
    shows: 'One bounty: where its money is, and what happened',
    path: ({ bounties }) => `/operator/bounties/${bounties.cancelled.bounty_id}`,
    as: 'operator',
    ready: 'h2:has-text("What happened")',
    act: loaded,
  },
  {
    name: 'operator-payments',
    shows: 'All payments, and money that nothing explains',
    path: '/operator/payments',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-payment',
    shows: 'One payment, and what its chain says of it',
    path: '/operator/payments',
    as: 'operator',
    ready: table,
    act: async (page) => {
      await page.getByRole('region', { name: 'All payments' }).locator('tbody tr a, li a').first().click()
      await page.getByText(/Used, and the money came to us/).waitFor()
    },
  },
  {
    name: 'operator-chains',
    shows: 'The sender queues of the keys, and their transactions',
    path: '/operator/chains',
    as: 'operator',
    ready: chains,
    act: loaded,
  },
  {
    name: 'operator-action',
    shows: 'Before an action: its guard, its effect, and why',
    path: '/operator/chains',
    as: 'operator',
    ready: chains,
    act: async (page) => {
      const folded = page.getByText(/^Show \d+ queues? that runs?$/)
      if (await folded.isVisible()) await folded.click()
      await page.getByRole('button', { name: 'Freeze queue' }).first().click()
      await page.getByRole('dialog').getByLabel('Reason, for the audit log').waitFor()
    },
    isWindow: true,
  },
  {
    name: 'operator-transaction',
    shows: 'One transaction, described and as signed',
    path: '/operator/chains',
    as: 'operator',
    ready: chains,
    act: async (page) => {
      await page
        .getByRole('region', { name: 'Transactions', exact: true })
        .locator('tbody tr a, li a')
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: /^Transaction \d+$/ }).waitFor()
      await loaded(page)
    },
  },
  {
    name: 'operator-jobs',
    shows: 'What the workers do',
    path: '/operator/jobs',
    as: 'operator',
    ready: 'main section h2',
    act: loaded,
  },
  {
    name: 'operator-limits',
    shows: 'Wallets at a limit of theirs, or near one',
    path: '/operator/limits',
    as: 'operator',
    ready: 'main h1',
    act: loaded,
  },
  {
    name: 'operator-reports',
    shows: 'The queue of reports',
    path: '/operator/reports',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-report',
    shows: 'One report, with the film and what can be done',
    path: '/operator/reports?kind=submission',
    as: 'operator',
    ready: table,
    act: openReport,
  },
  {
    name: 'operator-ban',
    shows: 'Before a wallet is banned',
    path: '/operator/reports?kind=submission',
    as: 'operator',
    ready: table,
    act: async (page) => {
      await openReport(page)
      await page.getByRole('button', { name: 'Ban the contributor' }).click()
      await page
        .getByRole('dialog')
        .getByLabel(/^Reason/)
        .waitFor()
    },
    isWindow: true,
  },
  {
    name: 'operator-bans',
    shows: 'The banned wallets, and a field to ban one',
    path: '/operator/bans',
    as: 'operator',
    ready: 'main h1:has-text("Bans")',
    act: loaded,
  },
  {
    name: 'operator-captures',
    shows: 'Trees, captures taken in and captures withdrawn',
    path: '/operator/captures',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-keys',
    shows: 'Keys of the enterprise interface',
    path: '/operator/keys',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-requests',
    shows: 'Answered requests',
    path: '/operator/requests',
    as: 'operator',
    ready: table,
    act: loaded,
  },
  {
    name: 'operator-log',
    shows: 'What operators did',
    path: '/operator/log',
    as: 'operator',
    ready: 'main h1:has-text("Audit log")',
    act: loaded,
  },
]
