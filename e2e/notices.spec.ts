import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { openTestBrowser, startPushService } from '../testing/push-receiver.ts'
import { until } from '../testing/until.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const sentence = 'A poster declined your film and asks for another take.'

let bounty: PostedBounty
test.beforeAll(async () => {
  bounty = await postBounty(networks[0]!, 'The gate of the old barracks')
})
test.afterAll(() => endBounty(bounty))

/** A film of the demo contributor, by a process of its own. @returns its submission's id */
function handInPlain(): string {
  const script = join(import.meta.dirname, 'submit.ts')
  const args = ['--conditions=react-server', script, bounty.bounty_id, facts.wallets.contributor.address]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}

async function decline(submissionId: string, body: Record<string, unknown>): Promise<void> {
  const path = `/api/v1/bounties/${bounty.bounty_id}/submissions/${submissionId}/decline`
  const answer = await fetch(facts.base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test.describe('a contributor with a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, allowedErrors: /net::ERR_/ })

  test('turns on notifications; a decline reaches the push service encrypted and is shown; signing out ends them', {
    tag: '@thorough',
  }, async ({ page, context }) => {
    test.setTimeout(120_000)
    const [service, browser] = [await startPushService(), openTestBrowser()]
    await context.grantPermissions(['notifications'])
    // The browser’s own push service is on the internet: only what it would answer is replaced.
    await page.addInitScript(replacePushManager, {
      endpoint: `${service.url}/send/${Date.now()}`,
      keys: browser.keys,
    })
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await expect(page.getByText('This device shows a notification')).toBeVisible()
    await assertNothingInTheWay(page)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Turn off notifications here' })).toBeVisible()

    const submissionId = handInPlain()
    await decline(submissionId, { reason: 'incomplete', text: 'The left half is missing.' })
    await until(() => service.received.length === 1, { what: 'the push service is called' })
    const plain = browser.decrypt(service.received[0]!.body)
    expect(JSON.parse(plain)).toEqual({
      text: sentence,
      path: '/board/submissions',
      tag: expect.stringMatching(/^notice-\d+$/),
    })

    // What the push service would hand to the browser.
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/board'))
        if (own) resolve(own.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    await devtools.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: facts.base_url, registrationId, data: plain },
    })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ body, data }) => [body, data.path])
      })
    await expect.poll(shown).toEqual([[sentence, '/board/submissions']])

    // Without a connection there is a page that says so, and it is all that is stored.
    await context.setOffline(true)
    await page.goto('/board')
    await expect(page.getByRole('heading', { name: 'There is no connection' })).toBeVisible()
    await context.setOffline(false)
    await page.goto('/board/submissions')
    const stored = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(stored).toEqual(['/offline.html'])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with the demo wallet' })).toBeVisible()
    await decline(submissionId, { reason: 'none' })
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(page.getByRole('button', { name: 'Notify me on this device' })).toBeVisible()
    expect(service.received).toHaveLength(1)
    await service.close()
  })

  test('gets a feed address, reads a decline with it, and revokes it', { tag: '@thorough' }, async ({
    page,
  }) => {
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await page.getByRole('button', { name: /^Make a (feed|new) address$/ }).click()
    const address = page.locator('code', { hasText: '/board/notices/' })
    const url = (await address.textContent())!
    await assertNothingInTheWay(page)
    await decline(handInPlain(), { reason: 'blurred', text: 'Hold it still, please.' })
    const feed = await (await fetch(url)).text()
    expect(feed).toContain(sentence)
    expect(feed).toContain('Hold it still, please.')
    await page.getByRole('button', { name: 'Remove the feed' }).click()
    await expect(address).toBeHidden()
    expect((await fetch(url)).status).toBe(404)
  })

  test('is told so when the browser has no push service to reach', { tag: '@thorough' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications'])
    await page.addInitScript(() => {
      PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no service', 'AbortError'))
    })
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await expect(
      page.getByText('Your browser could not reach its push service. Try again later.'),
    ).toBeVisible()
  })
})

type Described = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Runs in the page: a push manager whose subscription, once made, outlives a reload as a real one does. */
function replacePushManager({ endpoint, keys }: Described): void {
  const place = 'journey.push-key'
  const subscription = () => {
    const key = localStorage.getItem(place)
    if (key === null) return null
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    return {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(place)
        return true
      },
    } as unknown as PushSubscription
  }
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(place, String(options?.applicationServerKey))
    return subscription()!
  }
  PushManager.prototype.getSubscription = async () => subscription()
}
