import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { nameText, Timestamp } from '#lib/contracts/primitives.ts'

const ListPageName = z
  .string()
  .regex(/^[a-z]+(?:-[a-z]+)*$/, { error: 'must be the path of a list page without its slash, such as changes' })
  .max(40, { error: 'must have at most 40 characters' })
  .describe('The list page: `changes` is that at /changes')

export const SavedView = z
  .object({
    id: z.string().describe('Identifier of the view'),
    page: ListPageName,
    name: z.string().describe('Name of the view'),
    search: z.string().describe('Query string of the page, without the question mark'),
    is_shared: z.boolean().describe('Whether it is shared with everybody'),
    is_mine: z.boolean().describe('Whether the caller saved it'),
    owner_name: z.string().describe('Name of the owner'),
    created_at: Timestamp.describe('When it was saved'),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const NewSavedView = z
  .strictObject({
    page: ListPageName,
    name: nameText(80).describe('Name of the view'),
    search: z
      .string({ error: 'must be text' })
      .max(4096, { error: 'must have at most 4,096 characters' })
      .describe('Query string of the page, without the question mark'),
    is_shared: z.boolean({ error: 'must be true or false' }).describe('Whether it is shared with everybody'),
  })
  .meta({ id: 'NewSavedView' })
export type NewSavedView = z.infer<typeof NewSavedView>

const exampleView: SavedView = {
  id: 'viw_01jdh3m8w5c2v7k9q4r6t8y0ab',
  page: 'changes',
  name: 'Emergencies to review',
  search: 'query=type+%3D+emergency&sort=-actual_end',
  is_shared: false,
  is_mine: true,
  owner_name: 'Henrike Vos',
  created_at: '2026-03-02T08:15:00.000Z',
}

export const listSavedViews = endpoint({
  ...route('listSavedViews', 'Saved views', 'GET', '/api/app/v1/views'),
  summary: 'List the saved views of a page by name: those of the caller, then shared ones',
  access: { role: 'viewer', onlyPeople: true },
  query: z.strictObject({ page: ListPageName }),
  response: z.object({ result: z.array(SavedView) }),
  examples: { query: { page: 'changes' }, response: { result: [exampleView] } },
})

export const createSavedView = endpoint({
  ...route('createSavedView', 'Saved views', 'POST', '/api/app/v1/views'),
  summary: 'Save a view',
  description: 'An account can save at most 100 views; one more is a conflict.',
  access: { role: 'viewer', onlyPeople: true },
  body: NewSavedView,
  response: SavedView,
  status: 201,
  errors: ['conflict'],
  examples: {
    body: { page: 'changes', name: exampleView.name, search: exampleView.search, is_shared: false },
    response: exampleView,
  },
})

export const deleteSavedView = endpoint({
  ...route('deleteSavedView', 'Saved views', 'DELETE', '/api/app/v1/views/{id}'),
  summary: 'Delete a view of the caller; an admin may delete any',
  description: 'Deleting a shared view of someone else is forbidden; a private one is not found.',
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the view') }),
  response: z.null(),
  status: 204,
  errors: ['not_found', 'forbidden'],
  examples: { params: { id: exampleView.id } },
})
