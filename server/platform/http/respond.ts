import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { cutUnread } from './node-request.ts'
import type { EncodedResponse } from './response.ts'
import { sendResponse } from './send-response.ts'
import { buildFaultResponse, tooLate } from './unreadable-request.ts'

const lateError = () => new AppError('upstream_timeout', tooLate)

/** Sends the response that `work` makes, or an error if it fails or, with a limit, takes longer than `milliseconds`. */
export async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  work: Promise<EncodedResponse>,
  milliseconds?: number,
): Promise<void> {
  const limited = milliseconds === undefined ? work : inTime(work, milliseconds, lateError)
  try {
    sendResponse(outgoing, await limited.catch(buildFaultResponse))
    cutUnread(incoming, outgoing)
  } catch (error) {
    log.error({ err: error }, 'response not sent')
    outgoing.destroy()
  }
}

/** Responds with an error unless a page has begun to respond, which is then cut off. */
export function respondWithFault(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) {
    sendResponse(response, buildFaultResponse(error))
    return
  }
  log.error({ err: error }, 'page failed')
  response.destroy()
}
