import { Combobox } from '#components/ui/form/combobox.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { createCalendar } from '#lib/contracts/routes.ts'
import { type CreatedCalendar, listCalendarContents } from './calendar-contents.tsx'

type NewCalendarDialogProps = {
  /** True if the person already has a calendar of their own work. */
  hasOwn: boolean
  services: readonly string[]
  onCreated: (created: CreatedCalendar) => void
  onClose: () => void
}

/** Creates a calendar of the person. */
export function NewCalendarDialog({ hasOwn, services, onCreated, onClose }: NewCalendarDialogProps) {
  const { form, Field, choice, state } = useEndpointForm(createCalendar, {
    values: { content: hasOwn ? 'service' : 'own', service: '' },
    input: ({ content, service }) => ({ body: { service: content === 'own' ? null : service } }),
    onDone: onCreated,
  })
  return (
    <FormDialog {...state} title="New calendar" submitLabel="Create calendar" onClose={onClose}>
      <RadioGroup {...choice('content')} legend="Shows" required options={listCalendarContents(hasOwn)} />
      {form.watch('content') === 'service' ? (
        <Field
          name="service"
          label="Service"
          hint="As changes name it"
          required
          controlled={Combobox}
          options={services.map((value) => ({ value, label: value }))}
        />
      ) : null}
    </FormDialog>
  )
}
