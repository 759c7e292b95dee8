import { createSigner } from '#lib/adapters/chain/signer'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import { dispatcher } from '../../testing/paid-service.ts'
import { sell } from './sell.ts'

// One of several web processes, with the settings in its environment. Its parent sends it payments; it sells, and returns the results.
const env = parseEnv(JSON.parse(process.env.BENCH_SETTINGS!))
const opened = await openContext(env, { service: 'bench' })
const facilitator = createBuiltInFacilitator({ ctx: opened, signer: createSigner(env.relayerKey!) })
const handle = dispatcher({ ...opened, facilitator })

process.on('message', async ({ payments, callers }: { payments: string[]; callers: number }) => {
  try {
    process.send!(await sell(handle, payments, { callers, mayLose: false }))
  } catch (error) {
    process.send!({ error: (error as Error).message })
  }
})
process.on('disconnect', () => void opened.close())
process.send!('ready')
