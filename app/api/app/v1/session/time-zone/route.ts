import * as contract from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import { setOwnTimeZone } from '#server/platform/auth/own-time-zone.ts'

export const PUT = route(contract.setMyTimeZone, async (ctx, { body }) => {
  await setOwnTimeZone(ctx, body.time_zone)
  return { body: null }
})
