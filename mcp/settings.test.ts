import { describe, expect, test } from 'vitest'
import { describeSettings, readSettings } from './settings.ts'

const defaults = { url: undefined, userHome: '/home/agent' }
const url = 'https://cairn.example'
const key = `0x${'ab'.repeat(32)}`

describe('the settings', () => {
  test('keep an agent to small sums, and from bounties, unless its owner says otherwise', () => {
    expect(readSettings({ CAIRN_URL: `${url}/` }, defaults)).toEqual({
      url,
      key: undefined,
      caps: { callAtomic: 50_000n, bountyAtomic: 0n, sessionAtomic: 1_000_000n, dayAtomic: 5_000_000n },
      networks: ['eip155:8453', 'eip155:5042'],
      assets: expect.arrayContaining([
        'eip155:8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        'eip155:5042/0x3600000000000000000000000000000000000000',
      ]),
      payees: undefined,
      confirmBounties: true,
      home: '/home/agent/.cairn',
    })
  })

  test('that allow a bounty leave room for one', () => {
    const { caps } = readSettings({ CAIRN_URL: url, CAIRN_MAX_PER_BOUNTY: '100' }, defaults)
    expect(caps).toMatchObject({ sessionAtomic: 101_000_000n, dayAtomic: 105_000_000n })
  })

  test('are refused with all problems at once, and never with the key', () => {
    const wrong = {
      CAIRN_URL: 'http://cairn.example',
      CAIRN_WALLET_KEY: 'a secret that is no key',
      CAIRN_MAX_PER_CALL: '1e-3',
      CAIRN_NETWORKS: 'base',
      CAIRN_ASSETS: '0x36',
      CAIRN_PAYEES: 'me',
      CAIRN_CONFIRM_BOUNTIES: 'no',
    }
    const read = () => readSettings(wrong, defaults)
    for (const name of Object.keys(wrong)) expect(read).toThrow(`${name}: must be`)
    expect(read).not.toThrow('a secret')
  })

  test('are refused if a name is unknown, since a misspelt cap would be no cap', () => {
    const read = (name: string) => () => readSettings({ CAIRN_URL: url, [name]: '1' }, defaults)
    for (const [name, meant] of [
      ['CAIRN_MAX_PER_SESION', 'CAIRN_MAX_PER_SESSION'],
      ['CAIRN_MAX_PER_DAYS', 'CAIRN_MAX_PER_DAY'],
      ['CAIRN_NETWORK', 'CAIRN_NETWORKS'],
      ['cairn_max_per_call', 'CAIRN_MAX_PER_CALL'],
    ] as const)
      expect(read(name)).toThrow(`${name}: there is no such setting; did you mean ${meant}?`)
    expect(read('CAIRN_COLOUR')).toThrow(/^CAIRN_COLOUR: there is no such setting$/)
    for (const other of ['CAIRN_MODE', 'CAIRN_API_KEY', 'CAIRN_HOME', 'PATH', 'CAIRNS'])
      expect(read(other)).not.toThrow()
  })

  test('need an address unless the package was built for one', () => {
    expect(() => readSettings({}, defaults)).toThrow('CAIRN_URL is required')
    expect(readSettings({}, { ...defaults, url }).url).toBe(url)
  })

  test('take plain http on this machine only, and the origin alone', () => {
    const read = (address: string) => () => readSettings({ CAIRN_URL: address }, defaults)
    expect(read('http://127.0.0.1:3000')().url).toBe('http://127.0.0.1:3000')
    expect(read('http://localhost:3000')().url).toBe('http://localhost:3000')
    for (const address of ['http://10.0.0.1', 'ftp://localhost', `${url}/api`, 'https://a@b.example'])
      expect(read(address), address).toThrow('CAIRN_URL: must be')
  })

  test('are told without the key', () => {
    const settings = readSettings({ CAIRN_URL: url, CAIRN_WALLET_KEY: key }, defaults)
    expect(describeSettings(settings, '0xpayer')).toContain('0.05 a call')
    expect(describeSettings(settings, '0xpayer')).not.toContain('abab')
    expect(describeSettings(settings, undefined)).toContain('read-only')
  })
})
