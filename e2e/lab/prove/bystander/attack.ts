import type { OwnServer } from '#e2e/support/own-server.ts'

/** The server that is attacked, which is alone on a database with demo data. */
export type AttackedServer = Pick<OwnServer, 'tokens'> & { readonly baseUrl: string }

/** A way in which a caller may try to exhaust the service. */
export type Attack = {
  /** Kebab-case; names it in the figure of the claim. */
  readonly name: string
  /** Settings of the server besides those of an installation. */
  readonly env?: Readonly<Record<string, string>>
  /** Rejections of the second caller that are allowed. */
  readonly mayRefuse?: RegExp
  /** Number of concurrent requests, each followed by the next one without pause. */
  readonly connections: number
  /** Prepares the attack before anything is measured; returns its nth request, counted from 1. */
  readonly prepare: (target: AttackedServer) => NthRequest | Promise<NthRequest>
}

export type NthRequest = (n: number) => Request
export type HeaderMap = Readonly<Record<string, string>>

/** Sends a POST that creates something; returns its id. Throws unless it was created. */
export async function create(url: string, headers: HeaderMap, body: BodyInit): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

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

/** A text of 50 kB that PostgreSQL's parser of words needs quadratic time for. */
export const quadraticText = '_a'.repeat(24_900)
