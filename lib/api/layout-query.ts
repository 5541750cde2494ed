import { z } from 'zod'
import { densities } from '#lib/contracts/app/list-layouts.ts'
import { oneOf } from '#lib/contracts/primitives.ts'

/** The URL parameters with which a saved view keeps its columns and density. */
export const LayoutQuery = z.object({
  /** Ids of columns in their order, separated by commas. */
  columns: z.string().max(800).optional(),
  density: oneOf(densities).optional(),
})
export type LayoutQuery = z.output<typeof LayoutQuery>
