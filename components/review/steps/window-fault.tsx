import { maxWindowDays, searchedWindow } from '#lib/domain/incident-window.ts'

/** Why a window is not searched, once both its ends are given. */
export function WindowFault({ start, end }: { start: string | null; end: string | null }) {
  if (start === null || end === null || searchedWindow({ start, end }).start !== null) return null
  return (
    <p role="status" className="mt-2 text-xs text-warning-text">
      {end < start ? 'This window ends before it starts' : `A window has at most ${maxWindowDays} days`}; the list below
      is of the one before.
    </p>
  )
}
