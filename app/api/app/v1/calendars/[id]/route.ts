import { revokeCalendar } from '#lib/contracts/app/calendars.ts'
import * as calendars from '#server/people/calendars/own-calendars.ts'
import { route } from '#server/platform/api/route.ts'

export const DELETE = route(revokeCalendar, async (ctx, { params }) => {
  await calendars.revokeCalendar(ctx, params.id)
  return { body: null }
})
