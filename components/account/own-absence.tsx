'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { FormCard } from '#components/ui/form/form-card.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Absence } from '#lib/contracts/app/absence.ts'
import { deleteAbsence, setAbsence } from '#lib/contracts/routes.ts'

type OwnAbsenceProps = {
  absence: Absence | null
  /** E-mail address of the person. */
  me: string
}

/** Form for the absence of the person and their delegate. */
export function OwnAbsence({ absence, me }: OwnAbsenceProps) {
  const router = useRouter()
  const remove = useEndpointMutation(deleteAbsence)
  const { Field, state } = useEndpointForm(setAbsence, {
    schema: async () => (await import('#lib/contracts/app/absence.ts')).NewAbsence,
    values: {
      starts_on: absence?.starts_on ?? '',
      ends_on: absence?.ends_on ?? '',
      delegate: absence?.delegate ?? '',
    },
    input: (body) => ({ body }),
    done: ({ absence: saved }) => `${saved.delegate_name} stands in for you`,
  })
  const end = () =>
    remove.mutate(
      {},
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: 'Absence removed' })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <FormCard
      {...state}
      id="own-absence"
      title="Absence"
      description="Reviews and actions that would be assigned to you on these days go to your delegate, who also sees your work on Today."
      submitLabel="Save absence"
      actions={
        absence ? (
          <Button busy={remove.isPending} onClick={end}>
            Remove absence
          </Button>
        ) : null
      }
    >
      <div className="flex flex-wrap gap-4">
        <Field name="starts_on" label="First day away" required as={DateInput} />
        <Field name="ends_on" label="Last day away" required as={DateInput} />
      </div>
      <Field name="delegate" label="Delegate" required controlled={ReviewerInput} except={[me]} className="max-w-72" />
    </FormCard>
  )
}
