import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '../../e2e/find-browser.ts'
import { sandboxFacts } from '../../e2e/sandbox-facts.ts'

// `npm run bench:pages [-- PATH…]`: runs Lighthouse on the pages of a running sandbox. See README.md.

const lighthouse = 'lighthouse@13.5.0'
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof categories)[number]
type Report = {
  /** The speed of this machine according to Lighthouse. From 1,500 on it assumes a desktop computer when it simulates the phone. */
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

const paths = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/verify', '/explore', '/board']
const { base_url } = sandboxFacts()
const browser = await findBrowser()
const folder = await mkdtemp(join(tmpdir(), 'cairn-pages-'))

try {
  const rows: Record<string, string | number>[] = []
  for (const path of paths)
    for (const form of ['mobile', 'desktop'] as const) {
      const reports: Report[] = []
      for (let run = 0; run < runs; run++) reports.push(await lookWithRetries(base_url + path, form))
      const median = (read: (report: Report) => number) =>
        reports.map(read).sort((a, b) => a - b)[Math.floor(runs / 2)]!
      const scores = categories.map((name) => [
        name,
        Math.round(100 * median((report) => report.categories[name].score)),
      ])
      const ms = (name: string) => Math.round(median((report) => report.audits[name]?.numericValue ?? 0))
      rows.push({
        path,
        form,
        ...Object.fromEntries(scores),
        'LCP ms': ms('largest-contentful-paint'),
        'TBT ms': ms('total-blocking-time'),
        kB: Math.round(ms('total-byte-weight') / 1_000),
        'machine index': Math.round(median((report) => report.environment.benchmarkIndex)),
      })
    }
  console.table(rows)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Runs Lighthouse up to three times, because it sometimes fails for reasons of its own, such as NO_NAVSTART. */
async function lookWithRetries(url: string, form: 'mobile' | 'desktop'): Promise<Report> {
  for (let attempt = 1; ; attempt++)
    try {
      return await look(url, form)
    } catch (error) {
      if (attempt === 3) throw error
      console.warn('Lighthouse failed and runs again:', (error as { stderr?: string }).stderr ?? error)
    }
}

async function look(url: string, form: 'mobile' | 'desktop'): Promise<Report> {
  const file = join(folder, 'report.json')
  // Software rendering is for maps and models, which no page shows first; the journeys need it. Here it would draw every page on the two
  // measured cores.
  const args = browser.args.filter((arg) => !arg.includes('swiftshader'))
  const flags = ['--headless=new', ...args].join(' ')
  await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet'],
      ...[`--only-categories=${categories.join(',')}`, `--chrome-flags=${flags}`],
      ...['--output=json', `--output-path=${file}`],
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    {
      cwd: folder,
      env: { ...process.env, ...(browser.executablePath ? { CHROME_PATH: browser.executablePath } : {}) },
      maxBuffer: 2 ** 26,
    },
  )
  return JSON.parse(await readFile(file, 'utf8')) as Report
}
