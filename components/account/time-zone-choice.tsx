'use client'

import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ZoneInput } from '#components/ui/zone-input.tsx'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { setMyTimeZone } from '#lib/contracts/routes.ts'

type TimeZoneChoiceProps = {
  /** The zone that the person chose; empty for none. */
  own: string
  organisation: string
}

/** The time zone of a person: for due dates, the daily digest and the times on pages. */
export function TimeZoneChoice({ own, organisation }: TimeZoneChoiceProps) {
  const { form, state } = useEndpointForm(setMyTimeZone, {
    values: { time_zone: own },
    input: ({ time_zone: zone }) => ({ body: { time_zone: zone.trim() || null } }),
    onDone: (_, values) => {
      form.reset(values)
      showToast({ kind: 'success', title: 'Time zone saved' })
    },
    invalidates: ['Notifications'],
  })
  const ofBrowser = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  const chosen = form.watch('time_zone')
  return (
    <Card aria-labelledby="time-zone" className="max-w-2xl">
      <CardHeader
        id="time-zone"
        title="Time zone"
        description="For due dates, the daily digest and the times on pages"
      />
      <CardBody>
        <form onSubmit={state.onSubmit} method="post" noValidate className="flex flex-col gap-4" aria-label="Time zone">
          <FormError>{state.error}</FormError>
          <FormField
            form={form}
            name="time_zone"
            label="Your time zone"
            hint={`Empty for that of the organisation, ${organisation}.`}
          >
            {(registration) => <ZoneInput {...registration} />}
          </FormField>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={state.busy} disabled={!form.formState.isDirty}>
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
