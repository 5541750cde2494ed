import { z } from 'zod'
import { errorCodes } from './error-codes.ts'

/** The part of the request with the invalid value. */
export const FaultPlace = z.enum(['query', 'path', 'body', 'header'])
export type FaultPlace = z.infer<typeof FaultPlace>

export const ErrorDetail = z
  .object({
    field: z.string().describe('The parameter or field, in dotted form'),
    in: FaultPlace,
    issue: z.string().describe('What is wrong and what is expected'),
  })
  .meta({ id: 'ErrorDetail' })
export type ErrorDetail = z.infer<typeof ErrorDetail>

/** The body of every response other than 2xx and 304 (specification, section 7). */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).meta({ id: 'ErrorCode', description: 'Machine-readable code; the list is closed' }),
      message: z.string().describe('What went wrong, with the name of an invalid parameter'),
      request_id: z.string().describe('Identifies the request; also in the X-Request-Id header and the log'),
      details: z.array(ErrorDetail).optional(),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
