/** The response to a request: all that a `Response` or node:http needs to send it. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A response whose body may be bytes already, in UTF-8 and in the encoding that its fields name. */
export type EncodedResponse = Omit<HttpResponse, 'body'> & { readonly body: string | Uint8Array<ArrayBuffer> | null }

/** Fields that a response carries whatever becomes of the request, by name; filled while it is answered. */
export type ResponseHeaders = Record<string, string>

/** What a handler gives: the body as the contract shows it, and what HTTP adds to it. */
export type Reply<Body> = {
  readonly body: Body
  /** Version of the record; becomes the ETag. */
  readonly version?: number
  /** Path of what was created. */
  readonly location?: string
  /** What was cut from the list; becomes `Link`. */
  readonly paging?: {
    readonly page: number
    readonly limit: number
    readonly total: number
    /** Cursor of the next page, null on the last one; absent in a list without cursors. */
    readonly next?: string | null | undefined
  }
}
