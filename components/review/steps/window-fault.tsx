import { maxWindowDays, searchedWindow } from '#lib/domain/incident-window.ts'

/** Why a window cannot be searched, once it has both ends. */
export function WindowFault({ start, end }: { start: string | null; end: string | null }) {
  if (start === null || end === null || searchedWindow({ start, end }).start !== null) return null
  return (
    <p role="status" className="mt-2 text-xs text-warning-text">
      {end < start ? 'This window ends before it starts' : `A window has at most ${maxWindowDays} days`}. The list
      below shows the previous window.
    </p>
  )
}
