'use client'

import { Button } from '#components/ui/button.tsx'
import { FormCard } from '#components/ui/form/form-card.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { ZoneInput } from '#components/ui/form/zone-input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { setMyTimeZone } from '#lib/contracts/routes.ts'

/**
 * Form for the person's time zone; `own` is empty if they chose none. It applies to times on pages and to the daily
 * digest.
 */
export function TimeZoneChoice({ own, organisation }: { own: string; organisation: string }) {
  const { form, Field, state } = useEndpointForm(setMyTimeZone, {
    values: { time_zone: own },
    input: ({ time_zone: zone }) => ({ body: { time_zone: zone.trim() || null } }),
    done: 'Time zone saved',
    invalidates: ['Notifications'],
  })
  const ofBrowser = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  return (
    <FormCard
      {...state}
      id="time-zone"
      title="Time zone"
      description="For the times on pages and the hour of the daily digest"
      submitLabel="Save time zone"
      isUnchanged={!form.formState.isDirty}
      actions={
        ofBrowser !== '' && ofBrowser !== form.watch('time_zone') ? (
          <Button variant="ghost" onClick={() => form.setValue('time_zone', ofBrowser, { shouldDirty: true })}>
            Use {ofBrowser}, as this browser does
          </Button>
        ) : null
      }
    >
      <Field
        name="time_zone"
        label="Your time zone"
        hint={`If empty, ${organisation}: the organisation’s time zone, which also decides what is overdue.`}
        as={ZoneInput}
      />
    </FormCard>
  )
}
