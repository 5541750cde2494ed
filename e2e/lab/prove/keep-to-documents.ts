import { z } from 'zod'
import { runExampleOnPrism, withPrism } from '#e2e/support/prism.ts'
import { callJira } from '#server/connections/trackers/jira/testing-jira-requests.ts'
import type { FakeRequest } from '#server/connections/trackers/testing-fake-tracker.ts'
import { type Claim, skipped, toVerdict } from './claim.ts'

export const callByContract: Claim = {
  name: 'call-by-contract',
  async prove() {
    const { lines, faults } = await runExampleOnPrism()
    return toVerdict(`${lines} results; ${faults.length} faults`, faults, lines > 3)
  },
}

/** True for the search by page tokens, which Jira's description (2022) lacks; a test compares it with our own. */
const isNewer = ({ url }: FakeRequest) => url.pathname.endsWith('/search/jql')

export const keepToJira: Claim = {
  name: 'keep-to-jira',
  async prove() {
    const published = process.env.HINDSIGHT_JIRA_OPENAPI
    if (!published) {
      return skipped('HINDSIGHT_JIRA_OPENAPI does not name the file with the OpenAPI document of Jira Cloud')
    }
    const requests = (await callJira()).filter((request) => !isNewer(request))
    const faults = await validate(published, requests)
    return toVerdict(`${requests.length} requests against the document of Jira; ${faults.length} faults`, faults)
  },
}

/** Sends requests to Prism, which serves a document, and returns the faults that it finds in them. */
const validate = (document: string, requests: readonly FakeRequest[]): Promise<string[]> =>
  withPrism(document, async (baseUrl) => {
    if ((await listFaults(baseUrl, wrongRequest)).length === 0)
      return [`Prism accepts a wrong request with ${document}`]
    const faults: string[] = []
    for (const request of requests) faults.push(...(await listFaults(baseUrl, request)))
    return faults
  })

/** Shows that Prism looks at requests. */
const wrongRequest: FakeRequest = {
  method: 'POST',
  url: new URL('https://jira.example/rest/api/3/issue'),
  headers: { authorization: 'Basic Og==' },
  body: { fields: 'none' },
}

const Violations = z.array(z.object({ location: z.array(z.string()), message: z.string() }))

async function listFaults(baseUrl: string, { method, url, headers, body }: FakeRequest): Promise<string[]> {
  const response = await fetch(`${baseUrl}${url.pathname}${url.search}`, {
    method,
    headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  const found = Violations.parse(JSON.parse(response.headers.get('sl-violations') ?? '[]'))
  // The examples of responses in the document of Jira are texts, which Prism finds wrong whatever the request.
  const faults = found.filter(({ location }) => location[0] === 'request').map(({ message }) => message)
  if (response.status >= 400 && faults.length === 0) faults.push(`answered with ${response.status}`)
  return faults.map((fault) => `${method} ${url.pathname}${url.search}: ${fault}`)
}
