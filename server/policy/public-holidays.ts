import type { Holiday } from '#lib/contracts/app/policy-reviewers.ts'
import { shorten } from '#lib/text/shorten.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listHolidays } from './holidays.ts'

type HolidayPlace = { readonly code: string; readonly name: string }
type HolidayQuery = {
  readonly country: string
  readonly region?: string | undefined
  readonly from: number
  readonly to: number
}

/** Loads the library only when an admin chooses holidays, because it contains those of the whole world. */
const loadCalendar = async () => new (await import('date-holidays')).default()

const maxYears = 10

/** Lists the countries with known public holidays or, for a country, its regions; by name. */
export async function listPlaces(country: string | undefined): Promise<HolidayPlace[]> {
  const calendar = await loadCalendar()
  const names = (country === undefined ? calendar.getCountries('en') : calendar.getStates(country, 'en')) ?? {}
  return Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * Lists the public holidays of a country or region that fall on weekdays and are not in the calendar yet. Throws
 * `not_found` for an unknown country or region, and `invalid_parameter` for too many years.
 */
export async function proposeHolidays(ctx: Context, { country, region, from, to }: HolidayQuery): Promise<Holiday[]> {
  if (to < from || to - from >= maxYears)
    throw invalidField('to', 'query', `must be at most ${maxYears - 1} years after from`)
  if (!(await listPlaces(undefined)).some(({ code }) => code === country)) throw notFound('country', country)
  if (region !== undefined && !(await listPlaces(country)).some(({ code }) => code === region)) {
    throw notFound('region', region)
  }
  const calendar = await loadCalendar()
  if (region === undefined) calendar.init(country)
  else calendar.init(country, region)
  const existingDays = new Set((await listHolidays(ctx)).rows.map(({ day }) => day))
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const proposals = years
    .flatMap((year) => calendar.getHolidays(year, 'en'))
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ day: date.slice(0, 10), name: shorten(name, 100) }))
    .filter(({ day }) => isWeekday(day) && !existingDays.has(day))
  return [...new Map(proposals.map((holiday) => [holiday.day, holiday])).values()]
}

const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
