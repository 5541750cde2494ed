import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { CapturedAnswer } from './capture-answers.ts'

// Server (a): node:http alone. It sends the status, headers and bytes that ours answered to the same method and
// address, from memory: no database, no parsing, no check. This is the most that the runtime gives.

type Kept = { readonly status: number; readonly headers: string[]; readonly body: Buffer }

const answers = new Map<string, Kept>()
for (const { key, status, headers, body } of JSON.parse(
  readFileSync(process.env.BENCH_ANSWERS ?? '', 'utf8'),
) as CapturedAnswer[]) {
  answers.set(key, { status, headers: headers.flat(), body: Buffer.from(body) })
}

createServer((request, response) => {
  const isConditional = request.headers['if-none-match'] !== undefined
  const answer = answers.get(`${isConditional ? 'conditional ' : ''}${request.url}`)
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(answer.status, answer.headers).end(answer.body)
}).listen(Number(process.env.PORT), '127.0.0.1')
