export type HeaderMap = Readonly<Record<string, string>>

type Feed = { readonly result: readonly { readonly key: string; readonly type: string }[]; readonly next: string }

/** Reads events from the path on; returns them and the path that reads the later ones. */
export async function readFeed(baseUrl: string, path: string, headers: HeaderMap) {
  const response = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(60_000) })
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  const { result, next } = (await response.json()) as Feed
  return { result, path: `/api/itsm/v1/events?limit=1000&after=${next}` }
}

/** The path that reads the events since now. */
export async function followEvents(baseUrl: string, headers: HeaderMap): Promise<string> {
  for (let path = '/api/itsm/v1/events?limit=1000&after=start'; ; ) {
    const read = await readFeed(baseUrl, path, headers)
    if (read.result.length === 0) return read.path
    path = read.path
  }
}

/** Headers with a token or secret, and with the media type of a body. */
export const toBearer = (token: string, contentType?: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(contentType !== undefined && { 'Content-Type': contentType }),
})
