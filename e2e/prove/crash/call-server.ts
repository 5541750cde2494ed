/** Where the application answers now; a restart changes it. */
export type Target = { baseUrl: string }

export type Request = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Reply = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }

/** Sends a request; undefined when no whole answer came, so that nobody knows whether it was done. */
export async function callServer(target: Target, { method, path, headers, body }: Request): Promise<Reply | undefined> {
  try {
    const answer = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return {
      status: answer.status,
      body: isJson ? JSON.parse(text) : text || null,
      retryAfter: answer.headers.get('retry-after'),
    }
  } catch {
    return undefined
  }
}
