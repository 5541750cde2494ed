import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { cutUnread } from './node-request.ts'
import type { EncodedResponse } from './response.ts'
import { sendResponse } from './send-response.ts'
import { faultResponse } from './unreadable-request.ts'

const tooLate = () => new AppError('upstream_timeout', 'The request took too long. It may still be carried out.')

/** Sends the response that `work` makes, or an error if it fails or, with a limit, takes longer than `milliseconds`. */
export async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  work: Promise<EncodedResponse>,
  milliseconds?: number,
): Promise<void> {
  const limited = milliseconds === undefined ? work : inTime(work, milliseconds, tooLate)
  try {
    sendResponse(outgoing, await limited.catch(faultResponse))
    cutUnread(incoming, outgoing)
  } catch (error) {
    log.error({ err: error }, 'response not sent')
    outgoing.destroy()
  }
}

/** Responds with an error unless a page has begun to respond, which is then cut off. */
export function respondWithFault(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) {
    sendResponse(response, faultResponse(error))
    return
  }
  log.error({ err: error }, 'page failed')
  response.destroy()
}
