import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { oneOf } from '../primitives.ts'
import * as routes from '../routes.ts'

/** The list pages whose columns a person can choose. */
export const layoutPages = ['changes', 'incidents', 'improvements', 'users', 'products'] as const
export type LayoutPage = (typeof layoutPages)[number]
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

const params = z.object({ page: oneOf(layoutPages).describe('The list page') })

export const saveListLayout = endpoint({
  ...routes.saveListLayout,
  summary: 'Save the columns and density of a list page for the caller',
  access: { role: 'viewer', onlyPeople: true },
  params,
  body: ListLayout,
  response: ListLayout,
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
