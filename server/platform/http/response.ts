import type { Readable } from 'node:stream'

/** The parts of a response that a `Response` or node:http needs. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A response whose body may already be bytes, or a stream: UTF-8, in the encoding that its headers name. */
export type EncodedResponse = Omit<HttpResponse, 'body'> & {
  readonly body: string | Uint8Array<ArrayBuffer> | Readable | null
}

/** Headers of the response in any case, by name; filled while the request is handled. */
export type ResponseHeaders = Record<string, string>

/** The result of a handler: the body of the contract and what becomes headers. */
export type HandlerResult<Body> = {
  readonly body: Body
  /** Version of the record; becomes the ETag. */
  readonly version?: number
  /** Path of the created record. */
  readonly location?: string
  /** True if a PUT created the record. */
  readonly isCreated?: boolean
  /** Milliseconds that the request waited on purpose: no part of its duration in the metrics. */
  readonly waitedMs?: number
  /** The response of an endpoint with `file`, instead of `body`. */
  readonly file?: { readonly type: string; readonly name: string; readonly content: AsyncIterable<string | Uint8Array> }
  /** Position in the list; becomes `Link`. */
  readonly paging?: {
    readonly page: number
    readonly limit: number
    readonly total: number
    /** Cursor of the next page, null on the last one; absent in a list without cursors. */
    readonly next?: string | null | undefined
  }
}
