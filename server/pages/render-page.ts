import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '#server/platform/env.ts'
import { sendResponse } from '#server/platform/http/send-response.ts'
import { buildFaultResponse } from '#server/platform/http/unreadable-request.ts'
import { projectDir } from '#server/platform/project-dir.ts'

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const routerState = 'next-router-state-tree'

let loading: Promise<PageHandler> | undefined

/** Serves a page. Next is loaded with the first page, so a process that serves only the API never loads it. */
export async function renderPage(
  env: Pick<Env, 'host' | 'port'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let handle: PageHandler
  try {
    loading ??= load(env)
    handle = await loading
  } catch (error) {
    loading = undefined
    return sendResponse(response, buildFaultResponse(error))
  }
  return handle(request, response)
}

async function load({ host, port }: Pick<Env, 'host' | 'port'>): Promise<PageHandler> {
  const { default: next } = await import('next')
  const { parseAndValidateFlightRouterState: parseRouterState } = await import(
    'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
  )
  const pages = next({ dev: false, dir: projectDir(), hostname: host, port })
  await pages.prepare()
  const handle = pages.getRequestHandler()
  return (request, response) => {
    // Next fails on a state of its router that it cannot read; without one it sends the whole page.
    try {
      parseRouterState(request.headers[routerState])
    } catch {
      delete request.headers[routerState]
    }
    return handle(request, response)
  }
}
