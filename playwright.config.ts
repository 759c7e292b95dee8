import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/find-browser.ts'
import { sandboxFacts } from './e2e/sandbox-facts.ts'
import { findLeftOut } from './lib/sandbox/testing/left-out.ts'

// Runs against a sandbox that is up already: `npm start` beside it, or `npm test`, which brings its own.
export default defineConfig({
  testDir: 'e2e',
  // What needs a program that is not here; `npm test` names it at its end.
  testIgnore: findLeftOut().map(({ file }) => `**/${file}`),
  outputDir: 'test-results',
  // Two cores carry the service, its chains and the browser.
  workers: 1,
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
