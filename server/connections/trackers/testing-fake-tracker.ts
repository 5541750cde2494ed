import type { Outgoing, OutgoingRequest, OutgoingResponse } from '#server/platform/outgoing/outgoing.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'

export type FakeRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

export type FakeResponse = {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type FakeIssue = {
  readonly number: number
  title: string
  /** Markdown, or the document of Jira. */
  text: unknown
  status: string
  dueOn: string | null
  assignee: string | null
  /** The person who wrote it last; null for Hindsight. */
  editor: string | null
  /** The reason for closing it. */
  reason: string | null
  properties: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

/** Faults that a test can switch on. */
export type Faults = {
  /** Number of following requests that are answered with 429. */
  limited: number
  /** True to lose the response of a write that was done. */
  losesResponse: (request: FakeRequest) => boolean
  /** Called before a write is done, such as for an edit by a person at that moment. */
  beforeWrite: (request: FakeRequest) => void
}

/** The issues of one project and what a person does with them, the same for every fake tracker. */
export class FakeIssues {
  readonly issues: FakeIssue[] = []
  readonly requests: FakeRequest[] = []
  readonly faults: Faults = { limited: 0, losesResponse: () => false, beforeWrite: () => {} }
  readonly #now: () => number
  #last = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The tracker's clock. It advances with each call, so that no two writes have the same time. */
  now(): number {
    this.#last = Math.max(this.#last + 1, this.#now())
    return this.#last
  }

  get writes(): number {
    return this.requests.filter(({ method }) => method !== 'GET').length
  }

  add(values: Partial<FakeIssue> & Pick<FakeIssue, 'status'>): FakeIssue {
    const at = this.now()
    const issue = {
      number: this.issues.length + 1,
      title: '',
      text: null,
      dueOn: null,
      assignee: null,
      reason: null,
      editor: null,
      properties: {},
      createdAt: at,
      updatedAt: at,
      ...values,
    }
    this.issues.push(issue)
    return issue
  }

  /** Changes an issue, as a person or as a request does. */
  edit(issue: FakeIssue, values: Partial<FakeIssue>): void {
    Object.assign(issue, { editor: null }, values, { updatedAt: this.now() })
  }

  find(number: number): FakeIssue | undefined {
    return this.issues.find((issue) => issue.number === number)
  }
}

/** The setup of a fake tracker. */
export type FakeOptions = {
  readonly now?: () => number
  /** Maximum issues on a page. */
  readonly pageSize?: number
  /** The login names of people, by e-mail. */
  readonly people?: Readonly<Record<string, string>>
}

/** A fake tracker with the properties of its kind, so that tests need not name any. */
export type FakeTracker = {
  /** The name of its kind. */
  readonly kind: string
  /** The base URL of its pages and API. */
  readonly origin: string
  /** The header with the secret of the connection; a request without it is rejected. */
  readonly signInHeader: string
  /** Options of a connection to it, besides the project. */
  readonly options?: object
  readonly project: string
  readonly store: FakeIssues
  /** The names of its statuses open, in progress and done. A tracker without the second one repeats the open one. */
  readonly statuses: readonly string[]
  /** The status in Hindsight of its open issues. */
  readonly openName: string
  readonly hasDueDates: boolean
  /** The key of an issue of the project. */
  getKey(number: number): string
  /** The key of an issue of another project. */
  readonly otherKey: string
  respond(request: FakeRequest): FakeResponse
}

/** A lost response: the connection ends without one. */
export class LostResponse extends Error {}

/** Handles a request with the faults that are switched on. */
export function handle(fake: FakeTracker, request: FakeRequest): FakeResponse {
  const { store } = fake
  store.requests.push(request)
  if (store.faults.limited > 0) {
    store.faults.limited -= 1
    return { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too many requests' } }
  }
  if (!request.headers[fake.signInHeader]) return { status: 401, body: { message: 'Not signed in' } }
  const isWrite = request.method !== 'GET'
  if (isWrite) store.faults.beforeWrite(request)
  const response = fake.respond(request)
  if (isWrite && store.faults.losesResponse(request)) throw new LostResponse()
  return response
}

/** Sends requests to a fake tracker without a network. */
export function outgoingTo(fake: FakeTracker): Outgoing {
  let requests = 0
  return {
    get requests() {
      return requests
    },
    async send(request: OutgoingRequest): Promise<OutgoingResponse> {
      requests += 1
      try {
        const { status, headers = {}, body } = handle(fake, readRequest(request))
        return {
          status,
          headers: { date: new Date(fake.store.now()).toUTCString(), ...headers },
          body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
        }
      } catch (error) {
        if (error instanceof LostResponse) throw new OutgoingError('unreachable', 'The tracker did not answer.')
        throw error
      }
    },
    async close() {},
  }
}

const readRequest = ({ method, url, headers = {}, body }: OutgoingRequest): FakeRequest => ({
  method,
  url: new URL(url),
  headers,
  body: body === undefined ? {} : JSON.parse(String(body)),
})

/** A page of a list by its number, with the Link header of GitHub and GitLab. */
export function numberedPage<Item>(items: readonly Item[], url: URL, maxPerPage: number) {
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 30), maxPerPage)
  const page = Number(url.searchParams.get('page') ?? 1)
  const next = new URL(url)
  next.searchParams.set('page', String(page + 1))
  const isLast = page * perPage >= items.length
  return {
    items: items.slice((page - 1) * perPage, page * perPage),
    headers: isLast ? {} : { link: `<${next.href}>; rel="next", <${url.href}>; rel="first"` },
  }
}
