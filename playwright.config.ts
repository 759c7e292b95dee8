import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/find-browser.ts'
import { sandboxFacts } from './e2e/sandbox-facts.ts'
import { findLeftOut } from './testing/left-out.ts'

/** Test files that need a program which this host lacks. `npm test` lists them at its end. */
const leftOut = findLeftOut().map(({ file }) => `**/${file}`)

/** Journeys that move neither money nor the clock and look at no wallet. They run beside those that do. */
const reading = [
  'connection',
  'credentials',
  'discovery',
  'docs',
  'early-input',
  'ending',
  'focus',
  'http',
  'likeness',
  'map',
  'map-phone',
  'pages',
  'request-memory',
  'stream',
  'trees',
  'verify',
  'verify-folder',
].map((name) => `**/${name}.spec.ts`)

// Runs against a sandbox that is already up: `npm start`, or the one that `npm test` starts. `npm test` leaves out tests with the
// tag `@thorough`. See docs/testing.md.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Two cores carry the service, its chains and two browsers. Wallets, clock and chains are shared, so only one journey at a time
  // may change them.
  workers: 2,
  projects: [
    { name: 'moving', testIgnore: [...leftOut, ...reading], workers: 1 },
    { name: 'reading', testMatch: reading, testIgnore: leftOut, workers: 1 },
  ],
  // The slowest take 20 s on a quiet machine, unless they set more, and machines may be ten times slower for a while.
  timeout: 200_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: sandboxFacts().base_url,
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    screenshot: 'only-on-failure',
  },
})
