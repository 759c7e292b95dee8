import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/find-browser.ts'
import { sandboxFacts } from './e2e/sandbox-facts.ts'
import { findLeftOut } from './lib/sandbox/testing/left-out.ts'

/** What needs a program that is not here; `npm test` names it at its end. */
const leftOut = findLeftOut().map(({ file }) => `**/${file}`)

/** Journeys that move no money and no clock, and look at nobody's wallet: they run beside those that do. */
const reading = [
  'discovery',
  'docs',
  'ending',
  'http',
  'map',
  'pages',
  'request-memory',
  'stream',
  'trees',
  'verify',
  'verify-folder',
].map((name) => `**/${name}.spec.ts`)

// Runs against a sandbox that is up already: `npm start` beside it, or `npm test`, which brings its own.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Two cores carry the service, its chains and two browsers. Wallets, clock and chains are everybody's: one journey at a time
  // may move them.
  workers: 2,
  projects: [
    { name: 'moving', testIgnore: [...leftOut, ...reading], workers: 1 },
    { name: 'reading', testMatch: reading, testIgnore: leftOut, workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: sandboxFacts().base_url,
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    screenshot: 'only-on-failure',
  },
})
