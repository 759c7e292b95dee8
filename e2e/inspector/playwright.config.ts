import { defineConfig } from '@playwright/test'

// `npm run test:inspector`, beside a running `npm start`: the tools as the MCP inspector's command line sees them. It is fetched for
// this run alone, and so it is no part of `npm test`, where the official client does the same.
export default defineConfig({
  testDir: '.',
  testMatch: '*.inspector.ts',
  outputDir: '../../test-results/inspector',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
})
