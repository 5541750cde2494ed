import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { type ListFormat, listFormats } from './pages.ts'

/** The media types of the formats of a whole list. */
export const wholeListTypes: Readonly<Record<ListFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Finds the format of a whole list by its media type; undefined for other types. */
export const findFormat = (type: string | undefined): ListFormat | undefined =>
  listFormats.find((format) => wholeListTypes[format] === type)

export type ListShape = {
  /** The member of the response with the records. */
  readonly member: string
  /** The fields of the records in the order of the JSON. */
  readonly fields: readonly string[]
  /** The fields with days or moments, for formats that have cells of these types. */
  readonly dates: Readonly<Record<string, 'day' | 'moment'>>
}

/** Returns the shape of a list that can be requested whole; null for other endpoints. */
export function findListShape({ method, query, response }: Endpoint): ListShape | null {
  if (method !== 'GET' || !query || !('format' in query.shape) || !(response instanceof z.ZodObject)) return null
  for (const [member, records] of Object.entries(response.shape)) {
    if (!(records instanceof z.ZodArray) || !(records.element instanceof z.ZodObject)) continue
    const shape: Record<string, z.ZodType> = records.element.shape
    const dates = Object.entries(shape).flatMap(([field, schema]) => {
      const kind = findDateKind(schema)
      return kind === null ? [] : [[field, kind] as const]
    })
    return { member, fields: Object.keys(shape), dates: Object.fromEntries(dates) }
  }
  return null
}

/** Returns the schema of the records of a list. */
export function getRecordsSchema({ response }: Endpoint, { member }: ListShape): z.ZodType {
  const records = response instanceof z.ZodObject ? response.shape[member] : undefined
  if (!records) throw new Error(`The response has no member ${member}.`)
  return records
}

function findDateKind(schema: z.ZodType): 'day' | 'moment' | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return findDateKind(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodISODate ? 'day' : schema instanceof z.ZodISODateTime ? 'moment' : null
}
