import * as contract from '#lib/contracts/app/own-data.ts'
import { readCalendar } from '#server/people/calendars/read-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { getServiceOrigin } from '#server/platform/http/api-request.ts'

export const GET = route(contract.readCalendar, async (ctx, { params, request }) => ({
  body: await readCalendar(ctx, params.secret, getServiceOrigin(request.headers)),
}))
