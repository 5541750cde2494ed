import { z } from 'zod'
import { endpoint } from '#lib/contracts/endpoint.ts'
import { oneOf } from '#lib/contracts/primitives.ts'
import * as routes from '#lib/contracts/routes.ts'

/** The name of a list page, which identifies its saved columns and views: `changes` for /changes. */
export const ListPageName = z
  .string()
  .regex(/^[a-z]+(?:-[a-z]+)*$/, { error: 'must be the path of a list page without its slash, such as changes' })
  .max(40, { error: 'must have at most 40 characters' })
  .describe('The list page: `changes` is that at /changes')
export const densities = ['comfortable', 'compact'] as const

const column = z.string().regex(/^[a-z_]{1,40}$/, { error: 'must be the id of a column' })

export const ListLayout = z
  .strictObject({
    columns: z
      .array(column)
      .max(40, { error: 'must name at most 40 columns' })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not name a column twice' })
      .describe(
        'Ids of the shown columns, in their order; empty for the default. A page ignores those that it does not have',
      ),
    density: oneOf(densities).describe('Height of the rows'),
  })
  .meta({ id: 'ListLayout' })
export type ListLayout = z.infer<typeof ListLayout>

const params = z.object({ page: ListPageName })

export const saveListLayout = endpoint({
  ...routes.saveListLayout,
  summary: 'Save the columns and density of a list page for the caller',
  description: 'An account can save the layouts of at most 100 pages; one more is a conflict.',
  access: { role: 'viewer', onlyPeople: true },
  params,
  body: ListLayout,
  response: ListLayout,
  errors: ['conflict'],
  examples: {
    params: { page: 'changes' },
    body: { columns: ['change', 'risk', 'due'], density: 'compact' },
    response: { columns: ['change', 'risk', 'due'], density: 'compact' },
  },
})

export const resetListLayout = endpoint({
  ...routes.resetListLayout,
  summary: 'Return a list page to its default columns and density for the caller',
  access: { role: 'viewer', onlyPeople: true },
  params,
  response: z.null(),
  status: 204,
  examples: { params: { page: 'changes' } },
})
