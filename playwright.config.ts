import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/find-browser.ts'
import { sandboxFacts } from './e2e/sandbox-facts.ts'

// Runs against a sandbox that is up already: `npm start` beside it, or `npm test`, which brings its own.
export default defineConfig({
  testDir: 'e2e',
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
