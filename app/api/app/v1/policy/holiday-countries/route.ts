import * as contract from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { listPlaces } from '#server/policy/public-holidays.ts'

export const GET = route(contract.listHolidayCountries, async (_, { query }) => ({
  body: { result: await listPlaces(query.country) },
}))
