import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { enterConsole } from '../console.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { readWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, '../../.cairn/screens')
const themes = ['light', 'dark'] as const
/** In CSS pixels. `WIDTHS=390,768,2560` takes the other three. */
const widths = (process.env.WIDTHS ?? '360,1440').split(',').map(Number)
/** Phone pictures have a higher pixel density, so that small text stays readable. */
const windows = [
  { width: 360, height: 740, scale: 1.5 },
  { width: 390, height: 844, scale: 1.5 },
  { width: 768, height: 1024, scale: 1 },
  { width: 1440, height: 900, scale: 1 },
  { width: 2560, height: 1440, scale: 1 },
].filter(({ width }) => widths.includes(width))
/** In CSS pixels. Longer pages are cut off. */
const tallest = 3_000
const heaviestBytes = 64_000
/** Tried in this order until the picture is small enough. */
const steps = [
  { quality: 64, scale: 1 },
  { quality: 34, scale: 1 },
  { quality: 34, scale: 0.75 },
  { quality: 24, scale: 0.6 },
]

for (const scene of scenes) {
  for (const { width, height, scale } of windows) {
    test(`${scene.name} at ${width}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        baseURL,
        viewport: { width, height },
        deviceScaleFactor: scale,
        reducedMotion: 'reduce',
        colorScheme: themes[0],
      })
      try {
        const page = await context.newPage()
        await enter(page, scene, readWorld())
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const picture = await settled(page, !scene.isWindow)
          await save(`${scene.name}-${width}-${colorScheme}`, picture)
        }
      } finally {
        // A page asks again at any moment, and an answer that is being changed would fail with the context.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      }
    })
  }
}

test('the table of pictures', () => {
  const link = (name: string, width: number) =>
    themes.map((theme) => `[${theme}](${name}-${width}-${theme}.webp)`).join(', ')
  const rows = scenes.map(
    ({ name, shows }) => `| ${shows} | ${windows.map(({ width }) => link(name, width)).join(' | ')} |`,
  )
  const text = `# Pictures of every page

Taken from the sandbox by \`npm run screens\`.

| Page | ${windows.map(({ width }) => `${width} px`).join(' | ')} |
| --- |${' --- |'.repeat(windows.length)}
${rows.join('\n')}
`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.md'), text)
})

async function enter(page: Page, scene: Scene, world: World): Promise<void> {
  const path = typeof scene.path === 'string' ? scene.path : scene.path(world)
  if (scene.as === 'poster')
    await page.addInitScript(
      (keys) => localStorage.setItem('cairn.bounties', keys),
      JSON.stringify(world.keys),
    )
  if (scene.as === 'contributor') {
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await page.getByText('Signed in as').waitFor()
  }
  if (scene.as === 'operator') await enterConsole(page)
  await page.goto(path)
  await page.locator(scene.ready).first().waitFor()
  await scene.act?.(page, world)
}

/** Takes pictures until two in a row are equal, so that maps and films have been painted. Maps and images load again in the other theme. */
async function settled(page: Page, fullPage: boolean): Promise<Buffer> {
  await page.evaluate(async () => {
    const images = [...document.querySelectorAll('img')]
    // A picture of the whole page also shows what nobody has scrolled to.
    for (const image of images) image.loading = 'eager'
    const loaded = images.map((image) => image.decode().catch(() => undefined))
    const films = [...document.querySelectorAll('video')]
      .filter(({ src, readyState }) => src !== '' && readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
      .map((film) => new Promise((resolve) => film.addEventListener('loadeddata', resolve, { once: true })))
    await Promise.race([
      Promise.all([...loaded, ...films]),
      new Promise((resolve) => setTimeout(resolve, 10_000)),
    ])
    await document.fonts.ready
  })
  const { width, height } = page.viewportSize()!
  const take = async () => {
    // A failed map never becomes ready.
    await page
      .waitForFunction(
        () =>
          !document.querySelector('[data-ready=false]') &&
          [...document.images].every(({ complete }) => complete),
        null,
        { timeout: 60_000 },
      )
      .catch(() => undefined)
    const whole = fullPage ? await page.evaluate(() => document.documentElement.scrollHeight) : height
    const clip = { x: 0, y: 0, width, height: Math.min(whole, tallest) }
    return page.screenshot({ fullPage, clip, animations: 'disabled' })
  }
  let before = await take()
  // Countdowns and animations never stop changing, so give up after some attempts.
  for (let more = 0; more < 4; more++) {
    const picture = await take()
    if (picture.equals(before)) return picture
    before = picture
  }
  return before
}

/** Writes the picture at the first quality that is small enough. */
async function save(name: string, picture: Buffer): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { width } = await sharp(picture).metadata()
  for (const { quality, scale } of steps) {
    const sized = scale === 1 ? sharp(picture) : sharp(picture).resize(Math.round(width * scale))
    const bytes = await sized.webp({ quality, effort: 2, smartSubsample: true }).toBuffer()
    if (bytes.length > heaviestBytes && quality !== steps.at(-1)!.quality) continue
    writeFileSync(join(folder, `${name}.webp`), bytes)
    return
  }
}
