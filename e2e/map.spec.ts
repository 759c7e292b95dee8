import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

// A drawn area is priced at once. The price is a 402 answer.
test.use({ allowedErrors: /\b402 \(/, contextOptions: { reducedMotion: 'reduce' } })

test('by keyboard alone: find a town, and draw a circle there', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/explore')
  const map = page.locator('#explore-map')
  // The map is loaded once the visitor moves the pointer or presses a key.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(map.locator('[data-ready=true]')).toBeVisible()
  await expect(map).toContainText('GeoNames')

  const search = page.getByRole('combobox', { name: 'Search for a place' })
  await search.focus()
  await page.keyboard.type('saint-denis')
  await expect(page.getByRole('option', { name: /Saint-Denis.*Réunion/ })).toBeVisible()
  await search.fill('-20.8823, 55.4504')
  await expect(page.getByRole('option', { name: /latitude, longitude/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/circle=-20\.8/)
  await expect(search).toHaveValue('-20.8823, 55.4504')

  await map.getByRole('button', { name: 'Draw a circle' }).focus()
  await page.keyboard.press('Enter')
  // The map's own line about its connection is there too, and empty.
  const status = map.getByRole('status').filter({ hasText: /\S/ })
  await expect(status).toContainText('Press where the centre is')
  await map.locator('canvas').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(status).toContainText(/Radius [\d.]+ k?m/)
  await page.keyboard.press('Enter')
  await expect(status).toHaveCount(0)

  await map.getByRole('button', { name: 'Draw an outline' }).focus()
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Choose the first corner')
  await page.keyboard.press('Escape')
  await expect(status).toHaveCount(0)
})

test('the tools are there before the map is loaded, and pressing one loads it and begins to draw', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/explore')
  const circle = page.getByRole('button', { name: 'Draw a circle' })
  await expect(circle).toBeVisible()
  await expect(page.locator('.area-map')).toHaveCount(0)
  await circle.press('Enter')
  await expect(page.locator('#explore-map').getByRole('status')).toContainText('Press where the centre is')
  await expect(circle).toBeFocused()
})

test('Enter selects the first result as soon as it arrives, and its name appears in the field', {
  tag: '@thorough',
}, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/places?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/explore')
  const search = page.getByRole('combobox', { name: 'Search for a place' })
  await search.fill('Florence')
  await expect(page.getByText('Looking…')).toBeVisible()
  await search.press('Enter')
  release()
  // The name that was searched for, not that of the cell in its middle.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Florence')
  await expect(page).toHaveURL(/circle=43\.7\d*,11\.2\d*,2500/)
  await expect(search).toHaveValue('Florence, Italy')

  // Another radius is still at the place that was searched for.
  await page.locator('summary', { hasText: 'Area by coordinates' }).click()
  await page.getByLabel('Radius (m)').fill('1000')
  await expect(page).toHaveURL(/circle=43\.7\d*,11\.2\d*,1000/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Florence')

  await search.fill('Piazza Santa Croce')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Piazza (di )?Santa Croce$/)
  await expect(page).toHaveURL(/circle=43\.7\d*,11\.26\d*,500$/)
  // The name stays after a reload.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Piazza (di )?Santa Croce$/)

  // A place that was found is no longer named once another area is chosen.
  await searchFor(page, 'Florence')
  await expect(search).toHaveValue('Florence, Italy')
  await page.locator('summary', { hasText: 'Area by coordinates' }).click()
  await page.getByLabel('Centre').fill('48.8584, 2.2945')
  await page.getByLabel('Centre').press('Enter')
  await expect(page).toHaveURL(/circle=48\.8/)
  await expect(search).toHaveValue('')
})

test('a search that finds nothing says so after Enter, and its words are in the search of the map', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/')
  const search = page.getByRole('combobox', { name: 'Search for a place' })
  await search.pressSequentially('Bar Qwertz')
  const nothing = page.getByText('Nothing of that name')
  await expect(nothing).toBeVisible()
  await search.press('Enter')
  await expect(nothing).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Open the map' }).click()
  await expect(page).toHaveURL(/\/explore$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where do you want to look?')
  await expect(search).toHaveValue('Bar Qwertz')
  await expect(nothing).toBeHidden()
  await search.click()
  await expect(nothing).toBeVisible()
  await search.fill('Piazza Castello')
  await expect(page.getByText('They are known only around Florence.')).toBeVisible()
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where do you want to look?')
  await search.fill('Firenze Duomo')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cattedrale di Santa Maria del Fiore')
  await expect(page).toHaveURL(/circle=43\.77\d*,11\.25\d*,500$/)
})

/** The scale of the map once it shows a town: metres, or a few kilometres. It starts at thousands. The space in it does not break. */
const townScale = /^(\d{2,3}\s?m|[1-5]\s?km)$/
const scaleOf = (page: Page) => page.locator('#explore-map .maplibregl-ctrl-scale')

async function searchFor(page: Page, place: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search for a place' })
  await search.fill(place)
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(place))
}

test('a map that loads slowly says so, and a place that is chosen meanwhile is where it goes', {
  tag: '@thorough',
}, async ({ page }) => {
  test.slow()
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/tiles\/\d+\//, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/explore')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const world = page.waitForRequest(/\/tiles\/\d+\//)
  await page.keyboard.press('Tab')
  await world
  await expect(page.getByText('Loading the map…')).toBeVisible()
  await searchFor(page, 'Florence')
  release()
  await expect(page.locator('#explore-map [data-ready=true]')).toBeVisible()
  await expect(page.getByText('Loading the map…')).toBeHidden()
  await expect(scaleOf(page)).toHaveText(townScale)
})

test.describe('on a phone, with motion', () => {
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'no-preference' } })

  test('the map goes to the place that was searched for while the sheet rises', { tag: '@thorough' }, async ({
    page,
  }) => {
    test.slow()
    await page.goto('/explore')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await expect(page.locator('#explore-map [data-ready=true]')).toBeVisible()
    await searchFor(page, 'Florence')
    await expect(scaleOf(page)).toHaveText(townScale)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sheet is away while a circle is drawn, and afterwards the circle is in sight above it', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.goto('/explore?at=43.7735,11.2565,13')
    const map = page.locator('#explore-map')
    const sheet = page.getByRole('region', { name: 'Search' })
    await expect(map.locator('[data-ready=true]')).toBeVisible()
    await map.getByRole('button', { name: 'Draw a circle' }).click()
    await expect(sheet).toBeHidden()
    const panel = (await page.getByRole('group', { name: 'Drawing' }).boundingBox())!
    const [x, y, radius] = [195, 480, 120]
    // The panel is below the circle.
    expect(panel.y).toBeGreaterThan(y + radius)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + radius, y)
    await page.mouse.up()
    await expect(sheet).toBeVisible()
    // The circle is looked at: its centre is that of the map above the sheet.
    const drawn = await page.waitForURL(/[?&]circle=/).then(() => new URL(page.url()).searchParams)
    const [latitude, longitude] = drawn.get('circle')!.split(',').map(Number)
    await expect
      .poll(() => (new URL(page.url()).searchParams.get('at') ?? '').split(',').map(Number))
      .toEqual([expect.closeTo(latitude!, 3), expect.closeTo(longitude!, 3), expect.anything()])
  })
})

test('towns of one name are told apart', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('combobox', { name: 'Search for a place' }).fill('Paris')
  const american = page.getByRole('option', { name: /^Paris.*United States$/ })
  await expect(american.first()).toBeVisible()
  const names = await american.allTextContents()
  expect(names.length).toBeGreaterThan(1)
  expect(new Set(names).size).toBe(names.length)
})

test('the world view shows where there are captures, on the map and in words', async ({ page }) => {
  const look = async () => {
    await page.goto('/explore')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    const map = page.locator('#explore-map')
    await expect(map.locator('[data-ready=true]')).toBeVisible()
    return map.locator('canvas')
  }
  await page.route('**/api/coverage?*', (route) => route.fulfill({ json: { precision: 4, cells: [] } }))
  const dark = await (await look()).screenshot()
  await expect(page.getByText('No captures in this part of the map yet.')).toBeVisible()
  await page.unroute('**/api/coverage?*')
  const lit = await look()
  await expect.poll(async () => (await lit.screenshot()).equals(dark)).toBe(false)
  await expect(page.getByText('Captures exist here')).toBeVisible()
  const list = page.getByRole('region', { name: 'Areas with captures on this map' }).getByRole('button')
  const entry = list.filter({ hasText: /^Area with .+ × \d+ km$/ }).first()
  const name = (await entry.innerText()).split('\n')[0]!
  await entry.click()
  await expect(list.and(page.locator('[aria-current=true]'))).toContainText(name)
  await expect(page).toHaveURL(/at=/)
  await expect(page.getByText('Areas with captures', { exact: true })).toBeVisible()
  // All of the square is shown, of which a search is only a part.
  await expect(page.getByText('Zoom in to search a part of this area')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
  await lit.focus()
  await page.keyboard.press('+')
  await expect(page.getByText('Zoom in to search a part of this area')).toHaveCount(0)
  await page.keyboard.press('+')
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect(page.locator('[data-area=true]')).toBeVisible()
})

test('a key that is pressed before the scripts of the page run loads the map once they do', {
  tag: '@thorough',
}, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/explore', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  release()
  await expect(page.locator('#explore-map [data-ready=true]')).toBeVisible()
})

test('around the cathedral of Florence streets and buildings are drawn, and nobody but us is asked', {
  tag: '@thorough',
}, async ({ page, baseURL }) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http')) asked.add(origin)
  })
  const look = async () => {
    await page.goto('/explore?at=43.7731,11.2558,15')
    const map = page.locator('#explore-map')
    await expect(map.locator('[data-ready=true]')).toBeVisible()
    await expect(map).toContainText('© OpenStreetMap')
    await expect(map).toContainText('Protomaps')
    return map.locator('canvas')
  }
  const tiles = /\/tiles\/streets\/\d+\//
  await page.route(tiles, (route) => route.fulfill({ status: 204 }))
  const bare = await (await look()).screenshot()
  await page.unroute(tiles)
  const tile = page.waitForResponse(/\/tiles\/streets\/14\/8704\/5971$/)
  const canvas = await look()
  expect((await tile).headers()).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=604800, stale-while-revalidate=604800',
  })
  // Land of one colour takes far fewer bytes than streets and houses.
  await expect.poll(async () => (await canvas.screenshot()).length).toBeGreaterThan(3 * bare.length)
  expect([...asked]).toEqual([new URL(baseURL!).origin])
})

test('where the archive has no streets the map says so, and credits nobody for them', async ({ page }) => {
  await page.goto('/explore?circle=52.519,13.400,500')
  const map = page.locator('#explore-map')
  await expect(map.locator('[data-ready=true]')).toBeVisible()
  await expect(map.getByText('No street map here.')).toBeVisible()
  await expect(map).toContainText('Natural Earth')
  await expect(map).not.toContainText('OpenStreetMap')
})

test('a new attestation is told without a reload, as coarsely as anyone may know', async ({ page }) => {
  let isNew = false
  await page.route('**/api/trees?*', async (route) => {
    const answer = await route.fetch()
    const { trees, next_cursor } = await answer.json()
    const added = { ...trees[0], tree_id: trees[0].tree_id + 1, leaf_count: 1 }
    await route.fulfill({ json: { trees: isNew ? [added, ...trees] : trees, next_cursor } })
  })
  await page.route('**/api/coverage', async (route) => {
    const { precision, cells } = await (await route.fetch()).json()
    await route.fulfill({ json: { precision, cells: isNew ? [...cells, 'u6xw'] : cells } })
  })
  await page.goto('/explore')
  const line = page.getByRole('status').filter({ hasText: ' added ' })
  await expect(line).toContainText(/^Newest: /)
  isNew = true
  // Simulates that the reader returns to the page; otherwise it checks every few seconds. The first time may be before its scripts run.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(line).toContainText(/^New: .+, a record added /)
  }).toPass()
})

test.describe('a service that is busy for a moment', () => {
  test.use({ allowedErrors: /503 \(Service Unavailable\)/ })

  test('the places with captures are asked for again, and the message goes away', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.route('**/api/coverage?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    await page.goto('/explore')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const problem = page.locator('#explore-map').getByText('could not be loaded. Trying again.')
    await expect(problem).toBeVisible()
    await expect(problem).toBeHidden()
  })
})

test('the points of the still picture lie at their towns in a low window too', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/explore')
  // The world is a square, of which the window shows a part.
  const world = await page.locator('.still-lights').boundingBox()
  expect(world!.width).toBeCloseTo(world!.height, 0)
})
