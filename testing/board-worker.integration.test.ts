// @module-tag thorough

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Worker } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptPush } from '#lib/adapters/encrypt-push'
import { readPushKey } from '#lib/adapters/push-key'
import { type NoticeKind, noticeKinds, noticeSentence, pushMessage } from '#lib/domain/notice'
import { testPushKey } from '#testing/paid-service'
import { openTestBrowser } from '#testing/push-receiver'
import { until } from '#testing/until'
import { findBrowser } from '../e2e/find-browser.ts'

// The service worker of the contributor's pages in a real browser. Push services of browsers cannot be reached from a test: Chromium delivers
// the plaintext of a message as if one had sent it. The Chromium of the tests has no notifications, and only a real click may open a
// window: so what the worker wants to show, and to open, is noted.

let server: Server
let browser: Browser
let origin: string
let worker: Worker
let deliver: (data: string) => Promise<void>
beforeAll(async () => {
  const script = readFileSync(join(import.meta.dirname, '../public/board-worker.js'))
  server = createServer((request, response) => {
    const isScript = request.url === '/board-worker.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><title>Board</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch(await findBrowser())
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/board`)
  const session = await context.newCDPSession(page)
  const registered = registrationOf(session)
  ;[worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(async () => {
      await navigator.serviceWorker.register('/board-worker.js', { scope: '/board' })
      await navigator.serviceWorker.ready
    }),
  ])
  await noteWishes(worker)
  const registrationId = await registered
  deliver = async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

/** The plaintext that a browser reads from the message which the service sends it. */
function sentMessage(kind: NoticeKind): string {
  const receiver = openTestBrowser()
  const [p256dh, auth] = [receiver.keys.p256dh, receiver.keys.auth].map((key) =>
    Buffer.from(key, 'base64url'),
  )
  const { body } = encryptPush({
    subscription: { endpoint: 'https://push.example/send/1', p256dh: p256dh!, auth: auth! },
    message: pushMessage({ noticeId: '7', kind }),
    key: readPushKey(testPushKey)!,
    contact: 'mailto:a@b.example',
  })
  return receiver.decrypt(body)
}

test.each(noticeKinds)(
  'a push of the service is a notification with its sentence, and a click opens the page it names: %s',
  async (kind) => {
    const path = kind === 'paid' ? '/board/earnings' : '/board/submissions'
    await deliver(sentMessage(kind))
    const shown = await until(async () => (await wishesOf(worker)).shown[0], {
      what: 'the worker shows a notification',
    })
    expect(shown).toEqual({
      title: 'Cairn',
      body: noticeSentence[kind],
      tag: 'notice-7',
      icon: '/icon-192.png',
      data: { path },
    })
    await click(worker)
    expect((await wishesOf(worker)).opened).toEqual([origin + path])
    await noteWishes(worker)
  },
  60_000,
)

/** The id of the service worker, once it is registered. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one && !one.isDeleted) resolve(one.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  return found
}

type Wishes = { shown: Record<string, unknown>[]; opened: string[] }
type Scope = {
  wishes: Wishes
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<null>; matchAll: () => Promise<[]> }
  ExtendableEvent: new (type: string) => Event
  dispatchEvent: (event: Event) => boolean
}

/** From now on the worker notes the notifications that it shows and the windows that it opens. */
async function noteWishes(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.wishes = { shown: [], opened: [] }
    scope.registration.showNotification = async (title, options) => {
      scope.wishes.shown.push({ title, ...options })
    }
    scope.clients.openWindow = async (url) => {
      scope.wishes.opened.push(url)
      return null
    }
    scope.clients.matchAll = async () => []
  })
}

function wishesOf(worker: Worker): Promise<Wishes> {
  return worker.evaluate(() => (globalThis as unknown as Scope).wishes)
}

/** A click on the last notification. */
async function click(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as Scope
    const work: Promise<unknown>[] = []
    const event = Object.defineProperties(new scope.ExtendableEvent('notificationclick'), {
      notification: { value: { close: () => {}, ...scope.wishes.shown.at(-1) } },
      // The browser's own accepts only its own events.
      waitUntil: { value: (one: Promise<unknown>) => work.push(one) },
    })
    scope.dispatchEvent(event)
    await Promise.all(work)
  })
}
