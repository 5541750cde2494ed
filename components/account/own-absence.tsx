'use client'

import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { absenceQuery } from '#lib/api/account-queries.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Absence, NewAbsence } from '#lib/contracts/app/absence.ts'
import { deleteAbsence, setAbsence } from '#lib/contracts/routes.ts'

const resolver = lazyResolver<NewAbsence>(async () => (await import('#lib/contracts/app/absence.ts')).NewAbsence)

/** When the person is away, and who stands in; `me` is their e-mail address. */
export function OwnAbsence({ me }: { me: string }) {
  const { data } = useQuery(absenceQuery)
  if (data === undefined) return null
  const { absence } = data
  return <AbsenceForm key={absence ? Object.values(absence).join() : 'none'} absence={absence} me={me} />
}

function AbsenceForm({ absence, me }: { absence: Absence | null; me: string }) {
  const save = useEndpointMutation(setAbsence, ['History'])
  const remove = useEndpointMutation(deleteAbsence, ['History'])
  const form = useForm<NewAbsence>({
    resolver,
    defaultValues: {
      starts_on: absence?.starts_on ?? '',
      ends_on: absence?.ends_on ?? '',
      delegate: absence?.delegate ?? '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync({ body })
      showToast({ kind: 'success', title: `${saved.absence.delegate_name} stands in for you` })
    } catch (error) {
      showServerErrors(error, ['starts_on', 'ends_on', 'delegate'], form.setError)
    }
  })
  const end = () =>
    remove.mutate(
      {},
      { onSuccess: () => showToast({ kind: 'success', title: 'Absence removed' }), onError: showErrorToast },
    )
  return (
    <Card aria-labelledby="own-absence" className="max-w-2xl">
      <CardHeader
        id="own-absence"
        title="Absence"
        description="Reviews and actions that would be assigned to you on these days go to your delegate, who also sees your work on Today."
      />
      <CardBody>
        <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="Absence">
          <FormError>{errors.root?.message}</FormError>
          <div className="flex flex-wrap gap-4">
            <Field label="First day away" name="starts_on" required error={errors.starts_on?.message}>
              <DateInput {...form.register('starts_on')} />
            </Field>
            <Field label="Last day away" name="ends_on" required error={errors.ends_on?.message}>
              <DateInput {...form.register('ends_on')} />
            </Field>
          </div>
          <Field label="Delegate" name="delegate" required error={errors.delegate?.message}>
            <Controller
              control={form.control}
              name="delegate"
              render={({ field }) => <ReviewerInput {...field} except={[me]} className="max-w-72" />}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={isSubmitting}>
              Save absence
            </Button>
            {absence ? (
              <Button busy={remove.isPending} onClick={end}>
                Remove absence
              </Button>
            ) : null}
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
