import type { Selection } from '#components/bulk/use-selection.ts'
import type { WorklistCovered } from '#lib/contracts/app/worklist.ts'
import { formatDayLabel } from '#lib/time/day-labels.ts'
import { MyActions } from './my-actions.tsx'
import { MyVerifications } from './my-verifications.tsx'
import { WorklistSection } from './worklist-section.tsx'

type CoveredWorkProps = {
  covered: WorklistCovered
  today: string
  selection: Selection | null
  onAssign: (number: string) => void
}

/** Open reviews, verifications and actions of an absent person for whom the reader stands in. */
export function CoveredWork({ covered, today, selection, onAssign }: CoveredWorkProps) {
  const { name, email, until, reviews, verifications, actions } = covered
  const description = `Away until ${formatDayLabel(until)}; you stand in`
  return (
    <>
      {reviews.total_count > 0 ? (
        <WorklistSection
          rows={reviews}
          heading={{ id: `for-${email}`, title: `Reviews for ${name}`, description }}
          selection={selection}
          onAssign={onAssign}
        />
      ) : null}
      {verifications.total_count > 0 ? (
        <MyVerifications
          verifications={verifications}
          heading={{ id: `verifications-for-${email}`, title: `To verify for ${name}`, description }}
          hasSelection={selection !== null}
        />
      ) : null}
      {actions.total_count > 0 ? (
        <MyActions
          actions={actions}
          today={today}
          heading={{ id: `actions-for-${email}`, title: `Actions for ${name}`, description, owner: email }}
          hasSelection={selection !== null}
        />
      ) : null}
    </>
  )
}
