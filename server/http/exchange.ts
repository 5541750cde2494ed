import type { Actor } from '#server/context.ts'
import { anonymous } from '#server/context.ts'
import { log } from '#server/log.ts'
import type { Answer, AnswerHeaders } from './answer.ts'
import { clientAddressOf } from './client-address.ts'
import { dataSecurityPolicy } from './content-security-policy.ts'
import { setCorsHeaders } from './cors.ts'
import { asAppError, errorAnswer } from './error-answer.ts'
import { observeRequest } from './metrics.ts'
import { requestIdOf } from './request-id.ts'

/** One request on its way: who sends it, and the fields that every answer to it carries. */
export type Visit = {
  readonly request: Request
  readonly requestId: string
  readonly address: string
  readonly now: Date
  readonly headers: AnswerHeaders
  actor: Actor
}

/**
 * Answers one request with what `work` gives or with the error it throws. Whatever happens, the answer carries its
 * request id, is counted and is logged.
 */
export async function exchange(
  request: Request,
  operation: string,
  work: (visit: Visit) => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now()
  const requestId = requestIdOf(request.headers)
  const headers = new Map([
    ['X-Request-Id', requestId],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', dataSecurityPolicy],
    ['Cache-Control', 'private, no-cache'],
  ])
  let answer: Answer
  let actor = anonymous
  try {
    setCorsHeaders(request, headers)
    const visit = { request, requestId, address: clientAddressOf(request), now: new Date(), headers, actor }
    answer = await work(visit).finally(() => {
      actor = visit.actor
    })
  } catch (error) {
    const known = asAppError(error)
    if (known.code === 'internal_error') log.error({ err: error, request_id: requestId }, 'request failed')
    answer = errorAnswer(known, requestId)
  }
  const milliseconds = performance.now() - started
  observeRequest(operation, answer.status, milliseconds)
  log.info({
    request_id: requestId,
    method: request.method,
    path: pathOf(request.url),
    operation,
    status: answer.status,
    ms: Math.round(milliseconds * 100) / 100,
    actor: actor.id,
  })
  return complete(request, answer, headers)
}

const pathOf = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('?', 1)[0]

/** The answer with the fields that every answer carries, and without the body where HTTP allows none. */
function complete(request: Request, { status, headers, body }: Answer, common: AnswerHeaders): Answer {
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304
  return { status, headers: { ...Object.fromEntries(common), ...headers }, body: hasBody ? body : null }
}
