import * as contract from '#lib/contracts/app/own-data.ts'
import { readCalendar } from '#server/people/calendars/read-calendar.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { getServiceOrigin } from '#server/platform/http/api-request.ts'

export const GET = routeTo(contract.readCalendar, (ctx, { params, request }) =>
  readCalendar(ctx, params.secret, getServiceOrigin(request.headers)),
)
