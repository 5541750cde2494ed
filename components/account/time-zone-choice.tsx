'use client'

import { Button } from '#components/ui/button.tsx'
import { FormCard } from '#components/ui/form/entry-form.tsx'
import { ZoneInput } from '#components/ui/form/input.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { setMyTimeZone } from '#lib/contracts/routes.ts'

/** Form for the person's time zone, empty for none. It applies to times on pages and to the daily digest. */
export function TimeZoneChoice({ zone, organisationZone }: { zone: string; organisationZone: string }) {
  const { form, Field, state } = useEndpointForm(setMyTimeZone, {
    values: { time_zone: zone },
    input: ({ time_zone: typed }) => ({ body: { time_zone: typed.trim() || null } }),
    done: 'Time zone saved',
    invalidates: ['Notifications'],
  })
  const browserZone = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  return (
    <FormCard
      {...state}
      id="time-zone"
      title="Time zone"
      description="For the times on pages and the hour of the daily digest"
      submitLabel="Save time zone"
      isUnchanged={!form.formState.isDirty}
      actions={
        browserZone !== '' && browserZone !== form.watch('time_zone') ? (
          <Button variant="ghost" onClick={() => form.setValue('time_zone', browserZone, { shouldDirty: true })}>
            Use {browserZone}, as this browser does
          </Button>
        ) : null
      }
    >
      <Field
        name="time_zone"
        label="Your time zone"
        hint={`If empty, ${organisationZone}: the organisation’s time zone, which also decides what is overdue.`}
        as={ZoneInput}
      />
    </FormCard>
  )
}
