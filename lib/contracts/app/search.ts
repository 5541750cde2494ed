import { z } from 'zod'
import { ChangeState } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { ImprovementStatus } from '#lib/contracts/improvements.ts'
import { incidentStates } from '#lib/contracts/incidents.ts'
import { Flag, nameText, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { reviewStatuses } from './review-values.ts'

const viewers = endpointsFor('Search', { role: 'viewer' })

export const searchAll = viewers.get('searchAll', '/search', {
  summary: 'Search changes, reviews, incidents, people, improvements and articles; at most 6 of each',
  description:
    'Changes, reviews, incidents and articles by number, or a part of at least 3 characters with a digit; changes, incidents and improvements by words of the title or description among the newest 10,000; people by name or e-mail address, ignoring accents; articles by title, text, tag, technology and service of the source change.',
  query: z.strictObject({ q: text(100).describe('Parts of words; all must match') }),
  response: z.object({
    changes: z.array(z.object({ number: z.string(), title: z.string(), state: ChangeState })),
    reviews: z.array(
      z.object({
        reference: z.string(),
        status: oneOf(reviewStatuses),
        change: z.string().describe('Number of the change'),
        title: z.string().describe('Title of the change'),
      }),
    ),
    incidents: z.array(
      z.object({
        number: z.string(),
        short_description: z.string(),
        state: oneOf(incidentStates),
        change: z
          .string()
          .nullable()
          .describe('Change that a review confirmed as its cause, else the one that it names; null without either'),
        affected_service: z.string().nullable(),
      }),
    ),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        has_left: z.boolean().describe('Whether the person left, so that they get no new work'),
        open_reviews: z.int().min(0).describe('Reviews assigned to the person that are not completed'),
      }),
    ),
    improvements: z.array(z.object({ id: z.string(), title: z.string(), status: ImprovementStatus })),
    articles: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  examples: {
    query: { q: 'postgres' },
  },
})

export const listFilterValues = viewers.get('listFilterValues', '/filter-values', {
  summary: 'List values in use for filters: services, categories, people; at most 200 of each',
  description:
    'The most frequent values of the newest 1,000 records of each kind, in alphabetical order. People own an action, implement a change or review one.',
  response: z.object({
    services: z.array(z.string()),
    change_models: z.array(z.string()),
    product_categories: z.array(z.string()),
    improvement_categories: z.array(z.string()),
    improvement_priorities: z.array(z.string()),
    lesson_categories: z.array(z.string()),
    tags: z.array(z.string()),
    technologies: z.array(z.string()),
    people: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        has_left: z.boolean().describe('Whether the person left, so that they get no new work'),
      }),
    ),
  }),
})

const maxPeopleNames = 100

const nameViewers = endpointsFor('Users', { role: 'viewer' })

export const listPeopleNames = nameViewers.get('listPeopleNames', '/people-names', {
  summary: 'Get the names of people by their e-mail addresses',
  description: 'Accounts come first, then the directory. E-mail addresses that neither knows are left out.',
  query: z.strictObject({
    emails: z
      .string()
      .min(1, { error: 'must not be empty' })
      .max(25_500, { error: 'must have at most 25,500 characters' })
      .refine((emails) => emails.split(',').length <= maxPeopleNames, {
        error: `must have at most ${maxPeopleNames} e-mail addresses`,
      })
      .describe(`At most ${maxPeopleNames} e-mail addresses, separated by commas`),
  }),
  response: z.object({
    result: z.array(
      z.object({
        email: z.string().describe('E-mail address, as requested'),
        name: z.string().describe('Name of the person'),
      }),
    ),
  }),
  examples: {
    query: { emails: 'ines.marchetti@hindsight.example,tomas.lind@hindsight.example' },
  },
})

const ListPageName = z
  .string()
  .regex(/^[a-z]+(?:-[a-z]+)*$/, { error: 'must be the path of a list page without its slash, such as changes' })
  .max(40, { error: 'must have at most 40 characters' })

export const SavedView = z.object({
  id: z.string(),
  page: ListPageName,
  name: z.string(),
  search: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  owner_name: z.string(),
  created_at: Timestamp.describe('When it was saved'),
})
export type SavedView = z.infer<typeof SavedView>

export const NewSavedView = z.strictObject({
  page: ListPageName,
  name: nameText(80),
  search: z.string({ error: 'must be text' }).max(4096, { error: 'must have at most 4,096 characters' }),
  is_shared: Flag,
})
export type NewSavedView = z.infer<typeof NewSavedView>

const people = endpointsFor('Saved views', { role: 'viewer', onlyPeople: true })

export const listSavedViews = people.get('listSavedViews', '/views', {
  query: z.strictObject({ page: ListPageName }),
  response: z.object({ result: z.array(SavedView) }),
})

export const createSavedView = people.post('createSavedView', '/views', {
  body: NewSavedView,
  response: SavedView,
  status: 201,
  errors: ['conflict'],
})

export const deleteSavedView = people.delete('deleteSavedView', '/views/{id}', {
  params: z.object({ id: z.string().min(1).max(64) }),
  errors: ['not_found', 'forbidden'],
})
