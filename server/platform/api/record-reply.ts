import type { Reply } from '#server/platform/http/response.ts'

/** A versioned record as the bare object, its version as the ETag. */
export function recordReply<Record extends { version: number }>({ version, ...body }: Record) {
  return { body, version } satisfies Reply<Omit<Record, 'version'>>
}
