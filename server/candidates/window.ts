import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { defaultIncidentWindow, maxWindowDays } from '#lib/domain/incident-window.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchWindow } from './rank-incidents.ts'

const longest = maxWindowDays * 24 * 60 * 60 * 1000

/**
 * The window that is asked for, each end the usual one where it is left out; null when an end is not known. The usual
 * window of work that lasted very long is cut. Throws `invalid_parameter` for one that is upside down or too long.
 */
export function readWindow(
  change: ChangeRecord,
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
): SearchWindow | null {
  const usual = defaultIncidentWindow(change)
  const [from, to] = [input.from ?? usual.start, input.to ?? usual.end]
  if (from === null || to === null) return null
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const asked = input.to !== undefined ? 'to' : input.from !== undefined ? 'from' : null
  if (asked && end < start)
    throw invalidField(asked, 'query', `must not make the window end (${to}) before it starts (${from})`)
  if (asked && end - start > longest)
    throw invalidField(asked, 'query', `must make a window of at most ${maxWindowDays} days`)
  const cut = Math.min(Math.max(end, start), start + longest)
  return { from: new Date(start).toISOString(), to: new Date(cut).toISOString() }
}
