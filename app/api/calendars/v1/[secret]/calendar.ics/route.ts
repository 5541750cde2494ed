import { readCalendar } from '#lib/contracts/app/calendars.ts'
import * as calendars from '#server/people/calendars/read-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { serviceOrigin } from '#server/platform/http/service-origin.ts'

export const GET = route(readCalendar, async (ctx, { params, request }) => ({
  body: await calendars.readCalendar(ctx, params.secret, serviceOrigin(request.headers)),
}))
