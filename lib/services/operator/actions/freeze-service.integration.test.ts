import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { operate } from '#testing/operate'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

test('a freeze by hand says who froze the service and why', async () => {
  await operate(service.ctx, 'freeze_service', {}, 'A key has leaked.')
  expect((await getFreeze({ ctx: service.ctx }))?.reason).toMatch(
    /^Frozen by 0x[0-9a-fA-F]{40}: A key has leaked\.$/,
  )
})
