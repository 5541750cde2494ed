import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { defaultIncidentWindow, maxWindowDays } from '#lib/domain/change/incident-window.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchWindow } from './rank-incidents.ts'

const longest = maxWindowDays * 24 * 60 * 60 * 1000

/**
 * The requested window, with the default for each end that is left out; null when an end is unknown. The default window
 * of very long work is shortened. Throws `invalid_parameter` for a window that ends before it starts or is too long.
 */
export function readWindow(
  change: ChangeRecord,
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
): SearchWindow | null {
  const usual = defaultIncidentWindow(change)
  const [from, to] = [input.from ?? usual.start, input.to ?? usual.end]
  if (from === null || to === null) return null
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const named = input.to !== undefined ? 'to' : input.from !== undefined ? 'from' : null
  if (named && end < start)
    throw invalidField(named, 'query', `must not make the window end (${to}) before it starts (${from})`)
  if (named && end - start > longest)
    throw invalidField(named, 'query', `must make a window of at most ${maxWindowDays} days`)
  const cut = Math.min(Math.max(end, start), start + longest)
  return { from: new Date(start).toISOString(), to: new Date(cut).toISOString() }
}
