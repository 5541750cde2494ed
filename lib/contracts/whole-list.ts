import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Media types in which a list is returned whole, besides the JSON of one page. */
export const wholeListTypes = ['text/csv', 'application/x-ndjson'] as const
export type WholeListType = (typeof wholeListTypes)[number]

/** The member of a response that holds the records of a list, and their fields in the order of the JSON. */
export type ListShape = { readonly member: string; readonly fields: readonly string[] }

/** The shape of a list that can be returned whole, which is one that is read by cursor; null for other endpoints. */
export function listShapeOf({ method, query, response }: Endpoint): ListShape | null {
  if (method !== 'GET' || !query || !('cursor' in query.shape) || !(response instanceof z.ZodObject)) return null
  for (const [member, records] of Object.entries(response.shape)) {
    if (!(records instanceof z.ZodArray) || !(records.element instanceof z.ZodObject)) continue
    return { member, fields: Object.keys(records.element.shape) }
  }
  return null
}
