import * as contract from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { proposeHolidays } from '#server/policy/public-holidays.ts'

export const GET = route(contract.listHolidayProposals, async (ctx, { query }) => ({
  body: { result: await proposeHolidays(ctx, query) },
}))
