import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendWebhook } from '#lib/adapters/send-webhook'
import { isPublicAddress, lookUpPublic } from '#lib/adapters/webhook-address'

test('no address of this machine, its neighbours or nobody is one of the open internet', () => {
  for (const address of [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', ''],
    ...['::7f00:1', '::a9fe:a9fe', 'fec0::1', '::ffff:0:127.0.0.1', '4000::1'],
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('no private range lets one address through', () => {
  const last = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.constantFrom('10.1', '127.0', '192.168', '169.254', '172.31'), last, last, (net, a, b) => {
      expect(isPublicAddress(`${net}.${a}.${b}`)).toBe(false)
      expect(isPublicAddress(`::ffff:${net}.${a}.${b}`)).toBe(false)
    }),
  )
})

test('a name that leads to this machine is not connected to', async () => {
  const error = await new Promise<Error | null>((done) => lookUpPublic('localhost', {}, done))
  expect(error).toMatchObject({ code: 'EFORBIDDENADDRESS' })
})

test.each([
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://[::127.0.0.1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://localhost/x',
  'http://example.com/x',
])('nothing is posted to %s', async (url) => {
  const sent = sendWebhook({ url, headers: {}, body: '{}', mayBeLocal: false })
  await expect(sent).rejects.toMatchObject({ code: 'EFORBIDDENADDRESS' })
})
