/** The current address of the application, which changes after a restart. */
export type Target = { baseUrl: string }

export type Request = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Reply = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }

/** Sends a request; undefined without a complete response, when it is unknown whether it was executed. */
export async function callServer(target: Target, { method, path, headers, body }: Request): Promise<Reply | undefined> {
  try {
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text || null,
      retryAfter: response.headers.get('retry-after'),
    }
  } catch {
    return undefined
  }
}
