import { findDatabaseErrorCode } from './db/error-code.ts'
import { log } from './log/log.ts'
import { processWide } from './process/process-wide.ts'
import { isStopping } from './process/stop-requests.ts'
import { getRuntime } from './runtime/runtime.ts'

type Outage = 'unreachable' | 'disk_full'

/** Milliseconds between two checks whether an outage is over. */
const checkMs = 1_000

const codesOutOfReach =
  /^(08...|26000|28...|3D000|42P05|53...|55000|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after/

/** The outage of the database that an error shows; undefined for any other error. */
function classifyOutage(error: unknown): Outage | undefined {
  const code = findDatabaseErrorCode(error) ?? ''
  if (code === '53100') return 'disk_full'
  let message = ''
  for (let current = error; current instanceof Error; current = current.cause) message = current.message
  return codesOutOfReach.test(code) || connectionLost.test(message) ? 'unreachable' : undefined
}

const kinds: Readonly<Record<Outage, { readonly begins: string; readonly ends: string; readonly probe: string }>> = {
  unreachable: { begins: 'the database is unreachable', ends: 'the database is back', probe: 'select 1' },
  disk_full: {
    begins: 'the disk of the database is full: nothing can be saved',
    ends: 'the disk of the database has space again',
    // Needs 700 kB, which are freed at once.
    probe: `create temp table hindsight_probe on commit drop as select md5(n::text) from generate_series(1, 20000) n`,
  },
}

const slot = () =>
  processWide<{ current: Outage | undefined; isChecking: boolean }>('outage', () => ({
    current: undefined,
    isChecking: false,
  }))

/** The outage that lasts, as this process sees it. */
export const findOutage = (): Outage | undefined => slot().current

/**
 * Returns the outage that an error shows. If the database still has it when asked again, one line of the log says so,
 * and another one when it ends.
 */
export function noticeOutage(error: unknown): Outage | undefined {
  const outage = classifyOutage(error)
  const state = slot()
  if (outage && !state.isChecking && !isStopping()) {
    state.isChecking = true
    void check(outage)
  }
  return outage
}

async function check(suspected: Outage): Promise<void> {
  const state = slot()
  const found = await probe(suspected)
  if (isStopping()) return
  if (found !== state.current) {
    if (state.current) log.info(kinds[state.current].ends)
    if (found) log.error(kinds[found].begins)
    state.current = found
  }
  state.isChecking = found !== undefined
  if (found) setTimeout(check, checkMs, found).unref()
}

async function probe(suspected: Outage): Promise<Outage | undefined> {
  try {
    await getRuntime().pool.query(kinds[suspected].probe)
    return undefined
  } catch (error) {
    return classifyOutage(error)
  }
}
