import { defineConfig } from '@playwright/test'

// The tools as the MCP inspector's command line sees them. `npm run test:thorough` runs this; `npm run test:inspector` runs it alone,
// beside `npm start`. The inspector comes from the npm registry at run time, so `npm test` uses the official client instead.
export default defineConfig({
  testDir: '.',
  testMatch: '*.inspector.ts',
  outputDir: '../../test-results/inspector',
  workers: 1,
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
})
