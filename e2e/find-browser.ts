import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const cache = join(import.meta.dirname, '../node_modules/.cache')

/**
 * Finds a Chromium for tests: `CHROMIUM_PATH`, the one that Playwright installed, the system's, or the one in the npm packages. The last
 * one runs on any Linux on x64, and needs neither root nor a download.
 */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const args = [
    // Chromium's sandbox refuses root, which is common in containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    // Stops requests that Chromium makes by its own decision.
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ]
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...onPath()]
  const path = found.find((candidate) => candidate && existsSync(candidate))
  if (path) return { executablePath: path, args }
  return {
    executablePath: await unpackBundled(),
    // WebGL is drawn by the processor, and so were all pages, which took two thirds of the browser's CPU time.
    args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
  }
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Unpacks it once, 209 MB, for later runs too. It is moved into place atomically, so that an interrupted run leaves no partial copy. */
async function unpackBundled(): Promise<string> {
  const folder = join(cache, 'cairn-chromium')
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, 'cairn-chromium-'))
    const { TMPDIR } = process.env
    // The package unpacks into the temporary folder, and uses files that are already there. The second variable, set before the
    // import, makes it also unpack libraries that a minimal system lacks.
    process.env.TMPDIR = fresh
    process.env.AWS_EXECUTION_ENV = 'nodejs24.x'
    const { default: bundled } = await import('@sparticuz/chromium')
    await bundled.executablePath()
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    try {
      renameSync(fresh, folder)
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      // Another run unpacked it first.
      if (!existsSync(folder)) throw error
    }
  }
  process.env.FONTCONFIG_FILE = writeFontSettings(folder)
  process.env.LD_LIBRARY_PATH = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
    .filter(Boolean)
    .join(delimiter)
  return join(folder, 'chromium')
}

/** The package's font settings name folders that are missing here, and the browser needs a font to draw an input. */
function writeFontSettings(folder: string): string {
  const path = join(folder, 'fonts.conf')
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  )
  return path
}
