import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { type ApiRequest, getServiceOrigin } from '#server/platform/http/api-request.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'

/** The headers that the protocol reads. */
const ofProtocol = /^(?:accept|content-type|mcp-.+)$/

/**
 * From this version on, only an answer in parts is a stream. Before, every answer is one, even with a single message.
 */
const currentVersion = '2026-07-28'

/** Answers a request of the Model Context Protocol. An answer of our tools is complete before the promise resolves. */
export async function respondMcp(
  request: ApiRequest,
  body: Uint8Array | null,
  handler: McpHttpHandler,
): Promise<EncodedResponse> {
  const { method, target, headers, left } = request
  const response = await handler.fetch(
    new Request(`${getServiceOrigin(headers)}${target.pathname}`, {
      method,
      headers: request
        .headerNames()
        .filter((name) => ofProtocol.test(name))
        .map((name): [string, string] => [name, headers.get(name) ?? '']),
      body: body && Buffer.from(body),
      signal: left,
    }),
  )
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const hasParts = isStream && headers.get('mcp-protocol-version') === currentVersion
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: hasParts && response.body ? Readable.fromWeb(response.body as ReadableStream) : await response.text(),
  }
}
