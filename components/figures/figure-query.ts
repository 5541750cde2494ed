import type { getFigures } from '#lib/contracts/app/figures.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'

export type FigureQuery = QueryOf<typeof getFigures>

/** Values that changes have now, to filter by. */
export type FigureFilterValues = { readonly teams: readonly string[]; readonly services: readonly string[] }
