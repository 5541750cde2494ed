'use client'

import { Button } from '#components/ui/button.tsx'
import { FormCard } from '#components/ui/form/form-card.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { ZoneInput } from '#components/ui/form/zone-input.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
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
    <FormCard
      {...state}
      id="time-zone"
      title="Time zone"
      description="For due dates, the daily digest and the times on pages"
      submitLabel="Save time zone"
      isUnchanged={!form.formState.isDirty}
      actions={
        ofBrowser !== '' && ofBrowser !== chosen ? (
          <Button variant="ghost" onClick={() => form.setValue('time_zone', ofBrowser, { shouldDirty: true })}>
            Use {ofBrowser}, as this browser does
          </Button>
        ) : null
      }
    >
      <FormField
        form={form}
        name="time_zone"
        label="Your time zone"
        hint={`Empty: the zone of this browser${ofBrowser === '' ? '' : `, ${ofBrowser}`}. Due dates follow the organisation’s, ${organisation}.`}
        as={ZoneInput}
      />
    </FormCard>
  )
}
