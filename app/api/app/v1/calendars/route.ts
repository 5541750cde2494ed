import { createCalendar, listCalendars } from '#lib/contracts/app/calendars.ts'
import * as calendars from '#server/people/calendars/own-calendars.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listCalendars, async (ctx) => ({ body: { result: await calendars.listCalendars(ctx) } }))

export const POST = route(createCalendar, async (ctx, { body }) => ({
  body: await calendars.createCalendar(ctx, body.service),
}))
