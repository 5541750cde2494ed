import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { getDefaultIncidentWindow, maxWindowDays } from '#lib/domain/change/incident-window.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchWindow } from './rank-incidents.ts'

const longest = maxWindowDays * 24 * 60 * 60 * 1000

/**
 * Returns the requested window, with the default for each omitted end; null when an end is unknown. The default window
 * of very long work is shortened. Throws `invalid_parameter` for a window that ends before it starts or is too long.
 */
export function readWindow(
  change: ChangeRecord,
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
): SearchWindow | null {
  const usual = getDefaultIncidentWindow(change)
  const from = input.from ?? usual.start
  const to = input.to ?? usual.end
  if (from === null || to === null) return null
  const start = Date.parse(from)
  const end = Date.parse(to)
  const parameter = input.to !== undefined ? 'to' : input.from !== undefined ? 'from' : null
  if (parameter && end < start)
    throw invalidField(parameter, 'query', `must not make the window end (${to}) before it starts (${from})`)
  if (parameter && end - start > longest)
    throw invalidField(parameter, 'query', `must make a window of at most ${maxWindowDays} days`)
  const boundedEnd = Math.min(Math.max(end, start), start + longest)
  return { from: new Date(start).toISOString(), to: new Date(boundedEnd).toISOString() }
}
