import { type ReactNode, useId } from 'react'
import { Card, CardBody } from '#components/ui/card.tsx'

type StepCardProps = { number: number; title: string; description?: string; children: ReactNode }

/** One numbered step of an import. */
export function StepCard({ number, title, description, children }: StepCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} data-step={number}>
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
        <span
          aria-hidden="true"
          className="grid size-6 shrink-0 place-items-center rounded-full border border-accent-line bg-accent-soft text-xs font-semibold text-accent-text tabular-nums"
        >
          {number}
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} tabIndex={-1} className="text-md/6 font-semibold">
            <span className="sr-only">Step {number}: </span>
            {title}
          </h2>
          {description ? <p className="text-sm text-muted text-pretty">{description}</p> : null}
        </div>
      </header>
      <CardBody className="flex flex-col gap-4">{children}</CardBody>
    </Card>
  )
}
