import { expect, test } from 'vitest'
import { encryptPush } from '#lib/adapters/encrypt-push'
import { readPushKey } from '#lib/adapters/push-key'
import { testPushKey } from '#testing/paid-service'
import { openTestBrowser, readVapid } from '#testing/push-receiver'

const key = readPushKey(testPushKey)!
const endpoint = 'https://push.example:8443/send/abc?d=1'
const encryptFor = (browser: ReturnType<typeof openTestBrowser>, message: object) => {
  const p256dh = Buffer.from(browser.keys.p256dh, 'base64url')
  const auth = Buffer.from(browser.keys.auth, 'base64url')
  return encryptPush({
    subscription: { endpoint, p256dh, auth },
    message,
    key,
    contact: 'mailto:a@b.example',
  })
}

test('a message is read by the browser it is for, and by no other', () => {
  const browser = openTestBrowser()
  const { body, headers } = encryptFor(browser, { text: 'Grüße', path: '/board' })
  expect(JSON.parse(browser.decrypt(body))).toEqual({ text: 'Grüße', path: '/board' })
  expect(Buffer.from(body).includes('/board')).toBe(false)
  expect(() => openTestBrowser().decrypt(body)).toThrow()
  const altered = Buffer.from(body)
  altered[altered.length - 20]! ^= 1
  expect(() => browser.decrypt(altered)).toThrow()
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
})

test('the same message is encrypted to other bytes each time', () => {
  const browser = openTestBrowser()
  const [one, two] = [encryptFor(browser, { a: 1 }), encryptFor(browser, { a: 1 })]
  expect(Buffer.from(one.body).equals(two.body)).toBe(false)
})

test('the request is signed by our key for the origin of the push service, and for at most a day', () => {
  const { headers } = encryptFor(openTestBrowser(), {})
  const { claims, publicKey } = readVapid(headers.authorization!)
  expect(publicKey).toBe(key.publicKey)
  expect(claims).toEqual({
    aud: 'https://push.example:8443',
    sub: 'mailto:a@b.example',
    exp: expect.any(Number),
  })
  const day = 24 * 3_600
  expect(claims.exp as number).toBeLessThanOrEqual(Date.now() / 1_000 + day)
})
