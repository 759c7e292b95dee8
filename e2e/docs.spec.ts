import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'

const representative = ['/docs/reference/queryObservations', '/docs/payment', '/docs/errors']

test('every page of the documentation is there, says what its Markdown says, and leads somewhere', {
  tag: '@thorough',
}, async ({ request }) => {
  // Against a development server, which compiles every page of the site at its first request.
  test.slow()
  const { paths } = await (await request.get('/openapi.json')).json()
  const operations = Object.values<Record<string, { operationId?: string }>>(paths)
    .flatMap((item) => Object.values(item).map((one) => one.operationId))
    .filter((id) => id !== undefined)
  const start = await (await request.get('/docs')).text()
  const pages = [
    ...new Set(
      hrefsOf(start)
        .map((href) => href.split('#')[0]!)
        .filter((href) => /^\/docs(\/|$)/.test(href) && !href.endsWith('.md')),
    ),
  ]
  for (const id of operations) expect(pages).toContain(`/docs/reference/${id}`)

  const elsewhere = new Set<string>()
  const check = async (path: string) => {
    const [answer, twin] = await Promise.all([request.get(path), request.get(`${path}.md`)])
    expect(answer.status(), path).toBe(200)
    expect(answer.headers().link, path).toContain(`<${path}.md>; rel="alternate"; type="text/markdown"`)
    const html = await answer.text()
    expect(twin.headers()['content-type'], path).toBe('text/markdown; charset=utf-8')
    expect(headingsOfMarkdown(await twin.text()), path).toEqual(headingsOfHtml(html))
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const href of hrefsOf(html)) {
      if (href.startsWith('#')) expect(ids, `${path} → ${href}`).toContain(href.slice(1))
      else if (href.startsWith('/') && !pages.includes(href.split('#')[0]!))
        elsewhere.add(href.split('#')[0]!)
    }
  }
  // A few at a time: the service admits a limited number of requests for pages, also of the journeys that run beside this one.
  for (let from = 0; from < pages.length; from += 8) await Promise.all(pages.slice(from, from + 8).map(check))
  for (const href of elsewhere) expect((await request.get(href)).status(), href).toBe(200)
  expect((await request.get('/docs/nothing')).status()).toBe(404)
  expect((await request.get('/docs/nothing.md')).status()).toBe(404)
})

test('who asks for Markdown gets it at the page’s own address, and browsers never do', {
  tag: '@thorough',
}, async ({ request }) => {
  const answer = await request.get('/docs/payment', { headers: { accept: 'text/markdown' } })
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    vary: expect.stringMatching(/(^|, )Accept(,|$)/),
  })
  expect(await answer.text()).toBe(await (await request.get('/docs/payment.md')).text())
  const page = await request.get('/docs/payment', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.headers()['content-type']).toContain('text/html')
})

test('a free operation is tried in its page', async ({ page }) => {
  await page.goto('/docs/reference/verifyProvenance')
  const form = page.getByRole('form', { name: 'Try it' })
  await form.getByLabel('hash').fill('a'.repeat(64))
  await form.getByRole('button', { name: 'Send GET request' }).click()
  await expect(form.getByRole('status').first()).toHaveText('Answered 200')
  await expect(form).toContainText('"verified": false')
  await form.getByText(/^\d+ headers$/).click()
  await expect(form.getByText('cache-control:')).toBeVisible()
})

test.describe('what is answered 402', () => {
  // The browser logs every answer with a status of 400 or more to its console.
  test.use({ allowedErrors: /402 \(Payment Required\)/ })

  test('the price of a paid operation is asked in its page, and charged to nobody', async ({ page }) => {
    await page.goto('/docs/reference/queryObservations')
    const form = page.getByRole('form', { name: 'Ask the price' })
    await form.getByRole('button', { name: 'Ask the price' }).click()
    await expect(form.getByRole('status').first()).toContainText('Answered 402')
    await expect(form.getByText('0.01 USDC on Base')).toBeVisible()
    await expect(form.getByText('0.01 USDC on Arc')).toBeVisible()
    await expect(form).toContainText('"x402Version": 2')
  })
})

test('the documentation is searched with the keyboard alone', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const field = page.getByRole('combobox', { name: /Search the docs/ })
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('settlement')
  await expect(page.getByRole('option').first()).toContainText('settlement_pending')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/errors#settlement_pending$/)
  await expect(page.getByRole('heading', { name: 'settlement_pending' })).toBeInViewport()
})

test('the programs are shown, and can be downloaded, exactly as they are tested', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/docs/examples')
  const tabs = page.getByRole('tablist', { name: 'The query in' })
  await tabs.getByRole('tab', { name: 'Python' }).click()
  const shown = page.getByRole('figure').filter({ hasText: 'docs/examples/python/query.py' }).locator('code')
  expect(`${await shown.textContent()}\n`).toBe(readFileSync('docs/examples/python/query.py', 'utf8'))

  const command = await page.locator('code', { hasText: 'curl -f --create-dirs' }).textContent()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-examples-'))
  try {
    execFileSync('bash', ['-c', command!], { cwd: folder, stdio: 'ignore' })
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.includes('.'),
    )
    expect(paths).toHaveLength(9)
    for (const path of paths)
      expect(readFileSync(join(folder, path))).toEqual(readFileSync(join('docs/examples', path)))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

for (const path of representative)
  test(`${path}: accessible in both themes, and fits a phone`, { tag: '@thorough' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertLooksRight(page)
  })

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
}

function headingsOfHtml(html: string): string[] {
  // The form that tries an operation is not part of the Markdown.
  const main = html.slice(html.indexOf('docs-body')).replace(/<form[\s\S]*?<\/form>/g, '')
  return [...main.matchAll(/<h([1-3]) id="[^>]*>(.*?)<\/h\1>|<h1[^>]*>(.*?)<\/h1>/gs)].map(
    ([, , text, title]) =>
      (text ?? title ?? '')
        .replace(/<[^>]+>/g, '')
        .replaceAll('&amp;', '&')
        .replaceAll('&#x27;', "'"),
  )
}

function headingsOfMarkdown(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,3} (.+)$/gm)].map(([, heading]) =>
    heading!.replaceAll('`', ''),
  )
}
