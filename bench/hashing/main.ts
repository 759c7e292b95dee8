import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/find-browser.ts'
import { sandboxFacts } from '../../e2e/sandbox-facts.ts'

// `npm run bench:hashing`: checks a file of 1 GiB on /verify of the running sandbox, and compares the time with sha256sum.

const fileBytes = 1024 ** 3
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'cairn-hashing-'))
const path = join(folder, 'random.bin')

try {
  writeRandom()
  const expected = sum()
  const browser = await chromium.launch(await findBrowser())
  const page = await browser.newPage()
  await page.goto(`${sandboxFacts().base_url}/verify`, { waitUntil: 'networkidle' })
  // The worker and its code are loaded before the measurement starts.
  await page.getByLabel('Choose files').setInputFiles({
    name: 'warm.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('warm'),
  })
  await page.locator('[data-verdict]').waitFor()
  for (let round = 1; round <= rounds; round++) {
    await page.reload({ waitUntil: 'networkidle' })
    const before = rendererBytes()
    const theirs = timed(sum)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, rendererBytes())), 50)
    // Measured in the page, because polling from outside is imprecise. Requests after the hash is computed are not included.
    const hashing = page.evaluate(timeProgress)
    await page.getByLabel('Choose files').setInputFiles(path)
    const ours = await hashing
    clearInterval(watch)
    await page.locator(`[data-verdict] button[aria-label="Copy fingerprint"]`).first().waitFor()
    const shown = await page.locator('[data-verdict] code[title]').first().getAttribute('title')
    if (shown !== expected) throw new Error(`the page found ${shown}, not ${expected}`)
    const rate = (ms: number) => `${Math.round(fileBytes / 1e3 / ms)} MB/s`
    console.log(
      `round ${round}: browser ${rate(ours)}, sha256sum ${rate(theirs)}, ratio ${Math.round((100 * theirs) / ours)} %, ` +
        `renderer ${Math.round(before / 1e6)} MB before, at most ${Math.round(peak / 1e6)} MB (+${Math.round((peak - before) / 1e6)})`,
    )
  }
  await browser.close()
} finally {
  rmSync(folder, { recursive: true })
}

/** Milliseconds from the appearance of a progress bar to its disappearance. */
function timeProgress(): Promise<number> {
  return new Promise((done) => {
    let begun: number | undefined
    const watch = new MutationObserver(() => {
      const isShown = document.querySelector('progress, [role=progressbar]') !== null
      if (isShown) begun ??= performance.now()
      else if (begun !== undefined) {
        watch.disconnect()
        done(performance.now() - begun)
      }
    })
    watch.observe(document.body, { subtree: true, childList: true })
  })
}

function writeRandom(): void {
  const part = Buffer.alloc(16 * 1024 * 1024)
  const file = openSync(path, 'w')
  for (let written = 0; written < fileBytes; written += part.length) writeSync(file, randomFillSync(part))
  closeSync(file)
}

function sum(): string {
  return execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64)
}

function timed(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

/** Resident memory of this browser's largest renderer; Linux only. Other browsers on the machine have another parent. */
function rendererBytes(): number {
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return 0
        if (!isOurs(pid)) return 0
        return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
      } catch {
        return 0
      }
    })
  return Math.max(0, ...sizes)
}

function isOurs(pid: string): boolean {
  for (let at = pid; Number(at) > 1; ) {
    if (Number(at) === process.pid) return true
    at = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? '0'
  }
  return false
}
