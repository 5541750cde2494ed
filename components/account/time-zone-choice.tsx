'use client'

import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ZoneInput } from '#components/ui/zone-input.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { setMyTimeZone } from '#lib/contracts/routes.ts'

type TimeZoneChoiceProps = {
  /** The zone that the person chose; empty for none. */
  own: string
  organisation: string
}

/** The time zone of a person: for due dates, the daily digest and the times on pages. */
export function TimeZoneChoice({ own, organisation }: TimeZoneChoiceProps) {
  const router = useRouter()
  const save = useEndpointMutation(setMyTimeZone, ['Notifications'])
  const form = useForm({ defaultValues: { time_zone: own } })
  const { errors, isSubmitting, isDirty } = form.formState
  const ofBrowser = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  const chosen = form.watch('time_zone')
  const submit = form.handleSubmit(async ({ time_zone: zone }) => {
    try {
      await save.mutateAsync({ body: { time_zone: zone.trim() === '' ? null : zone.trim() } })
      form.reset({ time_zone: zone })
      router.refresh()
      showToast({ kind: 'success', title: 'Time zone saved' })
    } catch (error) {
      showServerErrors(error, ['time_zone'], form.setError)
    }
  })
  return (
    <Card aria-labelledby="time-zone" className="max-w-2xl">
      <CardHeader
        id="time-zone"
        title="Time zone"
        description="For due dates, the daily digest and the times on pages"
      />
      <CardBody>
        <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="Time zone">
          <FormError>{errors.root?.message}</FormError>
          <Field
            label="Your time zone"
            name="time_zone"
            hint={`Empty for that of the organisation, ${organisation}.`}
            error={errors.time_zone?.message}
          >
            <ZoneInput {...form.register('time_zone')} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
              Save time zone
            </Button>
            {ofBrowser !== '' && ofBrowser !== chosen ? (
              <Button variant="ghost" onClick={() => form.setValue('time_zone', ofBrowser, { shouldDirty: true })}>
                Use {ofBrowser}, as this browser does
              </Button>
            ) : null}
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
