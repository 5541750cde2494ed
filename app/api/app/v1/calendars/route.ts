import * as contract from '#lib/contracts/app/calendars.ts'
import { createCalendar, listCalendars } from '#server/people/calendars/own-calendars.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listCalendars, async (ctx) => ({ body: { result: await listCalendars(ctx) } }))

export const POST = route(contract.createCalendar, async (ctx, { body }) => ({
  body: await createCalendar(ctx, body.service),
}))
