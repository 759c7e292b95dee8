import { defineConfig } from '@playwright/test'
import { findBrowser } from '../find-browser.ts'
import { sandboxFacts } from '../sandbox-facts.ts'

// `npm run screens` writes a picture of every page to `.cairn/screens`. It needs a running sandbox (`npm start`) with ffmpeg, and
// adds bounties and films to it, which takes some minutes the first time. A part: `npm run screens -- -g board`. Other widths than
// 360 and 1440 px: `WIDTHS=390,768,2560 npm run screens`.
export default defineConfig({
  testDir: '.',
  testMatch: '*.screens.ts',
  outputDir: '../../test-results/screens',
  // Two of its pages at a time are what two cores can draw.
  workers: 2,
  fullyParallel: true,
  // Long enough for a busy machine. A picture that fails does not stop the run: it is missing at the end.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    baseURL: sandboxFacts().base_url,
    browserName: 'chromium',
    actionTimeout: 120_000,
    launchOptions: await findBrowser(),
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'world', testMatch: 'world.screens.ts' },
    { name: 'pictures', testMatch: 'pictures.screens.ts', dependencies: ['world'] },
  ],
})
