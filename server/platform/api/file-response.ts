import { Readable } from 'node:stream'
import type { EncodedResponse, Reply } from '#server/platform/http/response.ts'

/** A file to be saved. Its name must be made of constants and identifiers, never of input. */
export function fileResponse({ type, name, content }: NonNullable<Reply<unknown>['file']>): EncodedResponse {
  const isBinary = type.startsWith('application/') && type !== 'application/x-ndjson'
  const headers = {
    'Content-Type': isBinary ? type : `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  }
  return { status: 200, headers, body: Readable.from(content) }
}
