import { parseJson } from '#lib/domain/text/json'
import { callApi } from './call-api.ts'
import { createKeptValue } from './kept-value.ts'

// Notifications of this browser.

const script = '/board-worker.js'
const scope = '/board'

/**
 * The state of push notices of a wallet in this browser. `unsupported`: it cannot get them, or only after the page was added to the home
 * screen. `denied`: the user refused the permission, which only the browser's settings can change.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

type Contributor = { address: string; publicKey: string }

/** The wallet whose notices this browser gets. A browser has one subscription for all wallets that sign in there. */
const mark = createKeptValue({
  place: 'cairn.notified',
  parse: (text): string | undefined => {
    const stored = parseJson(text ?? '')
    return stored === undefined ? undefined : String(stored)
  },
})

/** Registers the service worker of the contributor's pages, which shows notifications, and a page while there is no connection. */
export async function registerWorker(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register(script, { scope })
}

/**
 * The state of this browser. A subscription of the same wallet is sent to the service again: it then belongs to the current session, and
 * signing out ends it. A subscription of another wallet, or for another key of the service, is ended.
 */
export async function readPush({ address, publicKey }: Contributor): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await findSubscription()
  if (!subscription) return 'off'
  if (mark.read() !== address || !isFor(subscription, publicKey)) {
    await endPush()
    return 'off'
  }
  await send(subscription)
  return 'on'
}

/** Asks for the permission, if it was not given, and subscribes. @throws Error with a text for people */
export async function startPush({ address, publicKey }: Contributor): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off'
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new Error('Your browser could not reach its push service. Try again later.', { cause })
    })
  try {
    await send(subscription)
    mark.write(address)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/**
 * Ends the notifications in this browser, for any wallet. The push service then refuses further messages, and the service
 * deletes the subscription when it learns of that: the request to delete it at once may fail.
 */
export async function endPush(): Promise<void> {
  const subscription = isSupported() ? await findSubscription() : undefined
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  mark.write(undefined)
  const path = '/api/board/push-subscriptions/remove'
  await callApi({ path, method: 'POST', body: { endpoint }, schema: undefined }).catch(() => {})
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (!key) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

async function send(subscription: PushSubscription): Promise<void> {
  const path = '/api/board/push-subscriptions'
  await callApi({ path, method: 'POST', body: subscription.toJSON(), schema: undefined })
}
