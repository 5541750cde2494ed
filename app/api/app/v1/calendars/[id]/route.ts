import * as contract from '#lib/contracts/app/calendars.ts'
import { revokeCalendar } from '#server/people/calendars/own-calendars.ts'
import { route } from '#server/platform/api/route.ts'

export const DELETE = route(contract.revokeCalendar, async (ctx, { params }) => {
  await revokeCalendar(ctx, params.id)
  return { body: null }
})
