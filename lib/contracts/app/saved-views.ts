import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { nameText, Timestamp } from '#lib/contracts/primitives.ts'

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
  is_shared: z.boolean({ error: 'must be true or false' }),
})
export type NewSavedView = z.infer<typeof NewSavedView>

export const listSavedViews = endpoint({
  ...route('listSavedViews', 'Saved views', 'GET', '/api/app/v1/views'),
  access: { role: 'viewer', onlyPeople: true },
  query: z.strictObject({ page: ListPageName }),
  response: z.object({ result: z.array(SavedView) }),
})

export const createSavedView = endpoint({
  ...route('createSavedView', 'Saved views', 'POST', '/api/app/v1/views'),
  access: { role: 'viewer', onlyPeople: true },
  body: NewSavedView,
  response: SavedView,
  status: 201,
  errors: ['conflict'],
})

export const deleteSavedView = endpoint({
  ...route('deleteSavedView', 'Saved views', 'DELETE', '/api/app/v1/views/{id}'),
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64) }),
  response: z.null(),
  status: 204,
  errors: ['not_found', 'forbidden'],
})
