'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { setLegalHold } from '#lib/contracts/routes.ts'

/** Why a change is on legal hold, null if it is not. A manager puts it on hold and releases it, with a reason. */
export function LegalHold({ number, reason }: { number: string; reason: string | null }) {
  const set = usePageMutation(setLegalHold)
  const mayHold = useMay('manager')
  const isHeld = reason !== null
  const verb = isHeld ? 'Release' : 'Hold'
  const submit = (because: string, close: () => void) =>
    set.mutate(
      { params: { number }, body: { is_held: !isHeld, reason: because } },
      {
        onSuccess: () => {
          close()
          showToast({ kind: 'success', title: `${number} ${isHeld ? 'is released' : 'is on legal hold'}` })
        },
      },
    )
  if (!isHeld && !mayHold) return null
  return (
    <Fact label="Legal hold" wide>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {reason ?? 'None'}
        {mayHold ? (
          <ReasonButton
            size="sm"
            title={isHeld ? `Release ${number} from its legal hold?` : `Put ${number} on legal hold?`}
            description={
              isHeld
                ? 'The retention deletes it again once it is old enough.'
                : 'No retention deletes it, nor its review, files, deployments and incidents. Everybody who reads the change sees the reason.'
            }
            submitLabel={verb}
            move={set}
            onSubmit={submit}
          >
            {`${verb}…`}
          </ReasonButton>
        ) : null}
      </span>
    </Fact>
  )
}
