import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { assertFits, assertLooksRight, assertNothingInTheWay } from './looks-right.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()

test.use({ allowedErrors: /status of 404/ })

const sample = createHash('sha256').update(readFileSync(facts.samples[0]!)).digest('hex')

const missingPage = '/trees/999999'
type Named = { name: string; path: string; ready: string; file?: string | undefined }

/** Pages by name; each is checked once it is ready. Pages that need preparation have journeys of their own. */
const mainPages: Named[] = [
  { name: 'start', path: '/', ready: 'h1' },
  { name: 'the explorer', path: '/explore', ready: 'h1' },
  { name: 'a verified file', path: '/verify', ready: '[data-verdict=verified]', file: facts.samples[0] },
  { name: 'a tree', path: '/trees/1', ready: '[data-chain=confirmed]' },
  { name: 'a new bounty', path: '/bounties/new', ready: 'form' },
]
const otherPages: Named[] = [
  { name: 'one’s own bounties', path: '/bounties', ready: 'h1' },
  { name: 'an unknown fingerprint', path: `/verify/${'a'.repeat(64)}`, ready: '[data-verdict=unknown]' },
  { name: 'verify', path: '/verify', ready: 'h1' },
  { name: 'a certificate', path: `/verify/${sample}/certificate`, ready: 'h1' },
  { name: 'the trees', path: '/trees', ready: 'h1' },
  { name: 'one’s own submissions', path: '/board/submissions', ready: 'h1' },
  { name: 'one’s own earnings', path: '/board/earnings', ready: 'h1' },
  { name: 'the documentation', path: '/docs', ready: 'h1' },
  { name: 'proof of funds', path: '/solvency', ready: 'h1' },
  { name: 'status', path: '/status', ready: 'main li' },
  { name: 'rules', path: '/rules', ready: 'main li' },
  { name: 'contact', path: '/contact', ready: 'main dl' },
  { name: 'a missing page', path: missingPage, ready: 'h1' },
]

for (const { name, path, ready, file } of [...mainPages, ...otherPages])
  test(`${name}: accessible in both themes, and fits a phone`, {
    tag: otherPages.some((other) => other.name === name) ? '@thorough' : [],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    if (file) await page.locator('input[type=file]').first().setInputFiles(file)
    await page.locator(ready).first().waitFor()
    await assertLooksRight(page)
  })

test('every other page is there, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { name, path, ready } of otherPages)
    await test.step(name, async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(path === missingPage ? 404 : 200)
      await page.locator(ready).first().waitFor()
      await assertFits(page)
    })
})

test('controls are at least 24 px high and wide, apart from links within a text', {
  tag: '@thorough',
}, async ({ page }) => {
  for (const path of ['/', '/docs', '/docs/payment']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    const small = await page.locator('main :is(a, button, summary)').evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box: { width, height } }) => width > 0 && height > 0 && Math.min(width, height) < 24)
        .map(({ text, box }) => `${text} ${box.width} × ${box.height}`),
    )
    expect(small, path).toEqual([])
  }
})

test('header, content and footer of a page begin at one left edge, also in a wide window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1900, height: 1000 })
  for (const path of ['/', '/board', '/docs', '/status', '/trees']) {
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    const edges = await page
      .locator('.page:visible')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(edges.length, path).toBeGreaterThanOrEqual(3)
    expect(new Set(edges).size, `${path}: ${edges}`).toBe(1)
  }
})

test('at 200 % zoom the home page starts with its whole title', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
})

test.describe('the explorer with an area, whose price is a 402', () => {
  test.use({ allowedErrors: /402 \(Payment Required\)/ })

  test('is accessible while the name of the area is loading', { tag: '@thorough' }, async ({ page }) => {
    await page.route('**/api/places/names**', () => {})
    await page.goto('/explore?circle=43.7731,11.256,500')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveAccessibleName('Loading the name of the place')
    await assertNothingInTheWay(page)
  })
})

test('the explorer is sent with the names of its places and the newest captures', async ({ request }) => {
  const html = await (await request.get('/explore')).text()
  expect(html).toContain('Areas with captures on this map')
  expect(html).toContain('Area with Florence')
  expect(html).toContain('Newest: ')
  expect(html).not.toContain('Loading the name of the place')
})

test('a page, tree or bounty that does not exist answers 404', async ({ page }) => {
  const titles = {
    '/nowhere': 'Page not found',
    '/trees/999999': 'No such tree',
    '/trees/0': 'No such tree',
    '/trees/abc': 'No such tree',
    '/board/bty_00000000000000000000000000000000': 'No such bounty',
  }
  for (const [path, title] of Object.entries(titles)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Cairn`)
  }
  // A link that a messenger cut is no verdict on a file.
  expect((await page.goto('/verify/7fc0535a10e192'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not complete')
  await expect(page).toHaveTitle('Incomplete link · Cairn')
  await expect(page.getByText('This says nothing about the photo or film.')).toBeVisible()
})

test('proof of funds says in its headline what the API says, with every network in its table', async ({
  page,
  request,
}) => {
  // Repeated, because a bounty may be posted or paid between the two requests, which changes the answer.
  await expect(async () => {
    const { solvent, networks } = await (await request.get('/api/solvency')).json()
    await page.goto('/solvency')
    const state = solvent === null ? 'unchecked' : solvent ? 'covered' : 'wrong'
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-solvent', state)
    for (const { name } of networks) await expect(page.getByRole('rowheader', { name })).toBeVisible()
  }).toPass()
})

test('a page runs only the scripts that its own answer names', async ({ request }) => {
  const nonces = new Set<string>()
  const paths = [
    '/',
    '/explore',
    '/verify',
    '/trees',
    '/bounties',
    '/board',
    '/docs',
    '/solvency',
    '/status',
    '/rules',
    '/nowhere',
    '/nowhere.html',
    '/bounties/bty_1.x',
  ]
  for (const path of paths) {
    const answer = await request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    const nonce = /'nonce-([^']{20,})'/.exec(scripts)?.[1]
    expect(nonce, path).toBeDefined()
    expect(scripts, path).not.toMatch(/unsafe-inline|'unsafe-eval'/)
    const html = await answer.text()
    const tags = html.match(/<script\b[^>]*>/g) ?? []
    expect(tags.length, path).toBeGreaterThan(0)
    for (const tag of tags) expect(tag, path).toContain(`nonce="${nonce}"`)
    expect(html, path).not.toMatch(/<[^>]+\son[a-z]+=/)
    nonces.add(nonce!)
  }
  expect(nonces.size).toBe(paths.length)
})

test('what a page starts with is compiled while it comes, not when it is called', async ({ request }) => {
  const scripts = new Set<string>()
  for (const path of ['/', '/explore', '/verify', '/bounties/new', '/board', '/docs', '/operator']) {
    const html = await (await request.get(path)).text()
    const own = (html.match(/<script\b[^>]*\bsrc="[^>]*>/g) ?? [])
      // For browsers that are too old to support modules.
      .filter((tag) => !/nomodule/i.test(tag))
      .map((tag) => /src="([^"]+)"/.exec(tag)![1]!)
    expect(own.length, path).toBeGreaterThan(4)
    for (const script of own) scripts.add(script)
  }
  for (const script of scripts)
    expect(await (await request.get(script)).text(), script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

/**
 * The most bytes of scripts that a page loads before any input, as they are sent. An empty page of the framework loads 115,000. A new version
 * of it may need new figures; more code of ours should be loaded on the first input instead.
 */
const scriptBudgets = { '/': 125_000, '/explore': 162_500, '/verify': 128_000, '/board': 133_000 }

/** React keeps the properties of an element that it has taken over in a member of the element. */
const isHydrated = `[...document.querySelectorAll('header button, main a')].every((element) =>
  Object.keys(element).some((key) => key.startsWith('__reactProps')))`

for (const [path, budget] of Object.entries(scriptBudgets))
  test(`before any input, ${path} loads no scripts on a phone but those that its answer names, within its budget`, async ({
    page,
  }) => {
    const asked = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.add(new URL(request.url()).pathname)
    })
    const loaded = new Map<string, number>()
    page.on('requestfinished', async (finished) => {
      if (finished.resourceType() !== 'script') return
      loaded.set(new URL(finished.url()).pathname, (await finished.sizes()).responseBodySize)
    })
    await page.setViewportSize({ width: 390, height: 844 })
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    // Playwright's own evaluation counts as input by the user, and the page asks whether there was any.
    const devtools = await page.context().newCDPSession(page)
    const evaluate = async (expression: string) =>
      (await devtools.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }))
        .result.value
    await expect.poll(() => evaluate(isHydrated)).toBe(true)
    expect(await evaluate('navigator.userActivation.hasBeenActive')).toBe(false)
    // Browsers report the pointer at rest over a new page, at a moment of their choice. A move of the test's own pointer could be a real
    // one, from where an earlier test left it.
    await evaluate(`document.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))`)
    await evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))')
    const html = await answer!.text()
    const named = (html.match(/<script\b[^>]*\bsrc="[^>]*>/g) ?? [])
      .filter((tag) => !/nomodule/i.test(tag))
      .map((tag) => /src="([^"]+)"/.exec(tag)![1]!)
    expect([...asked].sort()).toEqual([...new Set(named)].sort())
    await expect.poll(() => loaded.size).toBe(asked.size)
    const bytes = [...loaded.values()].reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeLessThan(budget)
    // Fails if scripts were missed: the framework's own are at least this share.
    expect(bytes).toBeGreaterThan(budget * 0.85)
  })

test('on a phone the navigation is a single button, names what programs use, and closes after a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const programs = page.getByRole('region', { name: 'For programs' })
  await expect(programs.getByRole('link', { name: 'MCP tools for agents' })).toHaveAttribute(
    'href',
    '/docs/agents',
  )
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.locator('#site-menu').getByRole('link', { name: 'Docs' })).toContainText('MCP tools')
  await expect(page.locator('#site-menu').getByRole('link', { name: 'My films' })).toBeVisible()
  await page.locator('#site-menu').getByRole('link', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/verify$/)
  await expect(page.locator('#site-menu')).toBeHidden()
})

test('the start page quotes the price the service really asks', async ({ page, request }) => {
  await page.goto('/')
  const answer = await request.post('/api/v1/spatial/query')
  expect(answer.status()).toBe(402)
  const quote = JSON.parse(Buffer.from(answer.headers()['payment-required']!, 'base64').toString())
  const shown = page.getByText('PAYMENT-REQUIRED: base64 of')
  for (const accepted of quote.accepts) {
    await expect(shown).toContainText(`"network": "${accepted.network}"`)
    await expect(shown).toContainText(`"amount": "${accepted.amount}"`)
    await expect(shown).toContainText(accepted.asset)
    await expect(shown).toContainText(accepted.payTo)
  }
})

test('proofs and trees answer any origin, in the shape of every answer, and are kept by their ETag', async ({
  request,
}) => {
  const tree = await request.get('/api/trees/1')
  expect(tree.status()).toBe(200)
  expect(tree.headers()).toMatchObject({ 'access-control-allow-origin': '*', etag: expect.any(String) })
  const again = await request.get('/api/trees/1', { headers: { 'if-none-match': tree.headers().etag! } })
  expect(again.status()).toBe(304)

  const missing = await request.get('/api/trees/999999')
  expect(missing.status()).toBe(404)
  expect(await missing.json()).toMatchObject({ error: 'not_found', request_id: expect.any(String) })
  const malformed = await request.get('/api/proofs/xyz')
  expect(malformed.status()).toBe(400)
  expect(await malformed.json()).toMatchObject({ error: 'invalid_request', field: 'sha256' })
})

test('an answer is the same with any compression that the caller accepts', async ({ baseURL }) => {
  const sha256 = createHash('sha256').update(readFileSync(facts.samples[0]!)).digest('hex')
  // `fetch` accepts every compression and decodes what the header names, nothing else.
  const answer = await fetch(`${baseURL}/api/proofs/${sha256}`)
  const text = await answer.text()
  // Large enough for a server that compresses to do so.
  expect(text.length).toBeGreaterThan(1_024)
  expect(JSON.parse(text)).toMatchObject({ status: 'anchored', sha256 })
})

/** The elements that Tab reaches, in order: the text of each, or the type of an input. */
async function reachedByTab(page: Page, presses: number): Promise<string> {
  const names: string[] = []
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const active = document.activeElement
        return active instanceof HTMLInputElement ? `input ${active.type}` : (active?.textContent ?? '')
      }),
    )
  }
  return names.join('|')
}

test('everything on the verify page is reached with the keyboard', { tag: '@thorough' }, async ({ page }) => {
  await page.goto(`/verify/${'b'.repeat(64)}`)
  await page.locator('[data-verdict]').waitFor()
  const reached = await reachedByTab(page, 20)
  for (const name of [
    'Skip to content',
    'input file',
    'Copy the message',
    'Commission a film',
    'Check again',
  ])
    expect(reached).toContain(name)
  await page.getByRole('button', { name: 'Technical details' }).focus()
  await page.keyboard.press('Enter')
  expect(await reachedByTab(page, 4)).toContain('Chain endpoint')

  await page.goto('/verify')
  await page.getByText('More ways to check').focus()
  await page.keyboard.press('Enter')
  expect(await reachedByTab(page, 3)).toContain('input text')
})
