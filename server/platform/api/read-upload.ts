import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { HttpResponse } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { replayedHeader } from './idempotency.ts'

/** A stored file: its identifier, size in bytes, media type, and the SHA-256 of its content. */
export type Upload = { readonly id: string; readonly size: number; readonly type: string; readonly digest: string }

/** Stores a file while it arrives; its type is the content type of the request, unless the content shows another. */
export type StoreUpload<Query> = (
  ctx: Context,
  chunks: AsyncIterable<Uint8Array>,
  query: Query,
) => Promise<Omit<Upload, 'type'> & Partial<Pick<Upload, 'type'>>>

export type UploadStore<Query> = {
  /** Rejects a request by its query, before its file is read. */
  readonly check?: (ctx: Context, query: Query) => Promise<void>
  readonly store: StoreUpload<Query>
  /** Deletes a stored file that nothing refers to. */
  readonly discard: (ctx: Context, id: string) => Promise<void>
}

/** Stores the file in the body of a request. Rejects other media types, encodings, empty bodies and larger ones. */
export async function readUpload(
  request: ApiRequest,
  { types, maxBytes }: NonNullable<Endpoint['upload']>,
  store: (chunks: AsyncIterable<Uint8Array>) => ReturnType<StoreUpload<never>>,
): Promise<Upload> {
  const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim() ?? ''
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!types.includes(type) || encoding !== 'identity') {
    throw new AppError('unsupported_media_type', `The body must be ${types.join(', ')}, without encoding.`, {
      headers: { 'Accept-Post': types.join(', ') },
    })
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const upload = await store(limitSize(request.streamBody(), maxBytes))
  if (upload.size === 0) throw new AppError('invalid_request', 'The body is empty; a file is required.')
  return { type, ...upload }
}

/** Deletes the file of a request that failed, or whose response repeats an earlier one. */
export async function discardUnused(
  ctx: Context,
  { id }: Upload,
  { discard }: UploadStore<never>,
  respond: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const response = await respond()
    if (response.headers[replayedHeader] !== undefined) await discard(ctx, id)
    return response
  } catch (error) {
    // A file that cannot be deleted now is purged later.
    await discard(ctx, id).catch(() => {})
    throw error
  }
}

async function* limitSize(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `The file must not exceed ${maxBytes / 1024 / 1024} MB.`)
