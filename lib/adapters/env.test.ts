import fc from 'fast-check'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { demoKey } from '#lib/adapters/demo-keys'
import { EnvError, parseEnv } from '#lib/adapters/env'

const relayer = '0x8f2a559490cc21a83bd3ba4e0f1a3f8f8b0c7d5e6a49382716054f3e2d1c0ba9'
const anchor = '0x1d9c04e7b62f8a35e0c4719fd8236ba50f7e913c4a8d2b6605c3e8f7192d4ba6'
/** A key in AWS KMS, and its account. */
const kmsAddress = '0x9aF3b1C2D4e5F60718293a4b5C6d7E8f90123456'
const kmsArn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'

const complete = {
  DATABASE_URL: 'postgres://cairn@localhost/cairn',
  BASE_URL: 'https://cairn.example/',
  SECRET_KEY: '4e1b7c0a9d2f8356ab41ce70d95f2836',
  CRON_SECRET: 'b83f06d2c7594ae1f20d68b5937ac41e',
  RPC_URLS_8453: 'https://one.example, https://two.example',
  RPC_URLS_5042: 'https://arc.example',
  PAY_TO_8453: `0x${'11'.repeat(20)}`,
  PAY_TO_5042: `0x${'22'.repeat(20)}`,
  RELAYER_KEY: relayer,
  ESCROW_ADDRESS_8453: `0x${'44'.repeat(20)}`,
  ESCROW_ADDRESS_5042: `0x${'55'.repeat(20)}`,
  TREASURY_ADDRESS: `0x${'66'.repeat(20)}`,
  MEDIA_DIR: 'media',
}

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    parseEnv(variables)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).problems
  }
}

describe('the settings', () => {
  test('use production mode by default', () => {
    expect(parseEnv(complete).mode).toBe('production')
    expect(parseEnv({ ...complete, CAIRN_MODE: 'sandbox' }).mode).toBe('sandbox')
  })

  test('have limits per wallet that allow at least one upload of the maximum size', () => {
    expect(parseEnv({ ...complete, UPLOAD_MAX_BYTES: '1000000' }).walletLimits).toEqual({
      filmsPerBounty: 5,
      bytesPerDay: 5_000_000,
      cpuSecondsPerDay: 3_600,
      failedPaymentsPerDay: 100,
      signInsPerDay: 100,
    })
    const bytes = (perDay: string) => ({
      ...complete,
      UPLOAD_MAX_BYTES: '1000000',
      WALLET_BYTES_PER_DAY: perDay,
    })
    expect(parseEnv(bytes('0')).walletLimits.bytesPerDay).toBe(0)
    expect(parseEnv(bytes('1000000')).walletLimits.bytesPerDay).toBe(1_000_000)
    expect(problemsOf(bytes('999999'))).toEqual([expect.stringMatching(/^WALLET_BYTES_PER_DAY: is less/)])
  })

  test('have the addresses, names and prices of the specification by default', () => {
    const env = parseEnv(complete)
    expect(env.baseUrl).toBe('https://cairn.example')
    expect(env.prices).toEqual({})
    expect(env.networks.map(({ id, usdc, rpcUrls }) => ({ id, usdc, rpcUrls }))).toEqual([
      {
        id: 'eip155:8453',
        usdc: {
          address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          domainName: 'USD Coin',
          domainVersion: '2',
        },
        rpcUrls: ['https://one.example', 'https://two.example'],
      },
      {
        id: 'eip155:5042',
        usdc: {
          address: '0x3600000000000000000000000000000000000000',
          domainName: 'USDC',
          domainVersion: '2',
        },
        rpcUrls: ['https://arc.example'],
      },
    ])
  })

  test.each([
    'DATABASE_URL',
    'BASE_URL',
    'SECRET_KEY',
    'RPC_URLS_8453',
    'PAY_TO_5042',
    'RELAYER_KEY',
    'TREASURY_ADDRESS',
    'ESCROW_ADDRESS_8453',
    'ESCROW_ADDRESS_5042',
  ])('without %s are refused with its name', (name) => {
    expect(problemsOf({ ...complete, [name]: undefined }).join('\n')).toContain(name)
    expect(problemsOf({ ...complete, [name]: '' }).join('\n')).toContain(name)
  })

  test('require no relayer key with a remote facilitator', () => {
    const env = parseEnv({
      ...complete,
      RELAYER_KEY: undefined,
      FACILITATOR_URL: 'https://facilitator.example',
    })
    expect(env.facilitatorUrl).toBe('https://facilitator.example')
  })

  test('of one network do not require those of the other', () => {
    const env = parseEnv({
      ...complete,
      NETWORKS: 'eip155:8453',
      RPC_URLS_5042: undefined,
      PAY_TO_5042: undefined,
    })
    expect(env.networks.map(({ id }) => id)).toEqual(['eip155:8453'])
    expect(problemsOf({ ...complete, NETWORKS: 'eip155:1' })).toEqual([
      expect.stringMatching(/^NETWORKS: eip155:1 is not one of eip155:8453, eip155:5042/),
    ])
  })

  test('name any number of replicas and shards, whose URLs never appear in an error', () => {
    const urls = ['postgres://a:p%2Cq@one/cairn', 'postgresql://two/cairn']
    expect(parseEnv(complete).observationsReplicaUrls).toEqual([])
    expect(
      parseEnv({ ...complete, OBSERVATIONS_REPLICA_URLS: urls.join(', ') }).observationsReplicaUrls,
    ).toEqual(urls)
    expect(problemsOf({ ...complete, OBSERVATIONS_REPLICA_URLS: `${urls[0]},http://b:secret@two` })).toEqual([
      'OBSERVATIONS_REPLICA_URLS: must be URLs that start with postgres://, separated by commas',
    ])
    expect(parseEnv({ ...complete, OBSERVATIONS_SHARD_URLS: urls.join(', ') }).observationsShardUrls).toEqual(
      urls,
    )
  })

  test('never appear with their value in an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('SECRET_KEY', 'CRON_SECRET', 'RELAYER_KEY', 'ANCHOR_KEY'),
        fc.stringMatching(/^[a-z]{8,20}$/),
        (name, value) => {
          const problems = problemsOf({ ...complete, [name]: value }).join('\n')
          expect(problems).toContain(name)
          expect(problems).not.toContain(value)
        },
      ),
    )
  })

  test('include demo keys that anyone can compute, different for each role', () => {
    expect(demoKey('agent')).toMatch(/^0x[0-9a-f]{64}$/)
    expect(demoKey('agent')).not.toBe(demoKey('relayer'))
  })

  test('that are invalid or missing are all reported at once', () => {
    const required = [
      ...['BASE_URL', 'DATABASE_URL', 'ESCROW_ADDRESS_5042', 'ESCROW_ADDRESS_8453', 'MEDIA_DIR'],
      ...['PAY_TO_5042', 'PAY_TO_8453', 'RELAYER_KEY', 'RPC_URLS_5042', 'RPC_URLS_8453', 'SECRET_KEY'],
      'TREASURY_ADDRESS',
    ]
    expect(namesOf(problemsOf({}))).toEqual(required)
    const { SECRET_KEY: _, PAY_TO_5042: __, ...incomplete } = complete
    const wrong = {
      BASE_URL: 'http://cairn.example',
      FINALITY_8453: 'soon',
      RELAYER_KEY: demoKey('relayer'),
      S3_BUCKET: 'films',
      TREASURY_ADDRESS: complete.PAY_TO_8453,
      TRUSTED_PROXIES: '0.0.0.0/0',
      BOUNTY_MIN_USDC: '9000',
    }
    expect(namesOf(problemsOf({ ...incomplete, ...wrong }))).toEqual(
      [
        ...['BASE_URL', 'BOUNTY_MIN_USDC', 'FINALITY_8453', 'PAY_TO_5042', 'RELAYER_KEY', 'S3_ACCESS_KEY_ID'],
        ...['S3_SECRET_ACCESS_KEY', 'SECRET_KEY', 'TREASURY_ADDRESS', 'TRUSTED_PROXIES'],
      ].sort(),
    )
  })

  test('name the street archive as a file or, with a bucket, as an object', () => {
    expect(parseEnv({ ...complete, BASEMAP_PMTILES: '/maps/city.pmtiles' }).map.streets).toEqual({
      kind: 'file',
      path: '/maps/city.pmtiles',
    })
    expect(problemsOf({ ...complete, BASEMAP_PMTILES: 's3:maps/city.pmtiles' })).toEqual([
      'BASEMAP_PMTILES: names an object in S3, so S3_BUCKET is required',
    ])
  })

  test('of a command that does not settle payments may lack the relayer key', () => {
    const { RELAYER_KEY: _, ...rest } = complete
    expect(parseEnv(rest, { relayer: false }).relayerKey).toBeUndefined()
  })

  test('accept a KMS key, as ARN and address, in any role', () => {
    const env = parseEnv({ ...complete, ANCHOR_KEY: `${kmsArn}@${kmsAddress}` })
    expect(env.anchorKey).toEqual({ arn: kmsArn, region: 'eu-central-1', address: kmsAddress })
    const alias = `arn:aws:kms:eu-central-1:111122223333:alias/anchor@${kmsAddress}`
    for (const key of [kmsArn, alias, `1234abcd@${kmsAddress}`, `0x${'00'.repeat(32)}`])
      expect(namesOf(problemsOf({ ...complete, ANCHOR_KEY: key }))).toEqual(['ANCHOR_KEY'])
  })

  test('accept retired keys as private key, KMS key or address', () => {
    const address = privateKeyToAddress(anchor)
    const given = `${anchor}, ${kmsArn}@${kmsAddress} ,${complete.PAY_TO_8453}`
    expect(parseEnv({ ...complete, RETIRED_KEYS: given }).retiredKeys).toEqual([
      { address, key: anchor },
      { address: kmsAddress, key: { arn: kmsArn, region: 'eu-central-1', address: kmsAddress } },
      { address: complete.PAY_TO_8453, key: undefined },
    ])
    expect(namesOf(problemsOf({ ...complete, RETIRED_KEYS: `${anchor},old` }))).toEqual(['RETIRED_KEYS'])
  })
})

test('who provides the service is optional, and its terms are an address of the web', () => {
  expect(parseEnv(complete).provider).toEqual({ name: undefined, address: undefined, termsUrl: undefined })
  const given = { PROVIDER_NAME: ' Cairn Ltd ', TERMS_URL: 'https://cairn.example/terms' }
  expect(parseEnv({ ...complete, ...given }).provider).toMatchObject({
    name: 'Cairn Ltd',
    termsUrl: 'https://cairn.example/terms',
  })
  expect(namesOf(problemsOf({ ...complete, TERMS_URL: 'javascript:alert(1)' }))).toEqual(['TERMS_URL'])
})

describe('the push key', () => {
  const pushKey = 'dimc7GGWgN4dnyy5OKgtekVqPyDCeJQkqpVH5jiKZbk'

  test('is optional, and brings its public key and a contact', () => {
    expect(parseEnv(complete).push).toBeUndefined()
    const publicKey =
      'BDDykqvMdaGFez8IzqqlpinpACC9CiC1r4BMTZdLXkynm8-WrhypmDIC-HRxzqB_MZRPvqtWANaNNZqQNBjBn5Q'
    const key = { privateKey: pushKey, publicKey }
    expect(parseEnv({ ...complete, PUSH_KEY: pushKey }).push).toEqual({
      key,
      contact: 'https://cairn.example',
    })
    const mail = { ...complete, PUSH_KEY: pushKey, CONTACT_EMAIL: 'api@cairn.example' }
    expect(parseEnv(mail).push).toEqual({ key, contact: 'mailto:api@cairn.example' })
    const local = { ...mail, CONTACT_EMAIL: '', CAIRN_MODE: 'sandbox', BASE_URL: 'http://localhost:3000' }
    expect(parseEnv(local).push?.contact).toMatch(/^mailto:/)
  })

  test.each(['A'.repeat(43), 'ab'.repeat(32), `0x${'12'.repeat(32)}`, pushKey.slice(1)])(
    'stops the start in every mode when it is %s',
    (value) => {
      for (const CAIRN_MODE of ['sandbox', 'production']) {
        const [problem, ...more] = problemsOf({ ...complete, CAIRN_MODE, PUSH_KEY: value })
        expect(more).toEqual([])
        expect(problem).toMatch(/^PUSH_KEY: must be a random private key of P-256/)
        expect(problem).not.toContain(value)
      }
    },
  )
})

describe('production refuses', () => {
  const refused = (changes: Record<string, string>) => {
    const sandbox = problemsOf({ ...complete, ...changes, CAIRN_MODE: 'sandbox' })
    expect(sandbox, 'a sandbox may').toEqual([])
    return problemsOf({ ...complete, ...changes })
  }

  test('no valid settings', () => {
    expect(problemsOf({ ...complete, ANCHOR_KEY: anchor, TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' })).toEqual(
      [],
    )
  })

  test.each(['SECRET_KEY', 'CRON_SECRET'])('a %s that can be guessed', (name) => {
    expect(refused({ [name]: 'x'.repeat(40) })).toEqual([
      `${name}: can be guessed; make one with: openssl rand -hex 32`,
    ])
  })

  test('one secret for two purposes', () => {
    expect(refused({ CRON_SECRET: complete.SECRET_KEY })).toEqual([
      'CRON_SECRET: is the same as SECRET_KEY; each needs a value of its own',
    ])
    expect(refused({ FACILITATOR_TOKEN: complete.CRON_SECRET })).toEqual([
      'FACILITATOR_TOKEN: is the same as CRON_SECRET; each needs a value of its own',
    ])
    const both = 'dimc7GGWgN4dnyy5OKgtekVqPyDCeJQkqpVH5jiKZbk'
    expect(refused({ SECRET_KEY: both, PUSH_KEY: both })).toEqual([
      'PUSH_KEY: is the same as SECRET_KEY; each needs a value of its own',
    ])
    expect(refused({ SECRET_KEY: relayer.slice(2) })).toEqual([
      'RELAYER_KEY: is the same as SECRET_KEY; each needs a value of its own',
    ])
  })

  test('one key in two roles, held here or in a key service', () => {
    expect(refused({ ANCHOR_KEY: relayer })).toContain(
      'ANCHOR_KEY: has the same account as RELAYER_KEY; each role needs a key of its own',
    )
    const inService = `${kmsArn}@${privateKeyToAddress(relayer)}`
    expect(refused({ OPERATOR_KEY: inService })).toEqual([
      'OPERATOR_KEY: has the same account as RELAYER_KEY; each role needs a key of its own',
    ])
    for (const name of ['TREASURY_ADDRESS', 'PAY_TO_5042', 'OPERATOR_WALLETS'])
      expect(refused({ [name]: privateKeyToAddress(relayer) })).toEqual([
        `RELAYER_KEY: has the same account as ${name}; each role needs a key of its own`,
      ])
    // TREASURY_ADDRESS is the address of TREASURY_KEY.
    const treasury = { TREASURY_KEY: anchor, TREASURY_ADDRESS: privateKeyToAddress(anchor) }
    expect(refused(treasury)).toEqual([])
  })

  test('a retired key that is in use', () => {
    expect(refused({ RETIRED_KEYS: relayer })).toEqual(['RETIRED_KEYS: lists RELAYER_KEY, which is in use'])
  })

  test('published keys and wallets', () => {
    const published = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const ofOne = `0x${'1'.padStart(64, '0')}`
    expect(refused({ ANCHOR_KEY: demoKey('operator') })).toEqual([
      'ANCHOR_KEY: is a demo key that anyone can compute; production needs a secret one',
    ])
    expect(refused({ ANCHOR_KEY: published })).toEqual([
      'ANCHOR_KEY: is a published key of a development tool; production needs a secret one',
    ])
    expect(refused({ ANCHOR_KEY: ofOne })).toEqual([
      'ANCHOR_KEY: can be guessed; make one with: openssl rand -hex 32',
    ])
    for (const name of ['PAY_TO_8453', 'TREASURY_ADDRESS', 'OPERATOR_WALLETS'])
      expect(namesOf(refused({ [name]: privateKeyToAddress(published) }))).toEqual([name])
  })

  test('a base URL without TLS', () => {
    expect(refused({ BASE_URL: 'http://cairn.example' })).toEqual([
      'BASE_URL: must begin with https:// in production',
    ])
  })

  test('a delay of deliveries that hides nothing', () => {
    expect(refused({ DELIVERY_DELAY_MAX_SECONDS: '3599' })).toEqual([
      'DELIVERY_DELAY_MAX_SECONDS: must be at least 3600 in production',
    ])
  })

  test.each([
    ['0.0.0.0/0'],
    ['::/0'],
    ['0.0.0.0/1,128.0.0.0/1'],
    ['::/1'],
    ['2000::/3'],
    ['::ffff:0:0/96'],
    ['10.0.0.0/8,255.255.255.255/0'],
  ])('a range of trusted proxies that is too wide: %s', (ranges) => {
    expect(namesOf(refused({ TRUSTED_PROXIES: ranges }))).toContain('TRUSTED_PROXIES')
  })

  test.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', '2606:4700::/32', '::ffff:10.0.0.0/104'])(
    'no valid range of trusted proxies: %s',
    (range) => {
      expect(refused({ TRUSTED_PROXIES: range })).toEqual([])
    },
  )
})

test.each([
  'javascript:alert(1)',
  'ftp://cairn.example',
  'https://cairn.example/api',
  'https://cairn.example/?a=1',
  'https://cairn.example/#top',
  'https://user:secret@cairn.example',
  'cairn.example',
])('a base URL must be an http or https origin, also in a sandbox: refuses %s', (url) => {
  for (const CAIRN_MODE of ['sandbox', 'production'])
    expect(namesOf(problemsOf({ ...complete, CAIRN_MODE, BASE_URL: url }))).toEqual(['BASE_URL'])
})

function namesOf(problems: readonly string[]): string[] {
  return [...new Set(problems.map((problem) => problem.split(':')[0]!))].sort()
}
