import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pageApi } from './page-api.ts'
import { openPages } from './pages/serve-page.ts'
import { handleApiRequest, isApiPath, isUpload, loadApiRoutes } from './platform/api/api-router.ts'
import { isServedOverTls } from './platform/auth/session-token.ts'
import { abandonEmbeddedPostgres } from './platform/db/embedded/start.ts'
import { readEnvOrStop } from './platform/env.ts'
import { type RequestTarget, resolveTarget } from './platform/http/api-request.ts'
import { createDrain } from './platform/http/drain.ts'
import { fromIncoming } from './platform/http/node-request.ts'
import {
  buildFaultResponse,
  endIdleSocket,
  limitBodyTime,
  refuseHead,
  refuseOnSocket,
  respond,
} from './platform/http/respond.ts'
import { sendResponse } from './platform/http/response.ts'
import { createOverloadError, isOverloaded } from './platform/limits/fair-queue.ts'
import { log, sendConsoleToLog } from './platform/log/log.ts'
import { announceStop, onStopRequest } from './platform/process/stop-requests.ts'
import { projectDir } from './platform/project-dir.ts'
import { startRuntime } from './start.ts'
import { explainStartFailure } from './start-failure.ts'

/** Milliseconds that requests in flight have to finish after SIGTERM. */
const drainTimeoutMs = 8_000
/** Milliseconds after which the process exits even with open database connections; supervisors kill it after 10 s. */
const exitTimeoutMs = 9_000
/** Milliseconds within which a whole request must arrive, so that slow clients do not pile up. */
const requestTimeoutMs = 30_000
/** Milliseconds within which an uploaded file must arrive. */
const uploadTimeoutMs = 30 * 60_000
/** Milliseconds after which an idle connection is ended, with a response if a request waits for one. */
const idleTimeoutMs = 60_000
/** Milliseconds within which the API must begin to respond, before the connection counts as idle. */
const responseTimeoutMs = 50_000
/** Milliseconds that a connection stays open for its next request: longer than the usual 60 s of proxies. */
const keepAliveTimeoutMs = 65_000

Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
sendConsoleToLog()
const env = readEnvOrStop()

let isStopping = false
/** Set once the server listens: finishes requests in flight and closes the database. */
let finish: (() => Promise<void>) | undefined
/** Ends the delay before the stop, after a second signal. */
const delayAbort = new AbortController()
async function stop(reason: string): Promise<void> {
  if (isStopping) return delayAbort.abort()
  isStopping = true
  log.info({ signal: reason }, 'stopping')
  announceStop()
  if (finish) await sleep(env.stopDelay, undefined, { signal: delayAbort.signal }).catch(() => {})
  setTimeout(leaveDatabase, exitTimeoutMs)
  await (finish ?? abandonEmbeddedPostgres)()
  process.exit(0)
}
onStopRequest(stop)

const runtime = startRuntime(env)
try {
  if (!existsSync(join(projectDir(), '.next', 'BUILD_ID')))
    throw new Error('the pages are not built; npm run build does it')
  await Promise.all([runtime, loadApiRoutes(pageApi)])
} catch (error) {
  await giveUp(explainStartFailure(error, env))
}
if (isStopping) await waitForExit()

const servePages = openPages(env)

function handleApi(incoming: IncomingMessage, outgoing: ServerResponse, target: RequestTarget): Promise<void> {
  const responding = (async () => handleApiRequest(fromIncoming(incoming, target)))()
  const limit = isUpload(incoming.method, target.pathname) ? undefined : responseTimeoutMs
  return respond(incoming, outgoing, responding, limit)
}

/** HSTS for one year, with subdomains, if the public URL uses HTTPS. */
const transport = 'max-age=31536000; includeSubDomains'

const handleRequest: RequestListener = (request, response) => {
  drain.admit(response)
  if (isServedOverTls()) response.setHeader('Strict-Transport-Security', transport)
  let target: RequestTarget
  try {
    target = resolveTarget(request, env.trustProxy)
    if (!isUpload(request.method, target.pathname)) limitBodyTime(request, requestTimeoutMs)
    if (isApiPath(target.pathname)) return handleApi(request, response, target)
  } catch (error) {
    return sendResponse(response, refuseHead(error, request))
  }
  if (isOverloaded('pages')) return sendResponse(response, buildFaultResponse(createOverloadError()))
  return servePages(request, response, target)
}
const server = createServer(
  {
    requestTimeout: uploadTimeoutMs,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
    // Ignores offers to upgrade, as from HTTP/2 clients: Next would close the connection.
    shouldUpgradeCallback: () => false,
  },
  handleRequest,
)
server.setTimeout(idleTimeoutMs, endIdleSocket)
const drain = createDrain(server, drainTimeoutMs)
finish = async () => {
  await drain.finish()
  await (await runtime).stop()
}
server.on('checkExpectation', handleRequest)
server.on('clientError', refuseOnSocket)
server.on('error', (error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE'
  giveUp(isTaken ? `port ${env.port} is in use; set PORT to another, e.g. PORT=${env.port + 1}` : error.message)
})
/** Resolves to the port once the server listens. */
export const listening = new Promise<number>((resolve) => {
  server.listen(env.port, env.host, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : env.port
    log.info({ address: `http://${env.host}:${port}` }, 'listening')
    resolve(port)
  })
})

/** Exits without closing the database, which does not respond; it rolls back what was in progress. */
function leaveDatabase(): void {
  log.warn('exited without waiting for the database, which does not respond')
  process.exit(1)
}

/** Waits while `stop` exits the process. */
function waitForExit(): Promise<never> {
  return new Promise(() => {})
}

/** Reports why the start failed, stops what was started and exits. */
async function giveUp(reason: string): Promise<never> {
  if (isStopping) return waitForExit()
  process.stderr.write(`Hindsight cannot start: ${reason}\n`)
  await runtime.then((started) => started.stop()).catch(() => {})
  process.exit(1)
}
