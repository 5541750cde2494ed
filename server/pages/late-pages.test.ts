import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { resolveTarget } from '#server/platform/http/api-request.ts'
import { fromIncoming } from '#server/platform/http/node-request.ts'
import { respondWithFault } from '#server/platform/http/respond.ts'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { inPageTurn } from './page-turn.ts'

provideTestRuntime()

/** Starts a server whose pages end only when `render` does, and which waits that long for them. */
async function servePages(render: (response: ServerResponse) => Promise<void>, milliseconds: number) {
  const server = createServer((request, response) => {
    const target = resolveTarget(request, false)
    inPageTurn(fromIncoming(request, target), response, () => render(response), { milliseconds }).catch((error) =>
      respondWithFault(response, error),
    )
  })
  return `${(await listenInTest(server)).url}/changes`
}

test('a page that does not begin in time is a 504 with a body, as is one that waits for its turn', async () => {
  const endings: (() => void)[] = []
  const late: Promise<unknown>[] = []
  const render = (response: ServerResponse) => {
    const ended = new Promise<void>((end) => endings.push(end))
    const rendered = ended.then(() => void response.end('<html>'))
    late.push(rendered)
    return rendered
  }
  const url = await servePages(render, 20)
  const responses = await Promise.all([fetch(url), fetch(url), fetch(url)])
  for (const response of responses) {
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_timeout', message: /took too long/ } })
  }
  // Anything that a page does after that has no effect.
  for (const end of endings) end()
  await Promise.all(late)
})
