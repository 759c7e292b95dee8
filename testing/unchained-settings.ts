import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { revenue, testPushKey, treasury, unlimited } from '#testing/paid-service'

export const origin = 'http://cairn.test'

/** Settings whose chains cannot be reached, which proves that none is asked. */
export function unchainedSettings(databaseUrl: string): Record<string, string> {
  return {
    CAIRN_MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    BASE_URL: origin,
    SECRET_KEY: 'a secret of the tests, 32 characters and more',
    CRON_SECRET: 'another secret of the tests, 32 characters',
    PUSH_KEY: testPushKey,
    RELAYER_KEY: `0x${'11'.repeat(32)}`,
    TREASURY_ADDRESS: treasury,
    MEDIA_DIR: join(tmpdir(), 'cairn-test-media'),
    ...unlimited,
    ...Object.fromEntries(
      [8453, 5042].flatMap((id) => [
        [`RPC_URLS_${id}`, 'http://127.0.0.1:9'],
        [`PAY_TO_${id}`, revenue],
        [`ESCROW_ADDRESS_${id}`, treasury],
      ]),
    ),
  }
}
