import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import { type OwnServer, signInAs } from '#e2e/support/own-server.ts'
import { followEvents, type HeaderMap, toBearer } from './probes.ts'

/** The server that is attacked, which is alone on a database with demo data. */
export type AttackedServer = Pick<OwnServer, 'tokens'> & { readonly baseUrl: string }

export type NthRequest = (n: number) => Request

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

const post = (url: string, headers: HeaderMap, body: BodyInit) => new Request(url, { method: 'POST', headers, body })

/** A text of 50 kB that PostgreSQL's parser of words needs quadratic time for. */
const quadraticText = '_a'.repeat(24_900)

/** Articles of 50 kB, for which the search index is made. */
const postQuadraticTexts: Attack = {
  name: 'post-quadratic-texts',
  connections: 24,
  prepare: ({ baseUrl, tokens }) => {
    const headers = toBearer(tokens.docs.write, 'application/json')
    const article = (n: number) => ({ content: `# ${n}\n\n${quadraticText}`, metadata: { article_type: 'lesson' } })
    return (n) => post(`${baseUrl}/api/docs/v1/articles`, headers, JSON.stringify(article(n)))
  },
}

/** The pages that cost most for callers who have not signed in. */
const paths = ['/reference', '/sign-in', '/reference?system=itsm', '/no-such-page', '/_next/no-such-file']

/** Many connections of one IP address that all get pages without pause. */
const getCostlyPages: Attack = {
  name: 'get-costly-pages',
  connections: 200,
  async prepare({ baseUrl }) {
    // The first page loads the code of all pages.
    for (const path of paths) await fetch(`${baseUrl}${path}`, { redirect: 'manual' })
    return (n) => new Request(`${baseUrl}${paths[n % paths.length]}`)
  },
}

/** Imports of these files of changes, in turn, by a token that may write. */
const importFiles = (name: string, contentType: string, files: readonly string[]): Attack => ({
  name,
  connections: 4,
  prepare: ({ baseUrl, tokens }) => {
    const headers = toBearer(tokens.itsm.write, contentType)
    return (n) => post(`${baseUrl}/api/itsm/v1/imports?kind=changes`, headers, files[n % files.length] ?? '')
  },
})

const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')
/** Files with millions of columns. */
const importWideFiles = importFiles('import-wide-files', 'text/csv', [
  ','.repeat(5_000_000),
  ','.repeat(100_000),
  `${columns}\n${'1,'.repeat(100_000)}\n`,
  `number,title,${columns}\nCHG1,Wide\n`,
])

const depth = 100_000
/** JSON whose fields have 100,000 levels. */
const importDeepFiles = importFiles('import-deep-files', 'application/json', [
  `[{"number":"CHG1","title":${`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`}}]`,
  `[{"number":"CHG1","title":"Deep","created_at":${'['.repeat(depth)}${']'.repeat(depth)}}]`,
])

const file = new Uint8Array(2_000_000).fill(0x78)

/** Drafts of imports until there is no more room for them, and further ones. */
const uploadWithoutEnd: Attack = {
  name: 'upload-without-end',
  // Megabytes, so few that the quota of uploads suffices to fill them.
  env: { HINDSIGHT_IMPORT_SPACE: '40' },
  // There is no more room for files of anybody.
  mayRefuse: /^(?:upload|import until it is done): POST \S+: 507 /,
  connections: 4,
  async prepare({ baseUrl }) {
    const headers = { ...(await signInAs(baseUrl, 'manager')), 'Content-Type': 'application/octet-stream' }
    return () => post(`${baseUrl}/api/app/v1/imports?kind=changes&file_name=endless.csv`, headers, file)
  },
}

/** More long polls of one caller than may wait. */
const crowdLongPolls: Attack = {
  name: 'crowd-long-polls',
  connections: 300,
  async prepare({ baseUrl, tokens }) {
    const headers = toBearer(tokens.itsm.read)
    const feed = await followEvents(baseUrl, headers)
    return () => new Request(`${baseUrl}${feed}&wait=20`, { headers })
  },
}

const deploymentsOfBatch = 3_000
const deployment = (id: string) => ({
  specversion: '1.0',
  id,
  source: '/pipelines/payments',
  type: 'org.example.deployed',
  time: '2026-03-01T02:09:00Z',
  data: { service: 'payments', environment: 'production', status: 'success', title: `Deploy ${id}` },
})

/** A batch of 3,000 deployments, and then single ones as fast as they are accepted. */
const sendBurstsOfEvents: Attack = {
  name: 'send-bursts-of-events',
  connections: 20,
  async prepare({ baseUrl }) {
    const path = await addSenderTo(baseUrl, 'cloudevents')
    const batch = Array.from({ length: deploymentsOfBatch }, (_, n) => deployment(`batch-${n}`))
    return (n) => {
      const headers = toBearer(senderSecret, `application/cloudevents${n === 1 ? '-batch' : ''}+json`)
      return post(`${baseUrl}${path}`, headers, JSON.stringify(n === 1 ? batch : deployment(`single-${n}`)))
    }
  },
}

/** Proofs of the ledger, which anybody may ask for, from one IP address. */
const askForProofs: Attack = {
  name: 'ask-for-proofs',
  connections: 100,
  async prepare({ baseUrl }) {
    const checkpoint = await (await fetch(`${baseUrl}/api/ledger/v1/checkpoint`)).text()
    const [, size] = checkpoint.split('\n')
    return () => new Request(`${baseUrl}/api/ledger/v1/consistency?from=1&to=${size}`)
  },
}

/** One attack for each resource that callers share: the database, the thread of pages, imports, space, events. */
export const allAttacks: readonly Attack[] = [
  postQuadraticTexts,
  getCostlyPages,
  importWideFiles,
  importDeepFiles,
  uploadWithoutEnd,
  crowdLongPolls,
  sendBurstsOfEvents,
  askForProofs,
]
