import type { HandlerResult } from '#server/platform/http/response.ts'

/** A versioned record as the bare object, its version as the ETag. */
export function toRecordResult<Record extends { version: number }>({ version, ...body }: Record) {
  return { body, version } satisfies HandlerResult<Omit<Record, 'version'>>
}

/** The result of a PUT: the record afterwards, and whether it is new. */
export type PutResult<Record> = { readonly record: Record; readonly isCreated: boolean }

/** A record after a PUT, which `location` names if it is new. */
export function toPutRecordResult<Record extends { version: number }>(
  { record, isCreated }: PutResult<Record>,
  location: string,
) {
  return { ...toRecordResult(record), ...(isCreated && { isCreated, location }) }
}
