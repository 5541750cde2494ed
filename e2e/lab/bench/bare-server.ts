import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { CapturedResponse } from './capture-responses.ts'

// Server (a): plain node:http. It sends the status, headers and bytes of our response to the same method and address,
// from memory: no database, no parsing, no validation. This is the limit of the runtime.

type StoredResponse = { readonly status: number; readonly headers: string[]; readonly body: Buffer }

const storedResponses = new Map<string, StoredResponse>()
for (const { key, status, headers, body } of JSON.parse(
  readFileSync(process.env.BENCH_ANSWERS ?? '', 'utf8'),
) as CapturedResponse[]) {
  storedResponses.set(key, { status, headers: headers.flat(), body: Buffer.from(body) })
}

createServer((request, response) => {
  const isConditional = request.headers['if-none-match'] !== undefined
  const storedResponse = storedResponses.get(`${isConditional ? 'conditional ' : ''}${request.url}`)
  if (!storedResponse) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(storedResponse.status, storedResponse.headers).end(storedResponse.body)
}).listen(Number(process.env.PORT), '127.0.0.1')
