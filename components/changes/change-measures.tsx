import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMay, useUser } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { measureNow } from '#lib/contracts/routes.ts'
import { isPlanned } from '#lib/domain/change/planned-change.ts'

// With the library of forms the page would be above its limit of script.
const StateMeasures = dynamic(() => import('./measure-dialogs.tsx').then((part) => part.StateMeasures), {
  loading: () => null,
})
const AddReading = dynamic(() => import('./measure-dialogs.tsx').then((part) => part.AddReading), {
  loading: () => null,
})

type ChangeMeasuresProps = {
  change: ChangeRecord
  review: Review | null
  /** The picture of each measure, rendered on the server. */
  figures: readonly ReactNode[]
}

/** What the change promised in figures; its implementer and reviewers state it and add readings. */
export function ChangeMeasures({ change, review, figures }: ChangeMeasuresProps) {
  const { number, measures } = change
  const email = useUser()?.email
  const mayWrite = useMay('reviewer') || change.assigned_to?.toLowerCase() === email
  const mayState = mayWrite && !change.is_stub && !(review ? isLocked(review) : change.pir_completed)
  const isOffered = mayState && (measures.length > 0 || isPlanned(change))
  if (measures.length === 0 && !isOffered) return null
  return (
    <section aria-label="Measures" className="flex flex-col gap-3">
      {measures.map((measure, index) => (
        <div key={measure.id} className="flex flex-col gap-1.5">
          {figures[index]}
          {mayWrite ? (
            <DialogButton
              size="sm"
              className="self-start"
              aria-label={`Add a reading of ${measure.name}`}
              dialog={(onClose) => <AddReading number={number} measure={measure} onClose={onClose} />}
            >
              Add a reading
            </DialogButton>
          ) : null}
        </div>
      ))}
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted empty:hidden">
        {measures.length === 0 ? 'Promises no figures.' : null}
        {mayWrite && measures.some(({ query }) => query !== null) ? <MeasureNow number={number} /> : null}
        {isOffered ? (
          <DialogButton size="sm" dialog={(onClose) => <StateMeasures change={change} onClose={onClose} />}>
            {measures.length === 0 ? 'State measures' : 'Edit the measures'}
          </DialogButton>
        ) : null}
      </p>
    </section>
  )
}

/** Reads the measures that have a query at once. */
function MeasureNow({ number }: Pick<ChangeRecord, 'number'>) {
  const router = useRouter()
  const measure = useEndpointMutation(measureNow)
  return (
    <Button
      size="sm"
      busy={measure.isPending}
      onClick={() =>
        measure.mutate({ params: { number } }, { onSettled: () => router.refresh(), onError: showErrorToast })
      }
    >
      Measure now
    </Button>
  )
}
