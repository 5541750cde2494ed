import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'

const marks = {
  ok: { icon: CircleCheck, label: 'In order', className: 'text-success-text' },
  warning: { icon: TriangleAlert, label: 'Needs attention', className: 'text-warning-text' },
  failed: { icon: CircleX, label: 'Does not work', className: 'text-danger-text' },
  skipped: { icon: CircleMinus, label: 'Not checked', className: 'text-muted' },
} as const

type Check = { name: string; status: keyof typeof marks; message: string; advice: string | null }

/** What was checked, with advice on problems. */
export const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="divide-y divide-line">
    {checks.map(({ name, status, message, advice }) => {
      const { icon: Icon, label, className } = marks[status]
      return (
        <li key={`${name} ${message}`} className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
          <Icon aria-label={label} className={`mt-0.5 size-4 shrink-0 ${className}`} />
          <div className="min-w-0 wrap-anywhere">
            <p>
              <span className="font-medium">{name}.</span> {message}
            </p>
            {advice === null ? null : <p className="text-muted">{advice}</p>}
          </div>
        </li>
      )
    })}
  </ul>
)
