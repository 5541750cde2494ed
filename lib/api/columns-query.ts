import { z } from 'zod'

/** The URL parameter with which a saved view keeps its columns: their ids, separated by commas. */
export const ColumnsQuery = z.object({ columns: z.string().max(800).optional() })
export type ColumnsQuery = z.output<typeof ColumnsQuery>
