import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendWebhook } from '#lib/adapters/send-webhook'
import { createPublicLookup, isPublicAddress } from '#lib/adapters/webhook-address'
import { startDnsServer } from '#testing/dns-server'

test('local, private and reserved addresses are not public', () => {
  for (const address of [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', ''],
    ...['::7f00:1', '::a9fe:a9fe', 'fec0::1', '::ffff:0:127.0.0.1', '4000::1'],
    // Internal services of clouds: Azure, IBM, Alibaba, Oracle, AWS over IPv6.
    ...['168.63.129.16', '::ffff:168.63.129.16', '161.26.0.10', '166.9.12.1', '166.11.255.255'],
    ...['100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '168.63.129.17',
    '166.12.0.1',
  ])
    expect(isPublicAddress(address), address).toBe(true)
})

test('no address of a private range is public', () => {
  const last = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.constantFrom('10.1', '127.0', '192.168', '169.254', '172.31'), last, last, (net, a, b) => {
      expect(isPublicAddress(`${net}.${a}.${b}`)).toBe(false)
      expect(isPublicAddress(`::ffff:${net}.${a}.${b}`)).toBe(false)
    }),
  )
})

const ask = (hostname: string, servers: string[]) =>
  new Promise((done) => {
    createPublicLookup({ servers })(hostname, { all: true }, (error, found) => done(error ?? found))
  })

test('a name is connected to only if all of its addresses are public', async () => {
  const dns = await startDnsServer({
    'good.example': ['93.184.215.14', '8.8.8.8'],
    'mixed.example': ['93.184.215.14', '10.0.0.1'],
    'loopback.example': ['127.0.0.1'],
    'metadata.example': ['168.63.129.16'],
    'empty.example': [],
  })
  const look = (name: string) => ask(name, [dns.address])
  expect(await look('good.example')).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ])
  for (const name of ['mixed.example', 'loopback.example', 'metadata.example', 'localhost', 'x.LOCALHOST.'])
    expect(await look(name), name).toMatchObject({ code: 'EFORBIDDENADDRESS' })
  expect(await look('empty.example')).toMatchObject({ code: 'ENOTFOUND' })
  dns.close()
})

test('unresponsive name servers do not delay other lookups', async () => {
  const dns = await startDnsServer({ 'good.example': ['8.8.8.8'] })
  let silent = 40
  const asked = Array.from({ length: silent }, (_, index) =>
    ask(`silent${index}.example`, [dns.address]).finally(() => (silent -= 1)),
  )
  expect(await ask('good.example', [dns.address])).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(silent).toBe(40)
  dns.close()
  for (const found of await Promise.all(asked)) expect(found).toMatchObject({ code: 'ENOTFOUND' })
})

test.each([
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://[::127.0.0.1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://localhost/x',
  'http://example.com/x',
])('refuses to post to %s', async (url) => {
  const sent = sendWebhook({ url, headers: {}, body: '{}', mayBeLocal: false })
  await expect(sent).rejects.toMatchObject({ code: 'EFORBIDDENADDRESS' })
})
