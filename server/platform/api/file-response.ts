import { Readable } from 'node:stream'
import { dataSecurityPolicy } from '#server/platform/http/content-security-policy.ts'
import type { EncodedResponse, HandlerResult } from '#server/platform/http/response.ts'

export type FileResponse = EncodedResponse & { readonly fileName: string }

/** A file to be saved. */
export function toFileResponse({ type, name, content }: NonNullable<HandlerResult<unknown>['file']>): FileResponse {
  const isBinary = type.startsWith('application/') && type !== 'application/x-ndjson'
  const headers = {
    'Content-Type': isBinary ? type : `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; ${sanitizeFileName(name)}`,
    // A browser that shows the file although it is to be saved gives it no rights.
    'Content-Security-Policy': `${dataSecurityPolicy}; sandbox`,
  }
  return { status: 200, headers, body: Readable.from(content), fileName: name }
}

/** The result of a handler: a file that is small enough to be made at once. */
export function toFileResult(type: string, name: string, content: string | Uint8Array): HandlerResult<never> {
  return { body: undefined as never, file: { type, name, content: Readable.from([content]) } }
}

/** The name as RFC 6266 writes it: characters beyond ASCII are encoded, beside a plain name for old clients. */
function sanitizeFileName(name: string): string {
  const plain = name.replaceAll(/[^ !#-[\]-~]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return plain === name ? `filename="${name}"` : `filename="${plain}"; filename*=UTF-8''${encoded}`
}
