import { Readable } from 'node:stream'
import { accountActions, tokenActions } from '#lib/actions/access-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { dataSecurityPolicy, type EncodedResponse, type HandlerResult } from '#server/platform/http/response.ts'
import type { RequestTarget } from '#server/platform/http/target.ts'
import type { Context } from '#server/platform/runtime/context.ts'

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

/** Appends a download of an auditor to the history: the files they took are evidence too. */
export async function recordDownload(ctx: Context, file: string, { pathname, search }: RequestTarget): Promise<void> {
  const { actor } = ctx
  const { downloaded } = actor.kind === 'token' ? tokenActions : accountActions
  const url = `${pathname}${search}`
  await recordEvent(ctx, downloaded, actor.id, { file: { from: null, to: file }, address: { from: null, to: url } })
}
