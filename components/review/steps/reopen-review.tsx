import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { useReviewTransition } from '#components/review/transition/use-review-transition.tsx'
import { reopenReview } from '#lib/contracts/routes.ts'
import { type SignOffCase, whyNotReopen } from '#lib/review/sign-off.ts'

/** The action on a closed review, which loads nothing of those that close it. */
export function ReopenReview({ review, person }: Pick<StepProps, 'review'> & { person: SignOffCase['person'] }) {
  const reopen = useReviewTransition(reopenReview, review)
  if (whyNotReopen({ review, person }) !== null) return null
  const isWaived = review.status === 'waived'
  return (
    <ActionBar
      note={
        isWaived
          ? 'Nobody has to review this change.'
          : 'This version stays in the history. The change counts as not reviewed until the review is completed again.'
      }
      buttons={
        <ReasonButton
          icon={<RotateCcw />}
          title="Reopen the review"
          description={
            isWaived
              ? 'It is required again, with the answers so far.'
              : 'This version stays and can be compared with the next.'
          }
          submitLabel="Reopen"
          move={reopen}
          onSubmit={(reason, close) => reopen.run({ reason }, close)}
        >
          Reopen the review
        </ReasonButton>
      }
    />
  )
}

type ActionBarProps = {
  /** Reason why a button is disabled, its effect, or the people who can act instead. */
  note: ReactNode
  /** Errors and fields above the buttons. */
  children?: ReactNode
  /** Buttons, the main one last. */
  buttons: ReactNode
}

/** End of the footer of the sign-off step: a note and the buttons. */
export function ActionBar({ note, children, buttons }: ActionBarProps) {
  return (
    <>
      {children ? <div className="order-first flex basis-full flex-col gap-3 empty:hidden">{children}</div> : null}
      <p className="order-first min-w-0 flex-1 basis-full text-xs text-muted sm:order-2 sm:basis-40 sm:text-right">
        {note}
      </p>
      {buttons ? (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 sm:order-3">{buttons}</div>
      ) : null}
    </>
  )
}
