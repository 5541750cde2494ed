import { SecretValue } from '#components/admin/secret-value.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import type { Calendar } from '#lib/contracts/app/calendars.ts'
import type { createCalendar } from '#lib/contracts/routes.ts'

export type CreatedCalendar = CallResponse<typeof createCalendar>

/** Describes the contents of a calendar, such as `Changes of payments-db`. */
export const describeCalendar = ({ service }: Pick<Calendar, 'service'>): string =>
  service === null ? 'My reviews and actions' : `Changes of ${service}`

/** Choices for the contents of a new calendar. Each person has at most one calendar of their own work. */
export const listCalendarContents = (hasOwn: boolean) => [
  {
    value: 'own',
    label: describeCalendar({ service: null }),
    hint: hasOwn ? 'You have this calendar already' : 'Due dates, and rechecks of actions',
    disabled: hasOwn,
  },
  { value: 'service', label: 'Changes of a service', hint: 'Their windows: the actual times, else the planned ones' },
]

/** Shows the URL of a new calendar once. */
export function CalendarUrlDialog({ created, onClose }: { created: CreatedCalendar; onClose: () => void }) {
  const { calendar, path } = created
  return (
    <Dialog
      open
      isPersistent
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`URL of “${describeCalendar(calendar)}”`}
      description="Add it to your calendar program, with “From URL” or “Subscribe from web”."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The URL is shown only once. Anybody who knows it can read this calendar.
        </Notice>
        <SecretValue label="URL" what="the URL" value={`${window.location.origin}${path}`} />
      </div>
    </Dialog>
  )
}
