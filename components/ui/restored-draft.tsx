import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { RelativeTime } from './relative-time.tsx'

type RestoredDraftProps = {
  title: string
  /** When it was left; null where nothing was restored. */
  from: string | null
  discardLabel: string
  onDiscard: () => void
}

/** Tells that a form holds what was left of it, and offers to start again from what is saved. */
export function RestoredDraft({ title, from, discardLabel, onDiscard }: RestoredDraftProps) {
  if (from === null) return null
  return (
    <Notice
      announce
      title={title}
      action={
        <Button size="sm" onClick={onDiscard}>
          {discardLabel}
        </Button>
      }
    >
      Left here <RelativeTime value={from} />.
    </Notice>
  )
}
