import { once } from 'node:events'
import { createServer } from 'node:http'

type AttributeValue = {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
}

/** A span in OTLP's JSON, reduced to what tests need. */
export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: AttributeValue }[]
  /** 2 is an error. */
  readonly status: { readonly code?: number }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>

/** A trace collector on loopback that receives OTLP JSON at `/v1/traces`. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(body)
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    spans,
    /** Everything received, as text. */
    text: () => bodies.join('\n'),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The attributes of a span as a plain object. */
export const readAttributes = (span: ReceivedSpan): Record<string, unknown> =>
  Object.fromEntries(
    span.attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue)),
    ]),
  )
