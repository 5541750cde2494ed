import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerPage } from './pages/answer-page.ts'
import { answerApiRequest, isApiPath, loadApiRoutes } from './platform/api/api-router.ts'
import { abandonEmbeddedPostgres } from './platform/db/embedded/start.ts'
import { readEnvOrStop } from './platform/env.ts'
import { drainOf } from './platform/http/drain.ts'
import { isOverloaded } from './platform/http/load-shedding.ts'
import { cutUnread, fromIncoming } from './platform/http/node-request.ts'
import { readablePageAddress } from './platform/http/page-address.ts'
import { pageRouter } from './platform/http/page-routes.ts'
import { assertReadableRouterState } from './platform/http/router-state.ts'
import { sendAnswer } from './platform/http/send-answer.ts'
import { servePage } from './platform/http/serve-page.ts'
import { settleHead } from './platform/http/settle-head.ts'
import type { Target } from './platform/http/target.ts'
import { answerFault, refuseHead, refuseOnSocket, refuseOverloaded } from './platform/http/unreadable-request.ts'
import { log } from './platform/log/log.ts'
import { sendConsoleToLog } from './platform/log/log-console.ts'
import { projectDir } from './platform/project-dir.ts'
import { announceStop, onStopRequest } from './platform/stop-requests.ts'
import { startRuntime } from './start.ts'
import { explainStartFailure } from './start-failure.ts'

/** Milliseconds that requests in flight are given to finish after SIGTERM. */
const drainFor = 8_000
/** Milliseconds after which the process ends whether the database lets go or not; those who supervise give it 10 s. */
const endWithin = 9_000
/** Milliseconds within which a request must have arrived whole, so that slow clients do not pile up. */
const arriveWithin = 30_000
/** Milliseconds after which a connection on which nothing moves is cut: the client does not read its answer. */
const silentFor = 60_000
/** Milliseconds that a connection waits for its next request: longer than the 60 s after which usual proxies end it. */
const keepAliveFor = 65_000

Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
sendConsoleToLog()
const env = readEnvOrStop()

let isStopping = false
/** Set once requests are taken: ends those in flight and lets go of the database. */
let finish: (() => Promise<void>) | undefined
/** A second signal ends the delay. */
const hurry = new AbortController()
async function stop(reason: string): Promise<void> {
  if (isStopping) return hurry.abort()
  isStopping = true
  log.info({ signal: reason }, 'stopping')
  announceStop()
  if (finish) await sleep(env.stopDelay, undefined, { signal: hurry.signal }).catch(() => {})
  setTimeout(leaveDatabase, endWithin)
  await (finish ?? abandonEmbeddedPostgres)()
  process.exit(0)
}
onStopRequest(stop)

const runtime = startRuntime(env)
try {
  if (!existsSync(join(projectDir(), '.next', 'BUILD_ID')))
    throw new Error('the pages are not built; npm run build does it')
  await Promise.all([runtime, loadApiRoutes()])
} catch (error) {
  await giveUp(explainStartFailure(error, env))
}
if (isStopping) await untilExit()

const pageRoute = pageRouter()

async function answerApi(incoming: IncomingMessage, outgoing: ServerResponse, target: Target): Promise<void> {
  const found = async () => answerApiRequest(fromIncoming(incoming, target))
  try {
    sendAnswer(outgoing, await found().catch(answerFault))
    cutUnread(incoming, outgoing)
  } catch (error) {
    log.error({ err: error }, 'answer not sent')
    outgoing.destroy()
  }
}

/** Tells browsers that they come over TLS only, once people do: a year, for the names below ours too. */
const transport = env.publicUrl?.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : undefined

const answer: RequestListener = (request, response) => {
  drain.admit(response)
  if (transport) response.setHeader('Strict-Transport-Security', transport)
  let target: Target
  try {
    target = settleHead(request, env.trustProxy)
    if (isApiPath(target.pathname)) return answerApi(request, response, target)
    assertReadableRouterState(request)
  } catch (error) {
    return sendAnswer(response, refuseHead(error, request))
  }
  if (isOverloaded()) return sendAnswer(response, refuseOverloaded())
  // Next fails on this method.
  if (request.method === 'TRACE') return response.writeHead(405, { Allow: 'GET, HEAD' }).end()
  // No page has a picture for Next to resize.
  if (target.pathname === '/_next/image') return response.writeHead(404).end()
  const page = readablePageAddress(request.url ?? '/')
  request.url = page
  return servePage(request, response, pageRoute(page), () => answerPage(env, request, response))
}
const server = createServer(
  {
    requestTimeout: arriveWithin,
    keepAliveTimeout: keepAliveFor,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
    // Next closes the connection of whoever offers another protocol, as clients of HTTP/2 do; the offer may be declined.
    shouldUpgradeCallback: () => false,
  },
  answer,
)
server.timeout = silentFor
const drain = drainOf(server, drainFor)
finish = async () => {
  await drain.finish()
  await (await runtime).stop()
}
server.on('checkExpectation', answer)
server.on('clientError', refuseOnSocket)
server.on('error', (error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE'
  giveUp(isTaken ? `port ${env.port} is in use; set PORT to another, e.g. PORT=${env.port + 1}` : error.message)
})
/** The port, once requests are taken. */
export const listening = new Promise<number>((resolve) => {
  server.listen(env.port, env.host, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : env.port
    log.info({ address: `http://${env.host}:${port}` }, 'listening')
    resolve(port)
  })
})

/** Ends without the database, which does not answer: what waits for it was cut off, and it rolls back what it had begun. */
function leaveDatabase(): void {
  log.warn('the database does not let go, ended without waiting for it')
  process.exit(1)
}

/** For a start that is being stopped: `stop` ends the process. */
function untilExit(): Promise<never> {
  return new Promise(() => {})
}

/** Ends a start that failed: says why and stops what was started. */
async function giveUp(reason: string): Promise<never> {
  if (isStopping) return untilExit()
  process.stderr.write(`Hindsight cannot start: ${reason}\n`)
  await runtime.then((started) => started.stop()).catch(() => {})
  process.exit(1)
}
