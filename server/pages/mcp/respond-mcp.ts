import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { readBytes } from '#server/platform/http/read-body.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'
import { serviceOrigin } from '#server/platform/http/service-origin.ts'

/** The headers that the protocol reads. */
const ofProtocol = /^(?:accept|content-type|mcp-.+)$/

/** Answers a request of the Model Context Protocol, whose body may have as many bytes as one of the API. */
export async function respondMcp(request: ApiRequest, handler: McpHttpHandler): Promise<EncodedResponse> {
  const { method, target, headers, left } = request
  const response = await handler.fetch(
    new Request(`${serviceOrigin(headers)}${target.pathname}`, {
      method,
      headers: request
        .headerNames()
        .filter((name) => ofProtocol.test(name))
        .map((name): [string, string] => [name, headers.get(name) ?? '']),
      body: method === 'POST' ? Buffer.from(await readBytes(request)) : null,
      signal: left,
    }),
  )
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isStream && response.body ? Readable.fromWeb(response.body as ReadableStream) : await response.text(),
  }
}
