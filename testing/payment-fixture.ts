import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import type { PaymentContext } from '#lib/services/payments/types'
import { type LocalChains, startChains } from '#sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations } from '#testing/observations'
import {
  createPayer,
  type PaidService,
  type Payer,
  settingsFor,
  signPayment,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'

// A service that sells one observation on local chains, for the tests of payments.

export const base = 'eip155:8453'
export let chains: LocalChains
/** Base. */
export let network: LocalChains['networks'][typeof base]
export let database: TestDatabase
export let service: PaidService
/** A new wallet for each test, with USDC on both networks. */
export let payer: Payer
/** Path of an observation that is for sale at 0.005 USDC. */
export let path: string

type Options = {
  /** Settings of every service that the tests start, beside the usual ones. Called once the chains run. */
  settings?: () => Promise<Record<string, string>> | Record<string, string>
  facilitator?: (ctx: Omit<PaymentContext, 'facilitator'>) => Facilitator
  /** What each payer gets, in millionths of a USDC. 1 USDC unless given. */
  fundsAtomic?: bigint
}
let options: Options
let ownSettings: Record<string, string>
let started: PaidService[]

/** Starts local chains, a database and a service that sells one observation for the tests of a file, and ends them after it. */
export function servePayments(given: Options = {}): void {
  beforeAll(async () => {
    options = given
    started = []
    ;[chains, database] = await Promise.all([startChains(), createTestDatabase()])
    network = chains.networks[base]
    ownSettings = (await options.settings?.()) ?? {}
    service = await startService()
    const [id] = await publishTestObservations(database)
    path = `/api/v1/observations/${id}`
  })
  beforeEach(async () => {
    payer = await createPayer(chains, options.fundsAtomic)
  })
  afterAll(async () => {
    for (const one of started ?? []) await one.close()
    await Promise.all([chains?.stop(), database?.close()])
  })
}

/** The settings of a service that the tests start. */
export function settings(changes: Record<string, string> = {}): Record<string, string> {
  const usual = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
  return { ...usual, ...ownSettings, ...changes }
}

/** Another process that sells: it shares the database and the relayer's key. It is closed after the file at the latest. */
export async function startService(changes: Record<string, string> = {}): Promise<PaidService> {
  const { facilitator } = options
  const one = await startPaidService({ settings: settings(changes), ...(facilitator && { facilitator }) })
  started.push(one)
  return one
}

/** Starts the service again, so that it has nothing cached. Its URL changes. */
export async function restart(): Promise<void> {
  started.splice(started.indexOf(service), 1)
  await service.close()
  service = await startService()
}

export const sign = (from: Payer = payer) =>
  signPayment({ url: service.url + path, payer: from, network: base })
export const pay = (header: string, by: PaidService = service) =>
  fetch(by.url + path, withPayment({}, header))
export const balance = (of: Payer = payer) => usdcBalance(network, of.address)
