import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#lib/contracts/endpoint.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { expectedVersions, mustExist } from '#server/platform/http/conditional.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import { readJsonBody, readRawBody } from '#server/platform/http/read-body.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import type { Target } from '#server/platform/http/target.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { parsePart, readQuery } from './parse-input.ts'
import { pathMatcher } from './path-template.ts'
import { readUpload, type Upload, type UploadStore } from './read-upload.ts'

/** What a handler gets of a request: checked by the schemas of its endpoint. */
export type Input<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly upload: E['upload'] extends object ? Upload : undefined
  readonly raw: E['raw'] extends object ? Buffer : undefined
  /** The versions that `If-Match` allows; undefined when any is allowed. */
  readonly expectedVersions: number[] | undefined
  /** Whether a PUT may only update (true) or only create (false) its record; undefined when it may do both. */
  readonly mustExist: boolean | undefined
  /** For the handlers that count their requests by themselves. */
  readonly responseHeaders: ResponseHeaders
  /** For the few handlers that need the origin or the address of the caller. */
  readonly request: ApiRequest
}

/** The input of a request, and the text that tells it from another one with the same idempotency key. */
export type ReadInput<E extends Endpoint> = { readonly input: Input<E>; readonly text: string }

/**
 * Returns a function that reads and checks the input of a request to an endpoint. It throws `invalid_parameter` with the
 * field for input that its schemas reject, and stores the file of an endpoint with `upload`.
 */
export function inputReader<E extends Endpoint>(
  endpoint: E,
  uploads: UploadStore<QueryOf<E>> | undefined,
): (ctx: Context, state: RequestState) => Promise<ReadInput<E>> {
  const matchPath = pathMatcher(endpoint.path)
  return async (ctx, { request, body: begun, headers: responseHeaders }) => {
    const { target, headers } = request
    const params = endpoint.params && parsePart(endpoint.params, matchPath(target.pathname) ?? {}, 'path')
    const query = endpoint.query ? parsePart(endpoint.query, readQuery(target), 'query') : readNoQuery(target)
    const json = endpoint.body && (await readJsonBody(request, endpoint, begun))
    const body = endpoint.body && parsePart(endpoint.body, json?.value, 'body')
    const conditions = { expectedVersions: expectedVersions(headers), mustExist: mustExist(headers) }
    const upload = uploads && (await receive(ctx, request, endpoint, uploads, query as QueryOf<E>))
    const raw = endpoint.raw && (await readRawBody(request, endpoint.raw))
    const input = { params, query, body, upload, raw, ...conditions, request, responseHeaders } as Input<E>
    return { input, text: upload ? `${target.search}\n${upload.digest}` : (json?.text ?? '') }
  }
}

async function receive<E extends Endpoint>(
  ctx: Context,
  request: ApiRequest,
  { upload }: E,
  { check, store }: UploadStore<QueryOf<E>>,
  query: QueryOf<E>,
): Promise<Upload | undefined> {
  await check?.(ctx, query)
  return upload && readUpload(request, upload, (chunks) => store(ctx, chunks, query))
}

function readNoQuery(target: Target): undefined {
  const [name] = Object.keys(readQuery(target))
  if (name !== undefined) throw invalidField(name, 'query', 'is not a known parameter')
}
