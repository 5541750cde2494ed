import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, nameText, text, wholeNumber } from '#lib/contracts/primitives.ts'

const GroupMembers = z
  .array(EmailAddress)
  .min(1, { error: 'must have at least one member' })
  .max(50, { error: 'must have at most 50 members' })

export const NewReviewerGroup = z.strictObject({ name: text(100).describe('Name of the group'), members: GroupMembers })
export type NewReviewerGroup = z.infer<typeof NewReviewerGroup>

export const ReviewerGroup = z
  .object({
    id: z.string().describe('Identifier of the group'),
    name: z.string().describe('Name of the group'),
    members: z
      .array(
        z.object({
          email: z.string().describe('E-mail address'),
          name: z.string().nullable().describe('Name; null if no account has this address'),
          can_review: z.boolean().describe('Has an enabled account that may review; other members are skipped'),
        }),
      )
      .describe('The members, in the order of their turns'),
    last: z.string().nullable().describe('E-mail address of the member who got the last review'),
    rules: z.array(z.string()).describe('Names of the rules that assign to it'),
    version: z.int().min(1).describe('Incremented by each edit; determines the ETag'),
  })
  .meta({ id: 'ReviewerGroup' })
export type ReviewerGroup = z.infer<typeof ReviewerGroup>
const GroupId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the group') })

const reviewers = endpointsFor('Policy', { role: 'reviewer' })
const people = endpointsFor('Policy', { role: 'manager', onlyPeople: true })

export const listReviewerGroups = reviewers.get('listReviewerGroups', '/policy/groups', {
  summary: 'List the reviewer groups by name',
  response: z.object({ result: z.array(ReviewerGroup), total_count: z.int().min(0) }),
})

export const createReviewerGroup = people.post('createReviewerGroup', '/policy/groups', {
  body: NewReviewerGroup,
  response: ReviewerGroup,
  status: 201,
  errors: ['conflict'],
  versioned: true,
})

export const updateReviewerGroup = people.patch('updateReviewerGroup', '/policy/groups/{id}', {
  params: GroupId,
  body: NewReviewerGroup.partial(),
  response: ReviewerGroup,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const deleteReviewerGroup = people.delete('deleteReviewerGroup', '/policy/groups/{id}', {
  params: GroupId,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const ServiceReviewer = z
  .object({
    service: z.string().describe('Name of the service, as changes name it'),
    reviewer: z.string().describe('E-mail address of the reviewer'),
    reviewer_name: z.string().nullable().describe('Name of the reviewer'),
    can_review: z.boolean().describe('Has an enabled account that may review; otherwise nobody gets the review'),
  })
  .meta({ id: 'ServiceReviewer' })
export type ServiceReviewer = z.infer<typeof ServiceReviewer>
const ServiceName = z.object({ service: z.string().min(1).max(200).describe('Name of the service') })

export const listServiceReviewers = reviewers.get('listServiceReviewers', '/policy/services', {
  summary: 'List the reviewers of services',
  response: z.object({
    result: z.array(ServiceReviewer),
    total_count: z.int().min(0),
    unset: z.array(z.string()).describe('Services of changes without a reviewer'),
  }),
})

export const setServiceReviewer = people.put('setServiceReviewer', '/policy/services/{service}', {
  params: ServiceName,
  body: z.strictObject({ reviewer: EmailAddress }),
  response: ServiceReviewer,
  errors: [],
})

export const deleteServiceReviewer = people.delete('deleteServiceReviewer', '/policy/services/{service}', {
  params: ServiceName,
})

export const Holiday = z
  .strictObject({
    day: CalendarDate.describe('The day'),
    name: text(100).describe('Name of the holiday'),
  })
  .meta({ id: 'Holiday', description: 'A day besides Saturdays and Sundays that is not a business day' })
export type Holiday = z.infer<typeof Holiday>

const managers = endpointsFor('Policy', { role: 'manager' })

export const listHolidays = reviewers.get('listHolidays', '/policy/holidays', {
  summary: 'List the holidays by date',
  response: z.object({ result: z.array(Holiday), total_count: z.int().min(0) }),
})

export const createHoliday = people.post('createHoliday', '/policy/holidays', {
  body: Holiday,
  response: Holiday,
  status: 201,
  errors: ['conflict'],
})

export const deleteHoliday = people.delete('deleteHoliday', '/policy/holidays/{day}', {
  params: z.object({ day: CalendarDate.describe('The day') }),
})

const Factor = z.strictObject({
  name: nameText(100)
    // The path of a URL cannot end so.
    .refine((name) => !/^\.{1,2}$/.test(name), { error: 'must be a word' })
    .describe('What may contribute to a failure'),
})

export const listFactors = reviewers.get('listFactors', '/policy/factors', {
  summary: 'List the factors that a review offers where a change did not simply succeed, by name',
  response: z.object({ result: z.array(Factor), total_count: z.int().min(0) }),
})

export const createFactor = people.post('createFactor', '/policy/factors', {
  body: Factor,
  response: Factor,
  status: 201,
  errors: ['conflict'],
})

export const deleteFactor = people.delete('deleteFactor', '/policy/factors/{name}', { params: Factor })

const CountryOrRegion = z.object({ code: z.string().describe('Code'), name: z.string().describe('Name in English') })

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be a country code, such as DE' })
  .describe('Country code')

export const listHolidayCountries = managers.get('listHolidayCountries', '/policy/holiday-countries', {
  summary: 'List the countries with known public holidays, or the regions of one',
  query: z.strictObject({ country: country.optional() }),
  response: z.object({ result: z.array(CountryOrRegion) }),
  examples: { query: { country: 'DE' } },
})

export const listHolidayProposals = managers.get('listHolidayProposals', '/policy/holiday-proposals', {
  summary: 'List the public holidays of a country on weekdays that are not in the calendar yet',
  query: z.strictObject({
    country,
    region: z.string().min(1).max(10).optional().describe('Code of the region'),
    from: wholeNumber(1970, 2100).describe('First year'),
    to: wholeNumber(1970, 2100).describe('Last year; at most 10 years'),
  }),
  response: z.object({ result: z.array(Holiday) }),
  errors: ['not_found'],
  examples: { query: { country: 'DE', from: '2026', to: '2026' } },
})

export const createHolidays = people.post('createHolidays', '/policy/holidays/additions', {
  body: z.strictObject({
    holidays: z.array(Holiday).min(1, { error: 'must not be empty' }).max(500),
  }),
  response: z.object({ added: z.int().min(0) }),
})
