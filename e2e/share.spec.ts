import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { countSheets } from './count-sheets.ts'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const sample = sandboxFacts().samples[0]!
const sha256 = createHash('sha256').update(readFileSync(sample)).digest('hex')

test('a shared link tells what it proves before it is opened, with a card drawn without the picture', async ({
  page,
}) => {
  const tags = async (path: string) => {
    const html = await (await page.request.get(path)).text()
    const head = html.slice(0, html.indexOf('</head>'))
    const tag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(head)?.[1]
    return {
      title: tag('og:title'),
      description: tag('og:description'),
      image: tag('og:image'),
      card: tag('twitter:card'),
    }
  }
  const known = await tags(`/verify/${sha256}`)
  expect(known.title).toMatch(/^On record since \d{1,2} \w+ \d{4}, \d\d:\d\d UTC/)
  expect(known.description).toContain('stays on your device')
  expect(known.card).toBe('summary_large_image')
  const unknown = await tags(`/verify/${'a'.repeat(64)}`)
  expect(unknown.title).toBe('No record of this file')
  expect(unknown.description).toContain('That does not mean it is fake')
  for (const { image } of [known, unknown]) {
    const { pathname } = new URL(image!)
    const answer = await page.request.get(pathname)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=1',
    })
    const png = await answer.body()
    // Width and height of the picture, from its first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(
      (await page.request.get(pathname, { headers: { 'if-none-match': answer.headers().etag! } })).status(),
    ).toBe(304)
  }
  expect((await page.request.get('/card/abc.png')).status()).toBe(404)
})

test('a proof is shared from one button, by keyboard too', { tag: '@thorough' }, async ({ page }) => {
  const card = `**/card/${sha256}.png`
  await page.route(card, (route) => route.fulfill({ contentType: 'image/png', body: 'not a picture' }))
  await page.goto(`/verify/${sha256}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^On record since/)
  await page.getByRole('button', { name: 'Share this proof' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this proof' })
  await expect(dialog.getByRole('alert')).toContainText('The card could not be drawn just now.')
  await page.unroute(card)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Link to this proof')).toHaveValue(new RegExp(`/verify/${sha256}$`))
  await expect(dialog.getByRole('img', { name: /The card that the link shows/ })).toHaveJSProperty(
    'naturalWidth',
    1200,
  )
  await expect(dialog).toContainText('The link shows the record.')
  await expect(dialog.getByRole('link', { name: 'Certificate to print' })).toBeVisible()
  await dialog.getByText('Badge and embed').click()
  await expect(dialog.getByRole('tab', { name: 'Checks itself' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share this proof' })).toBeFocused()
})

test('a text to quote is copied, and says of a link that no file was checked', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async () => {
    await page.getByRole('button', { name: 'Copy the text to quote' }).click()
    return await page.evaluate(() => navigator.clipboard.readText())
  }
  await page.goto(`/verify/${sha256}`)
  expect(await copied()).toMatch(/^A file with the SHA-256 below .* Only the record was checked: no file, /)
  await page.locator('input[type=file]').first().setInputFiles(sample)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since /)
  const text = await copied()
  expect(text).toMatch(
    /^This photo is unchanged since at least \d+ \w+ \d{4}, \d\d:\d\d UTC, when its SHA-256 was anchored on a test chain on this machine \(tree \d+\)\. Place and time of capture are claimed, not proven: [^…]+ \d{4}, \d\d:\d\d UTC\./,
  )
  expect(text).toContain(`SHA-256: ${sha256}\n`)
  expect(text).toMatch(new RegExp(`Record: http\\S+/verify/${sha256}$`))
  await expect(page.getByRole('region', { name: 'To quote' })).toContainText('Ask its author.')
})

test('a certificate that is made beside the file says where the file contradicts its record, and a link alone says that it cannot', {
  tag: '@thorough',
}, async ({ page, context }) => {
  const contradicting = join(import.meta.dirname, '../sandbox/captures/lund-declared-in-florence-03.jpg')
  await page.goto('/verify')
  await page.locator('input[type=file]').first().setInputFiles(contradicting)
  await page.getByRole('button', { name: 'Share this proof' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('also says where the file’s own place and time differ')
  // What the link leaves out is in the message, which is the main action then.
  const message = dialog.getByRole('button', { name: 'Copy the message for a colleague' })
  await expect(message).toHaveClass(/button-main/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await message.click()
  const sent = await page.evaluate(() => navigator.clipboard.readText())
  expect(sent).toContain(
    'The file itself names another place (about 1,300 km away) and another time (7 Jun 2014',
  )
  expect(sent).toMatch(/The file is attached: check it at http\S+\/verify\./)
  await page.getByRole('link', { name: 'Certificate to print' }).click()
  const statement = page.locator('[data-contradiction]')
  await expect(statement).toContainText('The file’s own data name another place (distance: about 1,300 km).')
  await expect(statement).toContainText(
    /Read in this browser from the file on \d+ \w+ \d{4}, \d\d:\d\d UTC\./,
  )
  await expect(page.getByRole('button', { name: 'Print this certificate' })).toBeEnabled()
  for (const format of ['A4', 'Letter']) expect(await countSheets(page, format)).toBe(1)
  // The file is gone with its document.
  await page.reload()
  await expect(page.getByText('This certificate shows the record only.')).toBeVisible()
  await expect(page.getByText('What a file itself says is not included: for that')).toBeVisible()
  await expect(statement).toHaveCount(0)
  const known = createHash('sha256').update(readFileSync(contradicting)).digest('hex')
  await page.goto(`/verify/${known}`)
  await expect(page.getByText('This page shows the record only. Drop the file here')).toBeVisible()
})

test('a certificate says whether the file was hashed in this browser, and leads back to the file', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto(`/verify/${sha256}/certificate`)
  await expect(page.getByText('This certificate shows the record only.')).toBeVisible()
  await page.goto('/verify')
  await page.locator('input[type=file]').first().setInputFiles(sample)
  await page.getByRole('button', { name: 'Share this proof' }).click()
  await page.getByRole('link', { name: 'Certificate to print' }).click()
  await expect(
    page.getByText(`The file “${basename(sample)}” was hashed in the same browser before`),
  ).toBeVisible()
  for (const format of ['A4', 'Letter']) expect(await countSheets(page, format)).toBe(1)
  await expect(page.getByText('This certificate shows the record only.')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since/)
  await expect(
    page
      .getByText(
        'Demonstration: test chains on this machine, test money, and demo wallets that all visitors share.',
      )
      .last(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Back to the check' }).click()
  await expect(page.getByRole('img', { name: /shown from this device/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since/)
})
