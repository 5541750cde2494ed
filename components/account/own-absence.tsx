'use client'

import { DateInput } from '#components/ui/form/date-input.tsx'
import { FormCard } from '#components/ui/form/entry-form.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import type { Absence } from '#lib/contracts/app/own-data.ts'
import { deleteAbsence, setAbsence } from '#lib/contracts/routes.ts'

/** Form for the absence of the person with the e-mail address `me`, and their delegate. */
export function OwnAbsence({ absence, me }: { absence: Absence | null; me: string }) {
  const { Field, state } = useEndpointForm(setAbsence, {
    schema: async () => (await import('#lib/contracts/app/own-data.ts')).NewAbsence,
    values: {
      starts_on: absence?.starts_on ?? '',
      ends_on: absence?.ends_on ?? '',
      delegate: absence?.delegate ?? '',
    },
    input: (body) => ({ body }),
    done: ({ absence: saved }) => `${saved.delegate_name} stands in for you`,
  })
  return (
    <FormCard
      {...state}
      id="own-absence"
      title="Absence"
      description="Reviews and actions that would be assigned to you on these days go to your delegate, who also sees your work on Today."
      submitLabel="Save absence"
      actions={
        absence ? (
          <WriteButton route={deleteAbsence} input={{}} done="Absence removed">
            Remove absence
          </WriteButton>
        ) : null
      }
    >
      <div className="flex flex-wrap gap-4">
        <Field name="starts_on" label="First day away" required controlled={DateInput} />
        <Field name="ends_on" label="Last day away" required controlled={DateInput} />
      </div>
      <Field name="delegate" label="Delegate" required controlled={ReviewerInput} except={[me]} className="max-w-72" />
    </FormCard>
  )
}
