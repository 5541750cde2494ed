import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { WindowPicture } from './window-picture.tsx'
import { WindowTable } from './window-table.tsx'

/** The planned window against what happened: as a picture, and in words. */
export function ChangeWindow({ change }: { change: ChangeRecord }) {
  return (
    <div className="flex flex-col gap-3">
      <WindowTable window={change} focusable />
      <WindowPicture change={change} />
    </div>
  )
}
