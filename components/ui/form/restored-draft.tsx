import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'

type RestoredDraftProps = {
  title: string
  /** Time when the draft was stored; null if none was restored. */
  from: string | null
  discardLabel: string
  onDiscard: () => void
}

/** Notice that a form was filled from a draft, with a button that discards it. */
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
      Last changed <RelativeTime value={from} />.
    </Notice>
  )
}
