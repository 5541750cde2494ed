import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'

/** Next rejects longer trees. */
const maxLength = 40_000

const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.enum(['c', 'ci(..)(..)', 'ci(.)', 'ci(..)', 'ci(...)', 'oc', 'd', 'di(..)(..)', 'di(.)', 'di(..)', 'di(...)']),
    z.array(z.string()).nullable(),
  ]),
])

/** The state of the open page as Next's router sends it; Next responds to anything else with 500. */
const RouterState: z.ZodType = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy(() => RouterState),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
])

/** Throws `invalid_request` on a `Next-Router-State-Tree` that Next cannot read. */
export function assertReadableRouterState({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const state = headers['next-router-state-tree']
  if (state !== undefined && !isReadable(String(state))) {
    throw new AppError('invalid_request', 'The header Next-Router-State-Tree has an invalid value.')
  }
}

function isReadable(state: string): boolean {
  try {
    return state.length <= maxLength && RouterState.safeParse(JSON.parse(decodeURIComponent(state))).success
  } catch {
    return false
  }
}
